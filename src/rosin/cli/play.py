"""`rosin play`: an instrument through a sound card or JACK, live."""

import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from rosin.cli.progress import progress_bar
from rosin.cli.serving import checked_port
from rosin.model.errors import ParameterError, RosinError

if TYPE_CHECKING:
    from rosin.live.session import Output, Session

PUMPED, DRAWN = 0.004, 0.05  # s from one look at what came home to the next, and from picture to picture


def play(
    name: str = "",
    /,
    *,
    to: Literal["auto", "jack", "card"] = "auto",
    device: str | None = None,
    devices: Annotated[bool, Parameter(negative="")] = False,
    rate: int | None = None,
    buffer: int | None = None,
    preset: str = "",
    changes: Annotated[list[str] | None, Parameter(name="--set", consume_multiple=True, negative="")] = None,
    take: Path | None = None,
    replay: Path | None = None,
    midi: str | None = None,
    osc: int | None = None,
    gamepad: Path | None = None,
    haptics: int | None = None,
    desk: Annotated[list[str] | None, Parameter(consume_multiple=True, negative="")] = None,
    seconds: float | None = None,
    connect: bool = True,
    view: bool = True,
    force: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Play an instrument live: its kernels run in the sound server's own thread, Python only hands over what hands do.

    Parameters
    ----------
    name
        An instrument (rosin list), or a file with one.
    to
        jack, card (PortAudio), or auto: JACK where a server runs, else the sound card.
    device
        Sound card by number or a part of its name; --devices lists them.
    devices
        List sound cards, and play nothing.
    rate
        Samples per second, Hz; by default 48000, or what the JACK server has.
    buffer
        Frames of a block; by default 128, or what the JACK server has.
    preset
        A further preset of the instrument (rosin list), or an instrument file.
    changes
        Parameters by path, such as interaction.static_friction=0.9; rosin show NAME has them all.
    take
        Record to this .wav; beside it go a .take, which --replay plays again, and a .gesture.json for rosin render NAME --gesture.
    replay
        A .take to play again: without a sound card, into the .wav that --take names.
    midi
        Hear notes of the MIDI port with this in its name; "own" makes one that others connect to. JACK has rosin:notes in any case.
    osc
        Listen for OSC on this port of this machine, 0 for a free one; /rosin/list tells all addresses.
    gamepad
        Device of a gamepad, such as /dev/input/js0.
    haptics
        Answer a haptic device on this port of this machine, 0 for a free one; examples/haptics.py joins one.
    desk
        What the haptic desk is like: plane=400 wall=1500 (N/m) left=-0.1 right=0.1 (m) scale=1000 cutoff=200 (Hz).
    seconds
        Stop after so long; by default play until Q or Ctrl-C.
    connect
        Connect to the speakers of JACK.
    view
        Show level and regime in the terminal, which is also a pad for the mouse and a keyboard for notes.
    force
        Overwrite existing files.
    """
    if devices:
        from rosin.live.card import devices as listed

        print("\n".join(listed()) or "There is no sound card.")
        return
    if seconds is not None and not 0 < seconds < float("inf"):
        raise ParameterError(f"--seconds {seconds} is not allowed; it must be more than 0.")
    if replay is not None:
        _replay(replay, take, seconds, force)
        return
    if not name:
        raise ParameterError("Say what to play: rosin play wineglass; rosin list has them all.")
    from rosin.instruments.opening import instrument as opened
    from rosin.live.hands import SessionHands
    from rosin.live.session import Session, described
    from rosin.model.paths import parse_changes

    instrument = opened(name, preset).with_changes(parse_changes(changes))
    if instrument.setup.not_live:
        raise ParameterError(f"{instrument.name} cannot be played live: {instrument.setup.not_live}")
    if desk and haptics is None:
        raise ParameterError("--desk is for a haptic device: give --haptics PORT too.")
    listening = _listening(midi, osc, gamepad, haptics, parse_changes(desk))
    try:
        output = _output(to, device, rate, buffer, connect)
        try:
            with progress_bar(f"compiling {instrument.name}"):
                session = Session(instrument, output, take=take, overwrite=force)
        except BaseException:
            output.close()
            raise
        hands = SessionHands(session)
        for each in listening:
            each.start(session, hands)
        print(f"{instrument.name} sounds through {described(output)} (stop it with Ctrl-C)", flush=True)
        if session.silent:
            print(session.silent, flush=True)
        gone = _sound(session, hands, listening, seconds, view and sys.stdin.isatty() and sys.stdout.isatty())
    finally:
        for each in listening:
            each.close()
    _farewell(session)
    if gone:
        raise RosinError(f"{gone} The take is kept." if take else gone)


def _listening(midi: str | None, osc: int | None, gamepad: Path | None, haptics: int | None, desk: dict[str, Any]) -> list[Any]:
    """Who is listened to, each ready to start."""
    found: list[Any] = []
    if osc is not None:
        from rosin.live.osc import OscServer

        found.append(OscServer(checked_port(osc, "--osc")))
        print(f"OSC is heard on {found[-1].host}:{found[-1].port}", flush=True)
    if haptics is not None:
        from rosin.haptics.server import HapticServer

        found.append(HapticServer(checked_port(haptics, "--haptics"), desk))
        print(f"A haptic device is answered on {found[-1].host}:{found[-1].port}", flush=True)
    if midi is not None:
        from rosin.live.midi_in import MidiIn

        found.append(MidiIn(midi))
    if gamepad is not None:
        from rosin.live.gamepad import Gamepad

        found.append(Gamepad(gamepad))
    return found


def _farewell(session: "Session") -> None:
    """Stop, and say what is left behind and how it went."""
    state, late, xruns = session.engine.state, session.late, session.xruns
    for path in session.close():
        print(path)
    kept = f", {state.lost_heard} frames not recorded" if state.lost_heard else ""
    print(f"{state.frame / session.output.sample_rate:.1f} s played, {late} blocks late, {xruns} xruns{kept}")


def _output(to: str, device: str | None, rate: int | None, buffer: int | None, connect: bool) -> "Output":
    """What is played through."""
    from rosin.live.jack_output import JackOutput, jack_runs

    if to == "jack" or (to == "auto" and device is None and jack_runs()):
        if device is not None:
            raise ParameterError("--device is for a sound card (--to card); a JACK server has its own.")
        return JackOutput(sample_rate=rate, buffer=buffer, connect=connect)
    from rosin.live.card import CardOutput

    return CardOutput(device=device, sample_rate=rate, buffer=buffer)


def _sound(session: "Session", hands: Any, listening: list[Any], seconds: float | None, view: bool) -> str:
    """Play until it is enough; why it ended, where the output did."""
    from rosin.live.terminal import Terminal

    terminal = Terminal(session, hands) if view else None
    stopped: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: stopped.append(number))
    begin = drawn = time.monotonic()
    if terminal:
        terminal.open()
    try:
        while not stopped and not (terminal and terminal.stopped):
            session.pump()
            if gone := session.gone:
                return gone
            for each in list(listening):
                if words := each.read():
                    listening.remove(each)
                    print(f"rosin: {words}", file=sys.stderr)
            now = time.monotonic()
            if seconds is not None and now - begin > seconds:
                break
            if terminal:
                terminal.read()
                if now - drawn > DRAWN:
                    drawn = now
                    terminal.draw()
            time.sleep(PUMPED)
    finally:
        if terminal:
            terminal.close()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
    return ""


def _replay(replay: Path, take: Path | None, seconds: float | None, force: bool) -> None:
    """A take again, as a sound file."""
    from rosin.live.replay import replay as again
    from rosin.live.take import read_take
    from rosin.sound.levels import FULL_SCALE
    from rosin.sound.sound import Sound, check_sound_file

    if take is None:
        raise ParameterError("Say where the take goes: rosin play --replay mine.take --take again.wav")
    check_sound_file(take, 32, overwrite=force)
    recorded = read_take(replay)
    with progress_bar(f"playing {replay.name}"):
        sound = Sound(again(recorded, seconds), recorded.sample_rate, unit=FULL_SCALE)
    sound.save(take, bits=32, overwrite=force)
    print(f"{take}: {sound.duration:.3g} s of {recorded.instrument.name}")
