"""`rosin list`: the instruments."""


def list_instruments() -> None:
    """List the instruments, what each is, and its further presets."""
    from rich.console import Console

    from rosin.instruments.catalogue import catalogue

    console = Console(soft_wrap=True)
    for name, summary, presets in catalogue():
        console.print(f"  {name:16} {summary}", highlight=False, markup=False)
        for preset, words in presets:
            console.print(f"  {'':16} --preset {preset:12} {words}", style="dim", highlight=False, markup=False)
    console.print("\nrosin render NAME makes its sound, rosin show NAME explains it.", highlight=False, markup=False)
