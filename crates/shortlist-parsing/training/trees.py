"""Trains the trees that choose dates and phrases, with a second look at each, and writes them."""
import collections
import hashlib
import struct

import lightgbm
import numpy as np

PARAMETERS = dict(
    n_estimators=150, learning_rate=0.06, num_leaves=15, min_child_samples=12, subsample=0.8, subsample_freq=1,
    colsample_bytree=0.5, reg_lambda=2, verbose=-1, n_jobs=1, random_state=7, deterministic=True, force_row_wise=True,
)
SECOND = dict(PARAMETERS, n_estimators=120, min_child_samples=20)
# The same numbers as in `learned/second_look.rs` and `learned/answers.rs`.
MIN_PEER, MAX_APART, MIN_LOOK = 350, 12, 50
# The columns of rows that say what the rules read.
RULED_DATE = {14: 0, 15: 0, 16: 0, -3: -999, -2: 0, -1: 0}
PLACE = 27  # the first column of `of_place`
RULED_PIECE = {63: -999, 64: -999, 65: 0, 66: 0, 67: 0, 68: 0, -4: -999, -3: -999, -2: 0, -1: 0}
FITS = 0.6  # a piece this alike to the label is right
FIELDS = ("role", "organization")


def hidden(rows, columns, resume):
    """Hides what the rules read of resumes that they were fitted to: on others they are right less often."""
    if resume.rules_were_fitted:
        rows = rows.copy()
        for column, value in columns.items():
            rows[:, column] = value
    return rows


def fit(rows, answers, parameters):
    return lightgbm.LGBMClassifier(**parameters).fit(np.vstack(rows), np.concatenate(answers))


def train(views, parameters, date_rows, piece_rows):
    views = [v for v in views if v.is_labelled]
    rows, answers = [], []
    for v in views:
        if v.resume.dates:
            rows.append(date_rows(v))
            answers.append(np.array([int(e is not None) for e in v.entry_of_date]))
    models = [fit(rows, answers, parameters)]
    for field in FIELDS:
        rows, answers = [], []
        for v in views:
            for date in range(len(v.resume.dates)):
                alike_ = v.likeness(date, field)
                if alike_ is not None and len(alike_):
                    rows.append(piece_rows(v, date))
                    answers.append((alike_ >= FITS).astype(int))
        models.append(fit(rows, answers, parameters))
    return models


def thousandths(model, rows):
    return np.rint(model.predict_proba(rows)[:, 1] * 1000).astype(int) if len(rows) else np.zeros(0, dtype=int)


def answers(v, models, date_rows, piece_rows):
    """What models say about a resume: a number for each date, and two for each piece near it."""
    if not v.resume.dates:
        return np.zeros(0, dtype=int), [], []
    dates = thousandths(models[0], date_rows(v))
    counts = [len(v.resume.near(d)) for d in range(len(dates))]
    looked = [d for d in range(len(dates)) if counts[d] and dates[d] >= MIN_LOOK]
    found = [[np.zeros(count, dtype=int) for count in counts] for _ in FIELDS]
    if looked:
        all_rows = np.vstack([piece_rows(v, d) for d in looked])
        ends = np.cumsum([counts[d] for d in looked])[:-1]
        for field, model in zip(found, models[1:]):
            for d, values in zip(looked, np.split(thousandths(model, all_rows), ends)):
                field[d] = values
    return dates, *found


def first_dates(v):
    return hidden(v.resume.date_rows, RULED_DATE, v.resume)


def first_pieces(v, date):
    return hidden(v.resume.piece_rows[date], RULED_PIECE, v.resume)


def places(v, date):
    return [tuple(int(row[PLACE + c]) for c in (0, 2, 3, 6)) for row in v.resume.piece_rows[date]]


def best(values):
    return int(values.max()) if len(values) else 0


def second_rows(v):
    """The rows of `learned/second_look.rs`."""
    dates, roles, organizations = v.first
    other_dates, other_roles, other_organizations = v.other.first
    count, near_of = len(dates), v.resume.near
    where = [places(v, d) for d in range(count)]
    picked = [
        (where[d][int(roles[d].argmax())], where[d][int(organizations[d].argmax())]) if len(where[d]) else (None, None)
        for d in range(count)
    ]
    uses = collections.defaultdict(list)
    for d in range(count):
        for piece, t, e in zip(near_of(d), roles[d], organizations[d]):
            uses[piece].append((d, int(dates[d] * t // 1000), int(dates[d] * e // 1000)))
    date_rows, piece_rows = [], []
    for d in range(count):
        peers = [p for p in range(max(0, d - MAX_APART), min(count, d + MAX_APART + 1)) if p != d and dates[p] >= MIN_PEER]
        sums = collections.defaultdict(lambda: [0, 0])
        for p in peers:
            for place, t, e in zip(where[p], roles[p], organizations[p]):
                sums[place][0] += int(t)
                sums[place][1] += int(e)
        votes = [collections.Counter(picked[p][k] for p in peers) for k in (0, 1)]
        share = lambda k, place: votes[k][place] * 1000 // len(peers) if peers and place is not None else 0
        elsewhere = lambda piece, k: max((use[k + 1] for use in uses[piece] if use[0] != d), default=0)
        rows = []
        for at, (piece, place, t, e) in enumerate(zip(near_of(d), where[d], roles[d], organizations[d])):
            mean = [s // len(peers) for s in sums[place]] if place in sums else [-1, -1]
            rows.append(
                [t, e, best(roles[d]) - t, best(organizations[d]) - e, *mean, share(0, place), share(1, place), len(peers),
                 elsewhere(piece, 0), elsewhere(piece, 1), dates[d], other_dates[d], other_roles[d][at], other_organizations[d][at]]
            )
        piece_rows.append(np.array(rows, dtype=int).reshape(-1, 15))
        line = lambda at: v.resume.dates[at][0]
        near = [dates[o] for o in range(max(0, d - MAX_APART), min(count, d + MAX_APART + 1)) if o != d and abs(line(o) - line(d)) <= 2]
        date_rows.append(
            [dates[d], best(roles[d]), best(organizations[d]), len(peers), int(sum(dates)),
             dates[d - 1] if d else -1, dates[d + 1] if d + 1 < count else -1, share(0, picked[d][0]), share(1, picked[d][1]),
             max(near, default=-1), *(max((elsewhere(p, k) for p in near_of(d)), default=0) for k in (0, 1)),
             other_dates[d], int(sum(other_dates))]
        )
    return np.array(date_rows, dtype=int).reshape(count, 14), piece_rows


MORE_OF_DATE, MORE_OF_PIECE = 14, 15


def second_dates(v):
    return np.hstack([first_dates(v), v.second[0]])


def second_pieces(v, date):
    return np.hstack([first_pieces(v, date), v.second[1][date]])


def fold_of(key, count):
    return int(hashlib.md5(key.encode()).hexdigest(), 16) % count


SUBJECTS = ("work", "study")


def views(found, subject):
    return [getattr(r, subject) for r in found]


def train_both(found):
    """Trains the first models of each subject, and the second ones on answers of first models that have not seen the resume."""
    inner = lambda r: fold_of("inner" + r.id, 3)
    for part in range(3):
        others = [r for r in found if inner(r) != part]
        own = [r for r in found if inner(r) == part]
        for subject in SUBJECTS:
            models = train(views(others, subject), PARAMETERS, first_dates, first_pieces)
            for v in views(own, subject):
                v.first = answers(v, models, first_dates, first_pieces)
    trained = {}
    for subject in SUBJECTS:
        for v in views(found, subject):
            v.second = second_rows(v)
        trained[subject] = (
            train(views(found, subject), PARAMETERS, first_dates, first_pieces),
            train(views(found, subject), SECOND, second_dates, second_pieces),
        )
    return trained


def apply(r, trained):
    """Answers as in the product, which does not hide what the rules read."""
    fitted, r.rules_were_fitted = r.rules_were_fitted, False
    for subject in SUBJECTS:
        v = getattr(r, subject)
        v.first = answers(v, trained[subject][0], first_dates, first_pieces)
    for subject in SUBJECTS:
        v = getattr(r, subject)
        v.second = second_rows(v)
        v.last = answers(v, trained[subject][1], second_dates, second_pieces)
    r.rules_were_fitted = fitted


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


def write(path, found):
    trained = train_both(found)
    curve = [round(1000 / (1 + np.exp(-(point - 128) / 16))) for point in range(257)]
    out = b"SLTREES1" + struct.pack("<257H", *curve)
    wide, width = found[0].date_rows.shape[1], next(rows.shape[1] for r in found for rows in r.piece_rows if len(rows))
    for subject in SUBJECTS:
        for models, more in zip(trained[subject], ((0, 0), (MORE_OF_DATE, MORE_OF_PIECE))):
            for model, features in zip(models, (wide + more[0], width + more[1], width + more[1])):
                out += forest(model, features)
    open(path, "wb").write(out)
    print(f"{path} has {len(out)} bytes")
