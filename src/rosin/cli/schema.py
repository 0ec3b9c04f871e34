"""`rosin schema`: what instrument, scene, contact and gesture files may hold."""

import json
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter


def schema(
    kind: Literal["instrument", "scene", "contact", "gesture"] = "instrument",
    /,
    *,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    force: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Print the JSON schema (draft 2020-12) of instrument, scene, contact or gesture files.

    Parameters
    ----------
    kind
        instrument, scene, contact or gesture.
    output
        File to write it to.
    force
        Overwrite an existing file.
    """
    from rosin.cli.description_schema import contact_schema, scene_schema
    from rosin.instruments.schema import instrument_schema
    from rosin.model.files import check_writable, fresh_file
    from rosin.playing.schema import gesture_schema

    schemas = {"instrument": instrument_schema, "scene": scene_schema, "contact": contact_schema, "gesture": gesture_schema}
    text = json.dumps(schemas[kind](), indent=2, ensure_ascii=False)
    if output is None:
        print(text)
        return
    check_writable(output, force)
    with fresh_file(output) as file:
        file.write(f"{text}\n".encode())
    print(output)
