"""The command line: each command is a file of this folder, read when it is called."""

import os
import sys
import warnings

from cyclopts import App
from cyclopts.exceptions import CycloptsError

from rosin.model.errors import ParameterError, RosinError

app = App(
    name="rosin",
    help="The sound of things that rub, stick, slip, strike and roll.",
    version_flags=["--version"],
    suppress_keyboard_interrupt=False,
)
for name, place, text in (
    ("list", "listing:list_instruments", "The instruments."),
    ("show", "show:show", "An instrument, or a contact or scene in a file: parameters, controls, playable window."),
    ("render", "render:render", "The sound of an instrument, or of a contact or scene in a file."),
    ("fit", "fit:fit", "From recordings of something struck to an instrument."),
    ("studio", "studio:studio", "A page to play every instrument in the browser."),
    ("export", "export:export", "An instrument for other programs: a C library, as object code or as source."),
    ("demo", "demo:demo", "Every instrument, as a page of sounds and pictures."),
    ("figures", "figures:figures", "Every figure and table of the papers, made again."),
    ("map", "map:map_", "Where it speaks: takes over two axes, as a picture, data and a page that plays them."),
    ("dataset", "dataset:dataset", "Sounds with labels, for machine learning."),
    ("sensitivity", "sensitivity:sensitivity", "Which number matters for what one hears."),
    ("compare", "compare:compare", "Rosin beside recordings of real things: how close it is, in numbers."),
    ("models", "models:models", "What sounds are made of: bodies, interactions, textures, shapes, soundboxes, setups."),
    ("schema", "schema:schema", "The JSON schema of instrument, scene, contact and gesture files."),
    ("bench", "bench:bench", "How fast it is, on its own and beside its peers."),
    ("doctor", "doctor:doctor", "What is installed, what is missing, how to get it."),
):
    app.command(f"rosin.cli.{place}", name=name, help=text)


def main() -> None:
    """Run the command line: 0 done, 2 a wrong call or description, 1 anything that failed."""
    warnings.showwarning = lambda message, *_, **__: print(f"rosin: warning: {message}", file=sys.stderr)
    try:
        app(exit_on_error=False)
    except CycloptsError:
        sys.exit(2)
    except RosinError as error:
        print(f"rosin: {error}", file=sys.stderr)
        sys.exit(2 if isinstance(error, ParameterError) else 1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        print("rosin: stopped", file=sys.stderr)
        sys.exit(130)
