"""Renders the invented people in public resume themes, to PDF files.

    python3.11 render.py FOLDER [THEME ...]

Without themes, it renders all of `themes.tsv`. Everything that it fetches or makes is in FOLDER. `FOLDER/pdf/THEME__PERSON.pdf` are the
resumes. `FOLDER/truth.jsonl` is what they show.
"""
import concurrent.futures
import csv
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import documents
import offline

HERE = pathlib.Path(__file__).parent
PEOPLE = sorted((HERE / "people").glob("*.json"))
DOCUMENTS = {"current": documents.current, "old": documents.old, "strict": documents.strict}
BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
# Nothing listens on this port, so a program that uses the proxy reaches no host.
DEAD_PROXY = "http://127.0.0.1:9"
# One resume takes a few seconds. A busy machine needs more.
SECONDS = 180


@dataclasses.dataclass(frozen=True)
class Theme:
    """A row of `themes.tsv`. README.md describes the columns."""

    theme: str
    package: str
    version: str
    licence: str
    held_back: str
    place: str
    document: str

    def write(self, person):
        if self.document == "rendercv":
            return documents.rendercv(person, self.theme.removeprefix("rendercv23-"))
        return DOCUMENTS[self.document](person)


def themes():
    with (HERE / "themes.tsv").open(encoding="utf-8") as file:
        return [Theme(**row) for row in csv.DictReader(file, delimiter="\t")]


class Folder:
    """The folder for the packages and for the files that are made."""

    def __init__(self, path):
        self.path = pathlib.Path(path).resolve()
        self.bin = self.path / "venv" / "bin"
        self.modules = self.path / "node" / "node_modules"
        for name in ("pdf", "html"):
            (self.path / name).mkdir(parents=True, exist_ok=True)

    def environment(self):
        """Returns the environment of a program that keeps its files in the folder."""
        return os.environ | {"TZ": "UTC", "LANG": "C.UTF-8", "XDG_CACHE_HOME": str(self.path / "cache")}

    def run(self, command, **options):
        """Runs a program without a network, and returns why it failed, or None."""
        proxies = {"http_proxy": DEAD_PROXY, "https_proxy": DEAD_PROXY}
        options = {"env": self.environment() | proxies, "capture_output": True, "text": True, "timeout": SECONDS} | options
        try:
            result = subprocess.run(command, **options)
        except subprocess.TimeoutExpired:
            return f"it took more than {SECONDS} seconds"
        return f"code {result.returncode}: {(result.stderr + result.stdout).strip()}" if result.returncode else None


def install(folder):
    """Installs what is missing. Scripts of npm packages do not run."""
    if not folder.bin.exists():
        subprocess.run([sys.executable, "-m", "venv", folder.path / "venv"], check=True)
        subprocess.run([folder.bin / "pip", "install", "-q", "-r", HERE / "requirements.txt"], check=True)
    if not folder.modules.exists():
        shutil.copytree(HERE, folder.path / "node", ignore=lambda _, names: {it for it in names if not it.startswith("package")})
        command = ["npm", "ci", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund"]
        subprocess.run(command, cwd=folder.path / "node", check=True)
    shutil.copy(HERE / "html.mjs", folder.path / "node")
    # Typst fetches the package that draws RenderCV's icons when a document names it.
    icons = "import typst; typst.compile(b'#import \"@preview/fontawesome:0.5.0\": fa-icon', output=None)"
    subprocess.run([folder.bin / "python", "-c", icons], env=folder.environment(), check=True)


def render(folder, theme, person):
    """Renders a person in a theme, and returns why that failed, or None."""
    number = person.stem
    made = folder.path / "html" / theme.theme
    made.mkdir(exist_ok=True)
    pdf = folder.path / "pdf" / f"{theme.theme}__{number}.pdf"
    pdf.unlink(missing_ok=True)
    resume = json.loads(person.read_text(encoding="utf-8"))
    document = made / f"{number}.json"
    document.write_text(json.dumps(theme.write(resume), ensure_ascii=False, indent=1), encoding="utf-8")
    if theme.document == "rendercv":
        # JSON is YAML too.
        command = [folder.bin / "rendercv", "render", document, "--pdf-path", pdf, "-nopng", "-nohtml", "-nomd"]
        error = folder.run(command, cwd=made)
    else:
        html = made / f"{number}.html"
        command = ["node", "html.mjs", theme.package, document, html]
        error = folder.run(command, cwd=folder.path / "node") or print_page(folder, html, pdf)
    return error or (None if pdf.exists() else "it made no PDF file")


def print_page(folder, html, pdf):
    """Prints a page with the browser."""
    text = html.read_text(encoding="utf-8", errors="replace")
    html.write_text(offline.with_local_links(text, folder.modules, html.parent), encoding="utf-8")
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.exit("There is no Chromium. Install one of: " + ", ".join(BROWSERS))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [
            browser, "--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync",
            "--allow-file-access-from-files", "--host-resolver-rules=MAP * ~NOTFOUND", f"--proxy-server={DEAD_PROXY}",
            f"--user-data-dir={profile}", f"--print-to-pdf={pdf}", "--no-pdf-header-footer", html.as_uri(),
        ]
        # Chromium has no sandbox for root.
        command += ["--no-sandbox"] if os.geteuid() == 0 else []
        # Three seconds of the page's own time are enough for scripts. A page that never rests is printed as it loads.
        folder.run([*command, "--virtual-time-budget=3000"])
        return None if pdf.exists() else folder.run(command)


def main():
    folder, wanted = Folder(sys.argv[1]), sys.argv[2:]
    chosen = [it for it in themes() if it.theme in wanted or not wanted]
    if unknown := set(wanted) - {it.theme for it in chosen}:
        sys.exit(f"themes.tsv has no theme {', '.join(sorted(unknown))}.")
    install(folder)
    failed = 0
    for theme in chosen:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            errors = list(pool.map(lambda person: render(folder, theme, person), PEOPLE))
        failed += len(PEOPLE) - errors.count(None)
        print(f"{theme.theme}: {errors.count(None)} of {len(PEOPLE)}", flush=True)
        for person, error in zip(PEOPLE, errors):
            if error:
                print(f"  person {person.stem}: {error[:500]}", file=sys.stderr)
    subprocess.run([folder.bin / "python", HERE / "shown.py", folder.path], check=True)
    sys.exit(f"{failed} resumes could not be rendered." if failed else 0)


if __name__ == "__main__":
    main()
