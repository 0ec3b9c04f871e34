"""Run as a program with the name of a function below: it does that and says how many CPU seconds it took.

What begins with the process counts from its very start; all else counts from when what it needs has been imported.
"""

import sys
import time


def import_rosin() -> float:
    """The package alone, which loads the rest when it is asked for."""
    begin = time.process_time()
    import rosin  # noqa: F401

    return time.process_time() - begin


def import_a_contact() -> float:
    """With all that a contact needs to sound."""
    begin = time.process_time()
    from rosin import Contact, ElastoPlastic, Gesture, Hand, Modal, render  # noqa: F401

    return time.process_time() - begin


def contact() -> float:
    """A second of rubbed modes, from the start of the process."""
    from rosin import Contact, ElastoPlastic, Gesture, Hand, Modal, render

    modes = Modal(frequencies=(300, 470, 640), decay_times=0.3, masses=0.05)
    rubbed = Contact(exciter=Hand(), interaction=ElastoPlastic(), resonator=modes)
    render(rubbed, Gesture(velocity=0.1, normal_force=1.0), duration=1.0)
    return time.process_time()


def instrument() -> float:
    """A second of an instrument with its output chain, from the start of the process."""
    from rosin import instrument as opened

    opened("wineglass").render(duration=1.0)
    return time.process_time()


def combination() -> float:
    """Parts that never sounded in this process, until they sound together."""
    from rosin import Contact, ElastoPlastic, Hand, InertialMass, MassSpringDamper, Modal, Stribeck, Voice

    mode, moves = Modal(frequencies=(300,), decay_times=0.3, masses=0.05), {"velocity": 0.1, "normal_force": 1.0}
    Voice(Contact(exciter=Hand(), interaction=ElastoPlastic(), resonator=mode)).process(128, moves)
    begin = time.process_time()
    mass = InertialMass(mass=0.03, spring_stiffness=800.0, spring_damping=1.0)
    spring = MassSpringDamper(mass=0.1, stiffness=1e5, damping=0.5)
    Voice(Contact(exciter=mass, interaction=Stribeck(), resonator=spring)).process(128, moves)
    return time.process_time() - begin


def combination_in_use() -> float:
    """Parts that have all sounded, but never together."""
    from rosin import Contact, ElastoPlastic, Hand, MassSpringDamper, Modal, Stribeck, Voice

    mode, spring = Modal(frequencies=(300,), decay_times=0.3, masses=0.05), MassSpringDamper(mass=0.1, stiffness=1e5, damping=0.5)
    moves = {"velocity": 0.1, "normal_force": 1.0}
    for law, body in ((ElastoPlastic(), mode), (Stribeck(), spring)):
        Voice(Contact(exciter=Hand(), interaction=law, resonator=body)).process(128, moves)
    begin = time.process_time()
    Voice(Contact(exciter=Hand(), interaction=Stribeck(), resonator=mode)).process(128, moves)
    return time.process_time() - begin


def front_end() -> float:
    """Kernels into LLVM text, for a program of the largest parts: a string that rubs another of another kind."""
    from rosin.bodies.stiff_string import StiffString
    from rosin.bodies.waveguide_string import WaveguideString
    from rosin.engine.compiling import one_voice
    from rosin.engine.composition import compose
    from rosin.interactions.elasto_plastic import ElastoPlastic
    from rosin.textures.fractal import Fractal

    program = compose(StiffString.kernels, ElastoPlastic().kernels, WaveguideString.kernels, Fractal.kernels)
    begin = time.process_time()
    one_voice(program)
    return time.process_time() - begin


def all_parts() -> float:
    """Every body, law, texture and filter, and the loops that join them."""
    from typing import Any

    from rosin.bodies.body import Body
    from rosin.engine import composition, filter, series
    from rosin.engine.linking import in_parts, part_addresses
    from rosin.interactions.elasto_plastic import ElastoPlastic
    from rosin.interactions.interaction import Interaction
    from rosin.rooms.room import Room
    from rosin.sound.output.chain import OutputChain
    from rosin.soundboxes.modal_box import ModalBox
    from rosin.textures.texture import Texture

    kinds: tuple[Any, ...] = (Body, Interaction, Texture)
    parts = {kind: list(kind.registry.values()) for kind in kinds}
    begin = time.process_time()
    bodies, textures = ([part.kernels for part in parts[kind]] for kind in (Body, Texture))
    laws = [law().kernels for law in parts[Interaction]] + [ElastoPlastic(solver="linear").kernels]
    for kernels in {*bodies, *laws, *textures}:
        part_addresses(kernels)
    in_parts(composition.compose(bodies[0], laws[0], bodies[0], textures[0]))
    for filtering in (OutputChain.kernels, ModalBox.kernels, Room.kernels):
        in_parts(filter.compose(filtering))
    in_parts(series.compose(Room.kernels, OutputChain.kernels))
    return time.process_time() - begin


def help_page() -> float:
    """`rosin --help`, from the start of the process."""
    import contextlib
    import io
    import runpy

    sys.argv = ["rosin", "--help"]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        runpy.run_module("rosin", run_name="__main__")
    return time.process_time()


if __name__ == "__main__":
    print(globals()[sys.argv[1]]())
