"""The command line, run as a user runs it, but in a copy of this process, in which all is loaded already."""

import os
import subprocess
import sys
import tempfile

from rosin.cli import main


def rosin(*words, cwd=None):
    """What a command says on either stream, and its exit code."""
    with tempfile.TemporaryFile("w+") as said, tempfile.TemporaryFile("w+") as complained:
        child = os.fork()
        if not child:
            _run([str(word) for word in words], cwd, said.fileno(), complained.fileno())
        _, status = os.waitpid(child, 0)
        for stream in (said, complained):
            stream.seek(0)
        return subprocess.CompletedProcess(words, os.waitstatus_to_exitcode(status), said.read(), complained.read())


def _run(words, cwd, said, complained):
    code = 1
    try:
        for stream, descriptor in enumerate((os.open(os.devnull, os.O_RDONLY), said, complained)):
            os.dup2(descriptor, stream)
        sys.stdin, sys.stdout, sys.stderr = (os.fdopen(stream, mode, closefd=False) for stream, mode in enumerate("rww"))
        if cwd is not None:
            os.chdir(cwd)
        sys.argv = ["rosin", *words]
        main()
    except SystemExit as ended:
        code = ended.code or 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)
