"""What Lighthouse says of the studio: accessibility and best practices of the cabinet and of some stages, on a desk and on a phone.

python benchmarks/lighthouse.py [PROGRAM]     PROGRAM is Lighthouse's own, by default the one that npx finds (npm install lighthouse)

Fails where a score is below 95.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import threading

import uvicorn

from rosin.studio.server import application

LEAST = 95
PAGES = ("", "#violin", "#wineglass", "#marimba", "#chalk", "#bell", "#door")
CATEGORIES = ("accessibility", "best-practices")
FORMS = {"desk": ["--preset=desktop"], "phone": []}  # a phone is its default


def audited(program: list[str], address: str, form: list[str]) -> tuple[dict[str, int], list[str]]:
    """The scores of a page, and what is not perfect on it."""
    words = [address, *form, f"--only-categories={','.join(CATEGORIES)}", "--output=json", "--quiet"]
    words += ["--chrome-flags=--headless=new --no-sandbox --autoplay-policy=no-user-gesture-required"]
    chromium = {"CHROME_PATH": shutil.which("chromium") or ""}
    done = subprocess.run([*program, *words], capture_output=True, text=True, check=True, env=os.environ | chromium)
    report = json.loads(done.stdout)
    scores = {name: round(100 * report["categories"][name]["score"]) for name in CATEGORIES}
    return scores, [audit["title"] for audit in report["audits"].values() if audit["score"] is not None and audit["score"] < 1]


def main(program: str = "") -> None:
    """One run."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(application(["127.0.0.1"]), log_level="warning"))
    threading.Thread(target=lambda: server.run(sockets=[listener]), daemon=True).start()
    worst = 100
    for page in PAGES:
        for form, options in FORMS.items():
            address = f"http://127.0.0.1:{listener.getsockname()[1]}/{page}"
            scores, imperfect = audited([program] if program else ["npx", "lighthouse"], address, options)
            print(
                f"{page or 'cabinet':12} {form:6}", *(f"{name} {score}" for name, score in scores.items()), *imperfect, sep="  ", flush=True
            )
            worst = min(worst, *scores.values())
    sys.exit(0 if worst >= LEAST else f"the lowest score is {worst}; {LEAST} is wanted")


if __name__ == "__main__":
    main(*sys.argv[1:2])
