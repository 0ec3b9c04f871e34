"""What the pages and the README show really runs, and leads somewhere."""

import json
import re
import shlex
from urllib.parse import urlsplit

import numpy as np
import pytest

import rosin
from making.blocks import blocks
from making.notebook import BlockError, Notebook
from pages import EVERY, PAGES, README, ROOT, blocks_of, name, text
from rosin import Contact, Gesture, Hand, InertialMass, render
from rosin.cli.commands import app
from rosin.interactions.interaction import Interaction

ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
STEPS = {ROOT / "docs/pages/first_sound.md"}  # played by test_newcomer.py
RUN = [page for page in EVERY if page not in STEPS and any(block.runs(building=False) for block in blocks(text(page)))]


@pytest.fixture
def own_laws():
    """Laws that a page defines are gone after it."""
    before = dict(Interaction.registry)
    yield
    for law in set(Interaction.registry) - set(before):
        Interaction.registry.pop(law, None)


@pytest.mark.sweep
@pytest.mark.parametrize("page", RUN, ids=name)
def test_the_code_of_a_page_runs(page, tmp_path, own_laws):
    notebook = Notebook(tmp_path)
    for _ in notebook.run(text(page), building=False):
        pass
    check = CHECKS.get(page.relative_to(ROOT).as_posix())
    if check:
        check(notebook.scope, tmp_path)


def readme(scope, folder):
    assert {"glass.wav", "glass.png"} <= {path.name for path in folder.iterdir()}
    assert scope["sound"].peak > 0.01


def contacts(scope, folder):
    assert {"rub.wav", "rub.png", "bar.wav", "bar.png"} <= {path.name for path in folder.iterdir()}
    assert scope["block"].shape == (1, 128)
    assert all(sound.peak > 0 for sound in scope["sounds"])


def maps(scope, folder):
    assert (folder / "window.png").exists()
    assert scope["first"].growth_rate(0.1, 1.5) > 0
    assert 50 < scope["rate"] < 300


def bowed_strings(scope, folder):
    assert scope["heard"].duration == pytest.approx(2.5)
    assert scope["seen"].regime == "Helmholtz"
    assert np.abs(scope["board"].errors).max() < 5


def own_glass(scope, folder):
    assert abs(rosin.analysis.cents(scope["found"], scope["lowest"])) < 30
    assert json.loads((folder / "tumbler.json").read_text())["name"] == "tumbler"


def own_law(scope, folder):
    assert scope["sound"].diagnostics.energy_error < 1e-12
    first = scope["first"]
    assert first.growth_rate(0.01, 1.0) < 0 < first.growth_rate(0.06, 1.0)
    sung = scope["sound"].audio[0, 48_000:96_000]
    assert rosin.analysis.pitch(sung, 48_000, near=523.25) == pytest.approx(523.25, rel=0.01)


def adding_a_law(scope, folder):
    contact = Contact(Hand(), scope["Viscous"](2.0), InertialMass(1.0))
    sound = render(contact, Gesture(velocity=1.0, normal_force=1.0), duration=1.0, record=("relative_velocity", *ENERGIES))
    assert rosin.Viscous is scope["Viscous"]
    assert sound.diagnostics.energy_error < 1e-12
    assert sound.traces["relative_velocity"][-1] == pytest.approx(0.1353, rel=1e-3)


def laws(scope, folder):
    a = 1 + 0.6 * 2.0
    assert scope["gone"] == pytest.approx(-(1 + scope["lambertw"](-a * np.exp(-a)).real) / 0.6, rel=1e-4)


CHECKS = {
    "README.md": readme,
    **{
        f"docs/pages/{page}.md": check
        for page, check in {
            "guide/contacts": contacts,
            "guide/maps": maps,
            "guide/bowed_strings": bowed_strings,
            "tutorials/own_glass": own_glass,
            "tutorials/own_law": own_law,
            "code/adding_a_law": adding_a_law,
            "physics/laws": laws,
        }.items()
    },
}


def test_every_command_is_understood():
    lines = [line for page in EVERY for block in blocks_of(page, "sh") for line in block.commands]
    commands = [shlex.split(part, comments=True) for line in lines for part in line.split("&&") if part.strip().startswith("rosin ")]
    for command in commands:
        app.parse_args(command[1:], exit_on_error=False, print_error=False)
    assert len(commands) > 50
    for line in lines:
        if line.startswith("make "):
            assert re.search(rf"^{line.split()[1]}:", text("Makefile"), re.MULTILINE), line


def test_files_that_a_page_shows_are_read():
    gesture, bar = (blocks_of(ROOT / f"docs/pages/guide/{page}.md", "json")[0].code for page in ("instruments", "contacts"))
    assert set(Gesture.from_dict(json.loads(gesture)["gesture"]).controls) == {"velocity", "normal_force"}
    assert Contact.from_dict(json.loads(bar)["contact"])


def test_every_law_body_and_instrument_is_named():
    contacts, instruments = text("docs/pages/guide/contacts.md"), text("docs/pages/guide/instruments.md")
    for part in set(Interaction.registry) & set(rosin.__all__):
        assert f"`{part}`" in contacts, part
        assert f"`{part}`" in text("docs/pages/physics/laws.md"), part
    for instrument in rosin.instrument_names():
        assert f"`{instrument}`" in instruments, instrument


def test_links_between_pages_lead_somewhere():
    made = ("gallery/", "reference/", "commands.md", "papers/", "rosin.png")  # by the build, which follows all links itself
    for page in EVERY:
        for address in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", text(page), flags=re.DOTALL)):
            parts = urlsplit(address)
            target = (page.parent / parts.path).resolve()
            pages = ROOT / "docs/pages"
            if parts.scheme or (target.is_relative_to(pages) and str(target.relative_to(pages)).startswith(made)):
                continue
            assert target.exists(), f"{name(page)} leads to {address}"
            if parts.fragment:
                headings = re.findall(r"^#+ (.*)$", target.read_text(), re.MULTILINE)
                assert parts.fragment in {re.sub(r"[^\w]+", "-", heading.lower()).strip("-") for heading in headings}, address


def test_every_page_stands_in_the_navigation():
    listed = re.findall(r"[\w/]+\.md", text("mkdocs.yml"))
    for page in PAGES:
        assert str(page.relative_to(ROOT / "docs/pages")) in listed, page


def test_the_readme_is_for_newcomers():
    """A screen and a half: its tables lie in the pages."""
    assert len(text(README).splitlines()) < 80


def test_a_block_that_fails_says_which(tmp_path):
    with pytest.raises(BlockError, match=r"does not run:\n\n1 / 0"):
        list(Notebook(tmp_path).run("```python\n1 / 0\n```\n", building=False))
    with pytest.raises(BlockError, match="kazoo"):
        list(Notebook(tmp_path).run("```{.sh .run}\nrosin render kazoo\n```\n", building=False))
    with pytest.raises(Exception, match="--loud"):
        app.parse_args(["render", "door", "--loud"], exit_on_error=False, print_error=False)
