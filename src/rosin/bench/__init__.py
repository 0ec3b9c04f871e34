"""How fast Rosin is, on its own and beside its peers, measured in one run.

timing.py says how; contacts.py, hands.py and lanes.py what of Rosin is played, and catalogue.py all of it by name; targets.py where it
runs; starting.py how it starts; peers/ holds what it is compared with; measuring.py makes the run, tables.py and report.py the tables.
"""
