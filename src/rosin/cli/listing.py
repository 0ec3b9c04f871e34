"""`rosin list`: the instruments."""


def list_instruments() -> None:
    """List the instruments by family, what each is, and its further presets."""
    from rich.console import Console

    from rosin.instruments.catalogue import catalogue
    from rosin.instruments.families import HEADINGS

    console = Console(soft_wrap=True)
    everything = catalogue()
    for family, heading in HEADINGS.items():
        standing = [each for each in everything if each.family == family]
        if standing:
            console.print(heading, style="bold", highlight=False, markup=False)
        for each in standing:
            console.print(f"  {each.name:16} {each.summary}", highlight=False, markup=False)
            for further in each.presets:
                console.print(f"  {'':16} --preset {further.preset:12} {further.summary}", style="dim", highlight=False, markup=False)
    console.print("\nrosin render NAME makes its sound, rosin show NAME explains it.", highlight=False, markup=False)
