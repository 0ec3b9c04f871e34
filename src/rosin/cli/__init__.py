"""The command line. Nothing is loaded before `main` is called, so that whoever stops it while it loads is told so."""

import io
import os
import sys
import warnings

STOPPED = 130  # the exit code of what Ctrl-C ends, by custom


def main() -> None:
    """Run the command line: 0 done, 2 a wrong call or description, 1 anything that failed."""
    warnings.showwarning = lambda message, *_, **__: print(f"rosin: warning: {message}", file=sys.stderr)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that has no Greek letters shows question marks
    try:
        try:
            code = _run()
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        print("rosin: stopped", file=sys.stderr)
        code = STOPPED
    except BrokenPipeError:
        code = 1
    except OSError as error:
        print(f"rosin: {error.filename or 'what is printed'}: {error.strerror or error}.", file=sys.stderr)
        code = 1
    if code:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what could not be printed is not tried again
    sys.exit(code)


def _run() -> int:
    """Do what was asked for, say what went wrong, and give the exit code."""
    from cyclopts.exceptions import CycloptsError

    from rosin.cli.commands import app
    from rosin.model.errors import ParameterError, RosinError

    try:
        app(exit_on_error=False, result_action="return_value")
    except CycloptsError:
        return 2
    except RosinError as error:
        print(f"rosin: {error}", file=sys.stderr)
        return 2 if isinstance(error, ParameterError) else 1
    return 0
