"""One of several kernels, chosen by a whole number while it sounds: what a scene does with a body or a law of one kind or another."""

from collections.abc import Sequence

from rosin.kernels.dialect import Kernel, kernel


def chosen(kernels: Sequence[Kernel]) -> Kernel:
    """The kernel of a kind: kernels (reals, wholes, at, i) become one (kind, reals, wholes, at, i)."""
    first = kernels[0]
    if len(kernels) == 1:

        @kernel
        def only(kind, reals, wholes, at, i):
            """There is but one."""
            return first(reals, wholes, at, i)

        return only
    others = chosen(kernels[1:])

    @kernel
    def one_of(kind, reals, wholes, at, i):
        """The first, or one of the others."""
        if kind == 0:
            return first(reals, wholes, at, i)
        return others(kind - 1, reals, wholes, at, i)

    return one_of
