"""A program at a terminal: a pseudo-terminal on which its questions are answered."""

import os
import pty
import select
import signal
import time


class Terminal:
    """Runs a program whose three streams are a terminal."""

    def __init__(self, words, folder, environment=None):
        self.shown = ""
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.environ.update({"TERM": "dumb", **(environment or {})})
            os.execv(words[0], [str(word) for word in words])

    def read_until(self, text, seconds=20):
        """What is shown until `text` is; from then on only what comes later is looked at."""
        end = time.monotonic() + seconds
        while text not in self.shown:
            if not select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"no {text!r} in {self.shown!r}")
            self.shown += self.read()
        before, _, self.shown = self.shown.partition(text)
        return before

    def read(self):
        try:
            got = os.read(self.terminal, 4096)
        except OSError:  # the program has ended
            got = b""
        if not got:
            raise AssertionError(f"ended after {self.shown!r}")
        return got.decode(errors="replace").replace("\r\n", "\n")

    def type(self, text):
        os.write(self.terminal, text if isinstance(text, bytes) else text.encode())

    def end(self, seconds=20):
        """The rest of what is shown, and the status as subprocess has it: -2 for SIGINT."""
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end:
                if select.select([self.terminal], [], [], 1)[0]:
                    self.shown += self.read()
        except AssertionError:
            pass
        return self.shown, self.kill()

    def kill(self):
        """Leaves nothing behind, whatever the program waits for; its status, if it had ended before."""
        if self.pid == 0:
            return None
        pid, self.pid = self.pid, 0
        done, status = os.waitpid(pid, os.WNOHANG)
        for _ in range(100):  # its output ends a moment before it does
            if done:
                break
            time.sleep(0.01)
            done, status = os.waitpid(pid, os.WNOHANG)
        if not done:
            os.kill(pid, signal.SIGKILL)
            status = os.waitpid(pid, 0)[1]
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(status)
