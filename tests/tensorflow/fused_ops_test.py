"""What a fused op of the ready sets computes, where results are too large for the type: the same in each call and wherever the device's memory is."""

import unittest
from pathlib import Path

import support

PROGRAM = Path(__file__).with_name("fused_ops_program.py")
# No single op has the activation, and the fused one rounds once.
ROUNDS_ONCE = "Gelu"
IN_REACH, BY_COPIES = {}, {"TEST_NPU_COPY_ONLY": "1"}


def results_of(test, plugin, **variables):
    """Each case with the digests of the results of three calls, and of the single ops."""
    done, found = support.run_code(PROGRAM.read_text(encoding="utf-8"), plugin, TEST_NPU_GRAPH_OFF="all", **variables)
    test.assertEqual(done.returncode, 0, done.stderr[-3000:])
    test.assertGreater(len(found), 100)
    return found


def check_calls(test, found):
    test.assertEqual([case for case, calls, _ in found if len(set(calls)) > 1], [], "the calls differ")
    test.assertEqual([case for case, (call, *_), single in found if "float32" not in case and ROUNDS_ONCE not in case and call != single], [],
                     "the single ops compute something else")


class FusedOpsTest(unittest.TestCase):
    def test_each_way_computes_the_same(self):
        results = [results_of(self, support.training_plugin(), OVERFLOWS="float16 bfloat16 float32", **memory)
                   for memory in (IN_REACH, BY_COPIES)]
        for found in results:
            check_calls(self, found)
        here, there = ({case: calls[0] for case, calls, _ in found} for found in results)
        self.assertEqual([case for case in here if here[case] != there[case]], [], "the memory decides")


if __name__ == "__main__":
    support.main()
