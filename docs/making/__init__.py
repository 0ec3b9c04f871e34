"""What makes the documentation: `python -m making`, with the folder docs on the path, as `make docs` says it.

Pages whose code is run, the gallery, the command line, the reference, the papers, the site, and a check of it.
"""
