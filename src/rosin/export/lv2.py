"""Instruments as an LV2 bundle: plugins, and what hosts read of them."""

from pathlib import Path

from rosin.export.controls import Control
from rosin.export.library import Library
from rosin.export.plugin import Plugins, build_plugins, identity

PREFIXES = {
    "atom": "http://lv2plug.in/ns/ext/atom#",
    "doap": "http://usefulinc.com/ns/doap#",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "lv2": "http://lv2plug.in/ns/lv2core#",
    "midi": "http://lv2plug.in/ns/ext/midi#",
    "pg": "http://lv2plug.in/ns/ext/port-groups#",
    "pprops": "http://lv2plug.in/ns/ext/port-props#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "units": "http://lv2plug.in/ns/extensions/units#",
    "urid": "http://lv2plug.in/ns/ext/urid#",
}
UNITS = {"dB": "units:db", "Hz": "units:hz", "s": "units:s", "m": "units:m", "semitones": "units:semitone12TET"}
LONGEST_LATENCY = 8192
ENTRY = '\t\ta {kinds} ;\n\t\tlv2:index {index} ;\n\t\tlv2:symbol "{symbol}" ;\n\t\tlv2:name "{name}"'


def write_lv2(plugins: Plugins, folder: Path) -> list[Path]:
    """The bundle."""
    plugin = folder / f"{plugins.prefix}{plugins.platform.ending}"
    build_plugins(plugins, folder, "lv2", plugin, identity, lambda _: ())
    files = {
        "manifest.ttl": _manifest(plugins, plugin.name),
        **{f"{library.prefix}.ttl": _plugin(library) for library in plugins.libraries},
    }
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return [plugin, *(folder / name for name in files)]


def _prefixes() -> str:
    return "".join(f"@prefix {name}: <{place}> .\n" for name, place in PREFIXES.items()) + "\n"


def _manifest(plugins: Plugins, binary: str) -> str:
    places = (
        f"<{identity(library)}>\n\ta lv2:Plugin ;\n\tlv2:binary <{binary}> ;\n\trdfs:seeAlso <{library.prefix}.ttl> .\n"
        for library in plugins.libraries
    )
    return _prefixes() + "\n".join(places)


def quoted(words: str) -> str:
    """Words as a string of Turtle."""
    return words.replace("\\", "\\\\").replace('"', '\\"')


def _plugin(library: Library) -> str:
    it = library.exported
    ports = [*_messages(library), *_sound(it.heard), *map(_control, it.controls), _latency()]
    listed = " ,\n".join(f"\t[\n{port.replace('{index}', str(index))}\n\t]" for index, port in enumerate(ports))
    named = "".join(_group(library, group) for group in sorted({control.group for control in it.controls}))
    kind = "lv2:InstrumentPlugin" if it.notes else "lv2:GeneratorPlugin"
    needed = "\tlv2:requiredFeature urid:map ;\n" if it.notes else ""
    return (
        f"{_prefixes()}<{identity(library)}>\n\ta lv2:Plugin , {kind} , doap:Project ;\n"
        f'\tdoap:name "Rosin {quoted(library.title)}" ;\n\trdfs:comment "{quoted(library.summary)}" ;\n'
        f"\tdoap:license <http://opensource.org/licenses/mit> ;\n"
        f'\tdoap:maintainer [ a foaf:Person ; foaf:name "Rosin" ; foaf:homepage <urn:rosin> ] ;\n'
        f"\tlv2:minorVersion 0 ;\n\tlv2:microVersion 1 ;\n{needed}\tlv2:optionalFeature lv2:hardRTCapable ;\n"
        f"\tlv2:port\n{listed.replace('@ID@', identity(library))} .\n{named}"
    )


def _group(library: Library, group: str) -> str:
    symbol = _symbol(group)
    return f'\n<{identity(library)}#{symbol}>\n\ta pg:InputGroup ;\n\tlv2:symbol "{symbol}" ;\n\tlv2:name "{quoted(group)}" .\n'


def _messages(library: Library) -> list[str]:
    if library.exported.notes is None:
        return []
    entry = ENTRY.format(kinds="lv2:InputPort , atom:AtomPort", index="{index}", symbol="messages", name="Messages")
    return [f"{entry} ;\n\t\tatom:bufferType atom:Sequence ;\n\t\tatom:supports midi:MidiEvent ;\n\t\tlv2:designation lv2:control"]


def _sound(channels: int) -> list[str]:
    names = ["Sound"] if channels == 1 else ["Left", "Right"]
    kinds = "lv2:OutputPort , lv2:AudioPort"
    return [ENTRY.format(kinds=kinds, index="{index}", symbol=f"out_{place + 1}", name=name) for place, name in enumerate(names)]


def _control(control: Control) -> str:
    entry = ENTRY.format(kinds="lv2:InputPort , lv2:ControlPort", index="{index}", symbol=control.symbol, name=quoted(control.label))
    entry += (
        f" ;\n\t\tlv2:default {float(control.value)!r} ;\n\t\tlv2:minimum {float(control.low)!r} ;\n\t\tlv2:maximum {float(control.high)!r}"
    )
    entry += f" ;\n\t\tpg:group <@ID@#{_symbol(control.group)}>"
    if control.logarithmic:
        entry += " ;\n\t\tlv2:portProperty pprops:logarithmic"
    if control.unit in UNITS:
        entry += f" ;\n\t\tunits:unit {UNITS[control.unit]}"
    elif control.unit:
        unit = quoted(control.unit)
        entry += f' ;\n\t\tunits:unit [ a units:Unit ; rdfs:label "{unit}" ; units:symbol "{unit}" ; units:render "%f {unit}" ]'
    return entry


def _latency() -> str:
    entry = ENTRY.format(kinds="lv2:OutputPort , lv2:ControlPort", index="{index}", symbol="latency", name="Latency")
    told = f"lv2:minimum 0 ;\n\t\tlv2:maximum {LONGEST_LATENCY} ;\n\t\tlv2:designation lv2:latency"
    return f"{entry} ;\n\t\t{told} ;\n\t\tlv2:portProperty lv2:reportsLatency , lv2:integer"


def _symbol(group: str) -> str:
    return "group_" + "".join(letter if letter.isalnum() else "_" for letter in group)
