"""The commands of the command line: each is a file of this folder, read when it is called."""

from cyclopts import App

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
    ("play", "play:play", "An instrument through a sound card or JACK, live."),
    ("studio", "studio:studio", "A page to play every instrument in the browser."),
    ("study", "study:study", "A listening or playing test in the browser, with its figures."),
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
