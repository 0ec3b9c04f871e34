"""Instruments as an LV2 bundle: plugins, and what hosts read of them."""

from pathlib import Path

from rosin.export.controls import Control
from rosin.export.plugin import Plugin, Plugins, build_plugins

PREFIXES = {
    "atom": "http://lv2plug.in/ns/ext/atom#",
    "doap": "http://usefulinc.com/ns/doap#",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "lv2": "http://lv2plug.in/ns/lv2core#",
    "midi": "http://lv2plug.in/ns/ext/midi#",
    "pg": "http://lv2plug.in/ns/ext/port-groups#",
    "pprops": "http://lv2plug.in/ns/ext/port-props#",
    "pset": "http://lv2plug.in/ns/ext/presets#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
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
    build_plugins(plugins, folder, "lv2", plugin, lambda each: each.identity, lambda _: ())
    files = {
        "manifest.ttl": _manifest(plugins, plugin.name),
        **{f"{each.prefix}.ttl": _plugin(each) for each in plugins.listed},
        **{_presets_file(each): _prefixes() + "\n".join(_presets(each)) for each in plugins.listed if each.choices},
    }
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return [plugin, *(folder / name for name in files)]


def _prefixes() -> str:
    return "".join(f"@prefix {name}: <{place}> .\n" for name, place in PREFIXES.items()) + "\n"


def _manifest(plugins: Plugins, binary: str) -> str:
    places = [
        f"<{each.identity}>\n\ta lv2:Plugin ;\n\tlv2:binary <{binary}> ;\n\trdfs:seeAlso <{each.prefix}.ttl> .\n" for each in plugins.listed
    ]
    presets = [
        f"<{preset}>\n\ta pset:Preset ;\n\tlv2:appliesTo <{each.identity}> ;\n\trdfs:seeAlso <{_presets_file(each)}> .\n"
        for each in plugins.listed
        for preset in _preset_names(each)
    ]
    return _prefixes() + "\n".join([*places, *presets])


def _presets_file(plugin: Plugin) -> str:
    return f"{plugin.prefix}_presets.ttl"


def _preset_names(plugin: Plugin) -> list[str]:
    return [f"{plugin.identity}#preset_{library.name}" for library in plugin.choices]


def _presets(plugin: Plugin) -> list[str]:
    """One for each instrument that the first control chooses."""
    symbol = plugin.controls[0].symbol
    return [
        f'<{preset}>\n\ta pset:Preset ;\n\tlv2:appliesTo <{plugin.identity}> ;\n\trdfs:label "{quoted(library.title)}" ;\n'
        f'\tlv2:port [\n\t\tlv2:symbol "{symbol}" ;\n\t\tpset:value {float(place)!r}\n\t] .\n'
        for place, (preset, library) in enumerate(zip(_preset_names(plugin), plugin.choices, strict=True))
    ]


def quoted(words: str) -> str:
    """Words as a string of Turtle."""
    return words.replace("\\", "\\\\").replace('"', '\\"')


def _plugin(plugin: Plugin) -> str:
    controls = [_control(control) + (_choices(plugin) if place == 0 else "") for place, control in enumerate(plugin.controls)]
    ports = [*_messages(plugin), *_sound(plugin.channels), *controls, _latency()]
    listed = " ,\n".join(f"\t[\n{port.replace('{index}', str(index))}\n\t]" for index, port in enumerate(ports))
    named = "".join(_group(plugin, group) for group in sorted({control.group for control in plugin.controls}))
    kind = "lv2:InstrumentPlugin" if plugin.notes else "lv2:GeneratorPlugin"
    needed = "\tlv2:requiredFeature urid:map ;\n" if plugin.notes else ""
    return (
        f"{_prefixes()}<{plugin.identity}>\n\ta lv2:Plugin , {kind} , doap:Project ;\n"
        f'\tdoap:name "{quoted(plugin.title)}" ;\n\trdfs:comment "{quoted(plugin.summary)}" ;\n'
        f"\tdoap:license <http://opensource.org/licenses/mit> ;\n"
        f'\tdoap:maintainer [ a foaf:Person ; foaf:name "Rosin" ; foaf:homepage <urn:rosin> ] ;\n'
        f"\tlv2:minorVersion 0 ;\n\tlv2:microVersion 1 ;\n{needed}\tlv2:optionalFeature lv2:hardRTCapable ;\n"
        f"\tlv2:port\n{listed.replace('@ID@', plugin.identity)} .\n{named}"
    )


def _group(plugin: Plugin, group: str) -> str:
    symbol = _symbol(group)
    return f'\n<{plugin.identity}#{symbol}>\n\ta pg:InputGroup ;\n\tlv2:symbol "{symbol}" ;\n\tlv2:name "{quoted(group)}" .\n'


def _messages(plugin: Plugin) -> list[str]:
    if not plugin.notes:
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


def _choices(plugin: Plugin) -> str:
    """What the values of the first control stand for, where it chooses."""
    if not plugin.choices:
        return ""
    points = " , ".join(
        f'[ rdfs:label "{quoted(library.title)}" ; rdf:value {float(place)!r} ]' for place, library in enumerate(plugin.choices)
    )
    return f" ;\n\t\tlv2:portProperty lv2:integer , lv2:enumeration ;\n\t\tlv2:scalePoint {points}"


def _latency() -> str:
    entry = ENTRY.format(kinds="lv2:OutputPort , lv2:ControlPort", index="{index}", symbol="latency", name="Latency")
    told = f"lv2:minimum 0 ;\n\t\tlv2:maximum {LONGEST_LATENCY} ;\n\t\tlv2:designation lv2:latency"
    return f"{entry} ;\n\t\t{told} ;\n\t\tlv2:portProperty lv2:reportsLatency , lv2:integer"


def _symbol(group: str) -> str:
    return "group_" + "".join(letter if letter.isalnum() else "_" for letter in group)
