"""How fast Rosin is, on its own and beside its peers, measured in one run.

timing.py says how, contacts.py what of Rosin is played, targets.py where it runs, peers/ holds what it is compared with,
measuring.py makes the run, report.py the table.
"""
