"""What is compared is measured in turns, a short block of each after the other, so that a busy machine slows both."""

import statistics
import time


def in_turns(blocks, rounds, calls):
    """{name: block} -> {name: (least, median)} seconds a call. block(calls) makes so many calls."""
    seconds = {name: [] for name in blocks}
    for block in blocks.values():
        block(calls)
    for _ in range(rounds):
        for name, block in blocks.items():
            started = time.perf_counter()
            block(calls)
            seconds[name].append((time.perf_counter() - started) / calls)
    return {name: (min(values), statistics.median(values)) for name, values in seconds.items()}
