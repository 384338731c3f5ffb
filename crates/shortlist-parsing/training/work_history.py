"""Trains the trees of the reader of work history and education, measures them by cross-validation, and writes `data/work_history.bin`.

    python3 work_history.py --real REAL --corpus CORPUS --invented INVENTED [--measure] [--write FILE]

REAL and INVENTED are the files that `cargo run -p shortlist-benches --example learning` wrote for the labelled resumes and for the invented ones.
"""
import argparse

import entries
import resumes
import trees

FOLDS = 5
# One of this many invented resumes is trained on. The rules read them too well to learn from more of them when to trust the rules.
SHARE = 4
LARGE = "arefinnomi/curriculum_vitae_data"


def fold(r):
    """All resumes of a small source are in one fold; those of the large one and the invented ones are divided."""
    return trees.fold_of(r.id if r.source in (LARGE, "invented") else r.source, FOLDS)


def measure(real, invented, shown):
    for part in range(FOLDS):
        trained = trees.train_both([r for r in real + shown if fold(r) != part])
        for r in real + invented:
            if fold(r) == part:
                trees.apply(r, trained)
    new = [r for r in real if not r.rules_were_fitted]
    groups = {
        "newer": new,
        "newer, large source": [r for r in new if r.source == LARGE],
        "newer, other sources": [r for r in new if r.source != LARGE],
        "newer, not in English": [r for r in new if not r.language.startswith("en")],
        "older": [r for r in real if r.rules_were_fitted],
        "invented": invented,
    }
    for name, group in groups.items():
        works, studies = trees.views(group, "work"), trees.views(group, "study")
        for kind, views, readers, times, needs_role in (
            ("positions", works, (entries.ruled_positions, entries.positions), ("start", "end"), True),
            ("education", studies, (entries.ruled_studies, entries.studies), ("end",), False),
        ):
            ruled, read = (entries.score(views, reader, times, needs_role) for reader in readers)
            print(f"{name:22} {kind} rules {ruled}   with trees {read}", flush=True)
    for kind, subject, least in (("positions", "work", entries.MIN_DATE), ("education", "study", entries.MIN_STUDY)):
        for field, bins in entries.reliability(trees.views(new, subject), least).items():
            print(f"reliability of {kind}, {field}: {'; '.join(bins)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("real", "corpus", "invented"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--write")
    options = parser.parse_args()
    real = resumes.labelled(options.real, options.corpus)
    invented = resumes.read(options.invented)
    shown = [r for r in invented if trees.fold_of("shown" + r.id, SHARE) == 0]
    if options.measure:
        measure(real, invented, shown)
    if options.write:
        trees.write(options.write, real + shown)
