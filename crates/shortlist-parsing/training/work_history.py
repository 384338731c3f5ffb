"""Trains the trees of the reader of work history, measures them by cross-validation, and writes `data/work_history.bin`.

    python3 work_history.py --real REAL --corpus CORPUS --invented INVENTED [--measure] [--write FILE]

REAL and INVENTED are the files that `cargo run -p shortlist-benches --example learning` wrote for the labelled resumes and for the invented ones.
"""
import argparse
import collections
import hashlib
import struct

import lightgbm
import numpy as np

import resumes
from resumes import WORDS, alike, same_time, time

PARAMETERS = dict(
    n_estimators=150, learning_rate=0.06, num_leaves=15, min_child_samples=12, subsample=0.8, subsample_freq=1,
    colsample_bytree=0.5, reg_lambda=2, verbose=-1, n_jobs=1, random_state=7, deterministic=True, force_row_wise=True,
)
SECOND = dict(PARAMETERS, n_estimators=120, min_child_samples=20)
# The same numbers as in `learned/second_look.rs` and `learned/choice.rs`.
MIN_PEER, MAX_APART = 350, 12
MIN_DATE, MIN_RULED_DATE, MIN_PHRASE, SURE_PHRASE, LIKELIEST = 550, 400, 50, 600, 8
ALIKE, SAME, LISTED, DOUBTFUL = 0.5, 0.66, 80, 400
# The columns of rows that say what the rules read.
RULED_DATE = {14: 0, 16: 0}
PLACE = 27  # the first column of `of_place`
RULED_PIECE = {63: -999, 64: -999, 65: 0, 66: 0, 67: 0, 68: 0}
FOLDS = 5
# One of this many invented resumes is trained on. The rules read them too well to learn from more of them when to trust the rules.
SHARE = 8
FITS = 0.6  # a piece this alike to the label is right


def hidden(rows, columns, resume):
    """Hides what the rules read of resumes that they were fitted to: on others they are right less often."""
    if resume.rules_were_fitted:
        rows = rows.copy()
        for column, value in columns.items():
            rows[:, column] = value
    return rows


def fit(rows, answers, parameters):
    return lightgbm.LGBMClassifier(**parameters).fit(np.vstack(rows), np.concatenate(answers))


def train(found, parameters, date_rows, piece_rows):
    rows, answers = [], []
    for r in found:
        if r.dates:
            rows.append(date_rows(r))
            answers.append(np.array([int(p is not None) for p in r.position_of_date]))
    models = [fit(rows, answers, parameters)]
    for field in ("title", "organization"):
        rows, answers = [], []
        for r in found:
            for date in range(len(r.dates)):
                alike_ = r.likeness(date, field)
                if alike_ is not None and len(alike_):
                    rows.append(piece_rows(r, date))
                    answers.append((alike_ >= FITS).astype(int))
        models.append(fit(rows, answers, parameters))
    return models


def thousandths(model, rows):
    return np.rint(model.predict_proba(rows)[:, 1] * 1000).astype(int) if len(rows) else np.zeros(0, dtype=int)


def answers(r, models, date_rows, piece_rows):
    """What models say about a resume: a number for each date, and two for each piece near it."""
    if not r.dates:
        return np.zeros(0, dtype=int), [], []
    counts = [len(r.near(d)) for d in range(len(r.dates))]
    all_rows = np.vstack([piece_rows(r, d) for d in range(len(r.dates)) if counts[d]]) if sum(counts) else []
    ends = np.cumsum(counts)[:-1]
    date = thousandths(models[0], date_rows(r))
    return date, np.split(thousandths(models[1], all_rows), ends), np.split(thousandths(models[2], all_rows), ends)


def first_dates(r):
    return hidden(r.date_rows, RULED_DATE, r)


def first_pieces(r, date):
    return hidden(r.piece_rows[date], RULED_PIECE, r)


def places(r, date):
    return [tuple(int(row[PLACE + c]) for c in (0, 2, 3, 6)) for row in r.piece_rows[date]]


def best(values):
    return int(values.max()) if len(values) else 0


def second_rows(r):
    """The rows of `learned/second_look.rs`."""
    dates, titles, employers = r.first
    count = len(r.dates)
    where = [places(r, d) for d in range(count)]
    picked = [
        (where[d][int(titles[d].argmax())], where[d][int(employers[d].argmax())]) if len(where[d]) else (None, None)
        for d in range(count)
    ]
    uses = collections.defaultdict(list)
    for d in range(count):
        for piece, t, e in zip(r.near(d), titles[d], employers[d]):
            uses[piece].append((d, int(dates[d] * t // 1000), int(dates[d] * e // 1000)))
    date_rows, piece_rows = [], []
    for d in range(count):
        peers = [p for p in range(max(0, d - MAX_APART), min(count, d + MAX_APART + 1)) if p != d and dates[p] >= MIN_PEER]
        sums = collections.defaultdict(lambda: [0, 0])
        for p in peers:
            for place, t, e in zip(where[p], titles[p], employers[p]):
                sums[place][0] += int(t)
                sums[place][1] += int(e)
        votes = [collections.Counter(picked[p][k] for p in peers) for k in (0, 1)]
        share = lambda k, place: votes[k][place] * 1000 // len(peers) if peers and place is not None else 0
        elsewhere = lambda piece, k: max((use[k + 1] for use in uses[piece] if use[0] != d), default=0)
        rows = []
        for piece, place, t, e in zip(r.near(d), where[d], titles[d], employers[d]):
            mean = [s // len(peers) for s in sums[place]] if place in sums else [-1, -1]
            rows.append(
                [t, e, best(titles[d]) - t, best(employers[d]) - e, *mean, share(0, place), share(1, place), len(peers),
                 elsewhere(piece, 0), elsewhere(piece, 1), dates[d]]
            )
        piece_rows.append(np.array(rows, dtype=int).reshape(-1, 12))
        line = lambda at: r.dates[at][0]
        near = [dates[o] for o in range(max(0, d - MAX_APART), min(count, d + MAX_APART + 1)) if o != d and abs(line(o) - line(d)) <= 2]
        date_rows.append(
            [dates[d], best(titles[d]), best(employers[d]), len(peers), int(sum(dates)),
             dates[d - 1] if d else -1, dates[d + 1] if d + 1 < count else -1, share(0, picked[d][0]), share(1, picked[d][1]),
             max(near, default=-1), *(max((elsewhere(p, k) for p in r.near(d)), default=0) for k in (0, 1))]
        )
    return np.array(date_rows, dtype=int).reshape(count, 12), piece_rows


def second_dates(r):
    return np.hstack([first_dates(r), r.second[0]])


def second_pieces(r, date):
    return np.hstack([first_pieces(r, date), r.second[1][date]])


def fold_of(key, count):
    return int(hashlib.md5(key.encode()).hexdigest(), 16) % count


def fold(r):
    """All resumes of a small source are in one fold; those of the large one and the invented ones are divided."""
    is_large = r.source in ("arefinnomi/curriculum_vitae_data", "invented")
    return fold_of(r.id if is_large else r.source, FOLDS)


def train_both(found):
    """Trains the first models, and the second ones on answers of first models that have not seen the resume."""
    inner = lambda r: fold_of("inner" + r.id, 3)
    for part in range(3):
        models = train([r for r in found if inner(r) != part], PARAMETERS, first_dates, first_pieces)
        for r in found:
            if inner(r) == part:
                r.first = answers(r, models, first_dates, first_pieces)
                r.second = second_rows(r)
    return train(found, PARAMETERS, first_dates, first_pieces), train(found, SECOND, second_dates, second_pieces)


def apply(r, first, second):
    """Answers as in the product, which does not hide what the rules read."""
    fitted, r.rules_were_fitted = r.rules_were_fitted, False
    r.first = answers(r, first, first_dates, first_pieces)
    r.second = second_rows(r)
    r.last = answers(r, second, second_dates, second_pieces)
    r.rules_were_fitted = fitted


def chosen(r, date):
    """The likeliest title and employer that do not overlap, with their numbers."""
    titles, employers = r.last[1][date], r.last[2][date]
    order = lambda values: sorted(range(len(values)), key=lambda at: (-values[at], at))[:LIKELIEST]
    best_pair = None
    for t in order(titles):
        for e in order(employers):
            a, b = r.pieces[r.near(date)[t]], r.pieces[r.near(date)[e]]
            if t == e or a[0] == b[0] and (a[1] in b[1] or b[1] in a[1]):
                continue
            total = titles[t] + employers[e]
            if best_pair is None or total > best_pair[0]:
                best_pair = (total, t, e)
    if best_pair is None:
        if not len(titles):
            return None, None, 0, 0
        t, e = order(titles)[0], order(employers)[0]
        if titles[t] >= employers[e]:
            return r.text(r.near(date)[t]), None, int(titles[t]), 0
        return None, r.text(r.near(date)[e]), 0, int(employers[e])
    _, t, e = best_pair
    return r.text(r.near(date)[t]), r.text(r.near(date)[e]), int(titles[t]), int(employers[e])


def either(ruled, certainty, chosen_, number):
    """What the models chose, or what the rules read."""
    if number < MIN_PHRASE or not chosen_:
        return ruled
    same = ruled and alike(WORDS.of(ruled), WORDS.of(chosen_)) >= SAME
    return ruled if same or ruled and certainty >= LISTED and number < DOUBTFUL else chosen_


def positions(r):
    """The positions of a resume, as `learned/choice.rs` chooses them."""
    found, ruled_dates = [], {d[4] for d in r.dates if d[4] is not None}
    for date, (_line, start, end, _written, ruled, near) in enumerate(r.dates):
        rule = r.ruled[ruled] if ruled is not None else {"title": None, "organization": None, "end": end, "ok": False}
        if r.last[0][date] < (MIN_RULED_DATE if rule["ok"] else MIN_DATE):
            continue
        title, employer, t, e = chosen(r, date)
        of_title, of_employer = (int(c) for c in r.piece_rows[date][0][[67, 68]]) if len(near) else (0, 0)
        far = lambda text: all(alike(WORDS.of(r.text(p)), WORDS.of(text)) <= ALIKE for p in near)
        if e < SURE_PHRASE and rule["organization"] and far(rule["organization"]):
            employer = None
        title, employer = either(rule["title"], of_title, title, t), either(rule["organization"], of_employer, employer, e)
        if title or employer:
            sure = r.last[0][date] + t + e
            found.append({"title": title, "organization": employer, "start": start, "end": rule["end"], "sure": sure})
    kept, seen = [], set()
    for entry in sorted(found, key=lambda e: -e["sure"]):
        key = (WORDS.of(entry["title"]), WORDS.of(entry["organization"]), str(entry["start"]))
        if key not in seen:
            seen.add(key)
            kept.append(entry)
    return kept + [p for at, p in enumerate(r.ruled) if at not in ruled_dates and p["ok"]]


def score(found, entries):
    """Precision, recall and F1 of whole entries, as the scorer of the labelled resumes counts them."""
    right = labelled = reported = 0
    for r in found:
        labels = [l for l in r.labels if l["title"] or l["organization"] or time(l["start"])]
        if not labels:
            continue
        reported_ = [(WORDS.of(p["title"]), WORDS.of(p["organization"]), p) for p in entries(r)]
        labelled, reported = labelled + len(labels), reported + len(reported_)
        pairs = []
        for i, l in enumerate(labels):
            for j, (t, o, p) in enumerate(reported_):
                times = sum(time(l[k]) is not None and same_time(l[k], p.get(k)) for k in ("start", "end"))
                pairs.append((alike(l["title"], t) + alike(l["organization"], o) + 0.6 * times, i, j))
        used_labels, used_entries = set(), set()
        for total, i, j in sorted(pairs, reverse=True):
            if total <= 0 or i in used_labels or j in used_entries:
                continue
            used_labels.add(i)
            used_entries.add(j)
            l, (t, o, p) = labels[i], reported_[j]
            texts = (not l["title"] or alike(l["title"], t) >= 0.5) and (not l["organization"] or alike(l["organization"], o) >= 0.5)
            right += texts and same_time(l["start"], p.get("start"))
    rate = lambda a, b: 100 * a / b if b else 0.0
    return f"P {rate(right, reported):.1f} R {rate(right, labelled):.1f} F1 {rate(2 * right, labelled + reported):.1f} ({labelled} entries)"


def measure(real, invented, shown):
    for part in range(FOLDS):
        first, second = train_both([r for r in real + shown if fold(r) != part])
        for r in real + invented:
            if fold(r) == part:
                apply(r, first, second)
    ruled = lambda r: [p for p in r.ruled if p["ok"]]
    new = [r for r in real if not r.rules_were_fitted]
    large = [r for r in new if r.source == "arefinnomi/curriculum_vitae_data"]
    groups = {
        "newer": new, "newer, large source": large, "newer, other sources": [r for r in new if r not in large],
        "older": [r for r in real if r.rules_were_fitted], "invented": invented,
    }
    for name, group in groups.items():
        print(f"{name:22} rules {score(group, ruled)}   with trees {score(group, positions)}", flush=True)


# Writing


def forest(model, features):
    """The trees of a model in the format of `learned/trees.rs`."""
    dumped = model.booster_.dump_model()
    out = struct.pack("<Iii", features, 0, len(dumped["tree_info"]))
    for tree in dumped["tree_info"]:
        nodes, leaves = [], []

        def add(node):
            if "leaf_value" in node and "split_index" not in node:
                leaves.append(node["leaf_value"])
                return -len(leaves)
            at = len(nodes)
            nodes.append(None)
            assert node["decision_type"] == "<=" and node["missing_type"] == "None", node
            nodes[at] = (node["split_feature"], int(np.floor(node["threshold"])), add(node["left_child"]), add(node["right_child"]))
            return at

        add(tree["tree_structure"])
        out += struct.pack("<H", len(nodes))
        for node in nodes:
            out += struct.pack("<Hihh", *node)
        for leaf in leaves:
            out += struct.pack("<h", int(np.clip(round(leaf * 4096), -32768, 32767)))
    return out


def write(path, real, invented):
    first, second = train_both(real + invented)
    curve = [round(1000 / (1 + np.exp(-(point - 128) / 16))) for point in range(257)]
    out = b"SLTREES1" + struct.pack("<257H", *curve)
    wide, width = real[0].date_rows.shape[1], next(rows.shape[1] for r in real for rows in r.piece_rows if len(rows))
    for models, more in ((first, 0), (second, 12)):
        for model, features in zip(models, (wide + more, width + more, width + more)):
            out += forest(model, features)
    open(path, "wb").write(out)
    print(f"{path} has {len(out)} bytes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("real", "corpus", "invented"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--write")
    options = parser.parse_args()
    real = resumes.labelled(options.real, options.corpus)
    invented = resumes.read(options.invented)
    shown = [r for r in invented if fold_of("shown" + r.id, SHARE) == 0]
    if options.measure:
        measure(real, invented, shown)
    if options.write:
        write(options.write, real, shown)
