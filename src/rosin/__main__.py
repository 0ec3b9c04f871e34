"""`python -m rosin`: the command line."""

from rosin.cli import main

main()
