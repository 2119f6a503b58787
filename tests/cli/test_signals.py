"""Signals that end the program are heard, even if a library loses the first of them."""

import signal
import subprocess
import sys

import pytest

LOSES_THE_FIRST = """
import sys, time
import blurry_edges.cli as cli
cli._ASKED_AGAIN_SECONDS = 0.3
class Command:
    def run(self):
        try:
            print("begun", flush=True)
            time.sleep(60)
        except KeyboardInterrupt:
            print("lost", flush=True)
        time.sleep(60)
cli.tyro.extras.subcommand_cli_from_dict = lambda *given, **named: Command()
sys.exit(cli.main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM that a program can hear")
def test_a_request_to_stop_that_was_lost_is_made_again():
    with subprocess.Popen([sys.executable, "-c", LOSES_THE_FIRST], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGTERM)
        assert process.stdout.readline() == "lost\n"
        assert process.wait(30) == 130


IS_ASKED_TO_STOP = """
import os, signal, sys, time
import blurry_edges.cli as cli
class Command:
    def run(self):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)
cli.tyro.extras.subcommand_cli_from_dict = lambda *given, **named: Command()
"""
ENDS_SLOWLY = f"""{IS_ASKED_TO_STOP}
cli._ASKED_AGAIN_SECONDS = 0.2
code = cli.main()
time.sleep(0.5)
sys.exit(code)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM that a program can hear")
def test_a_program_that_ends_slowly_is_not_asked_again():
    ended = subprocess.run([sys.executable, "-c", ENDS_SLOWLY], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (130, "blurry-edges: stopped\n")


LOSES_IT_IN_A_CALLBACK = """
import os, signal, sys, time
import blurry_edges.cli as cli
class Dying:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(1)
class Command:
    def run(self):
        Dying()
        time.sleep(60)
cli.tyro.extras.subcommand_cli_from_dict = lambda *given, **named: Command()
sys.exit(cli.main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM that a program can hear")
def test_a_request_to_stop_that_python_loses_is_made_again_at_once():
    ended = subprocess.run([sys.executable, "-c", LOSES_IT_IN_A_CALLBACK], capture_output=True, text=True, timeout=15)
    assert ended.returncode == 130
    assert ended.stderr == "blurry-edges: stopped\n"


LOSES_ONE_AT_THE_END = f"""{IS_ASKED_TO_STOP}
class Dying:
    def __del__(self):
        raise KeyboardInterrupt
code = cli.main()
Dying()
time.sleep(0.5)
sys.exit(code)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM that a program can hear")
def test_a_request_to_stop_that_is_lost_after_another_was_heard_is_not_made_again():  # found by `make faults`
    ended = subprocess.run([sys.executable, "-c", LOSES_ONE_AT_THE_END], capture_output=True, text=True, timeout=15)
    assert (ended.returncode, ended.stderr) == (130, "blurry-edges: stopped\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end differently on Windows")
def test_whoever_reads_the_help_may_stop_reading():
    command = [sys.executable, "-m", "blurry_edges.cli", "scenes", "--help"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
