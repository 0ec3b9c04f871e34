"""Which contacts of a scene feel each other: those that bodies which give way, and joints, connect."""

from rosin.scenes.scene import Scene


def grouped(scene: Scene) -> list[list[str]]:
    """Names of contacts, those that are connected together, in the order of the scene."""
    root = {name: name for name in scene.bodies}

    def top(name: str) -> str:
        while root[name] != name:
            name = root[name]
        return name

    for _, link in scene.links():
        if not scene.bodies[link.first].rigid and not scene.bodies[link.second].rigid:
            root[top(link.first)] = top(link.second)
    groups: dict[str, list[str]] = {}
    for name, touch in scene.contacts.items():
        gives = touch.second if scene.bodies[touch.first].rigid else touch.first
        key = f"{name}." if scene.bodies[gives].rigid else top(gives)
        groups.setdefault(key, []).append(name)
    return list(groups.values())
