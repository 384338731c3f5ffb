"""Chooses the entries of a resume from what the trees say, as `learned/choice.rs` and `learned/studies.rs` do, and scores them."""
from resumes import WORDS, alike, end_of, same_time, time

# The same numbers as in `learned/choice.rs`.
MIN_DATE, MIN_RULED_DATE, MIN_PHRASE, SURE_PHRASE, LIKELIEST = 550, 400, 200, 600, 8
ALIKE, SAME, LISTED, DOUBTFUL = 0.5, 0.66, 80, 650
# The same numbers as in `learned/studies.rs`.
MIN_STUDY, MIN_SCHOOL, SURE_SCHOOL, MIN_RULED_SCHOOL, MIN_RULED_DEGREE = 500, 100, 800, 300, 50


def chosen(v, date):
    """The likeliest role and organization that do not overlap, with their numbers."""
    r, (_, roles, organizations) = v.resume, v.last
    roles, organizations, near = roles[date], organizations[date], v.resume.near(date)
    order = lambda values: sorted(range(len(values)), key=lambda at: (-values[at], at))[:LIKELIEST]
    best_pair = None
    for t in order(roles):
        for e in order(organizations):
            a, b = r.pieces[near[t]], r.pieces[near[e]]
            if t == e or a[0] == b[0] and (a[1] in b[1] or b[1] in a[1]):
                continue
            total = roles[t] + organizations[e]
            if best_pair is None or total > best_pair[0]:
                best_pair = (total, t, e)
    if best_pair is None:
        if not len(roles):
            return None, None, 0, 0
        t, e = order(roles)[0], order(organizations)[0]
        if roles[t] >= organizations[e]:
            return r.text(near[t]), None, int(roles[t]), 0
        return None, r.text(near[e]), 0, int(organizations[e])
    _, t, e = best_pair
    return r.text(near[t]), r.text(near[e]), int(roles[t]), int(organizations[e])


def either(ruled, certainty, chosen_, number):
    """What the models chose, or what the rules read."""
    if number < MIN_PHRASE or not chosen_:
        return ruled
    same = ruled and alike(WORDS.of(ruled), WORDS.of(chosen_)) >= SAME
    return ruled if same or ruled and certainty >= LISTED and number < DOUBTFUL else chosen_


def positions(r):
    """The positions of a resume."""
    v = r.work
    found, ruled_dates = [], {d[4] for d in r.dates if d[4] is not None}
    for date, (_line, start, end, _written, ruled, near, *_) in enumerate(r.dates):
        rule = r.positions[ruled] if ruled is not None else {"title": None, "organization": None, "end": end, "ok": False}
        if v.last[0][date] < (MIN_RULED_DATE if rule["ok"] else MIN_DATE):
            continue
        title, employer, t, e = chosen(v, date)
        of_title, of_employer = (int(c) for c in r.piece_rows[date][0][[67, 68]]) if len(near) else (0, 0)
        far = lambda text: all(alike(WORDS.of(r.text(p)), WORDS.of(text)) <= ALIKE for p in near)
        if e < SURE_PHRASE and rule["organization"] and far(rule["organization"]):
            employer = None
        parts = (title.lower(), employer.lower()) if title and employer and min(t, e) >= MIN_PHRASE else None
        split = parts is None or parts[0] in parts[1] or parts[1] in parts[0]
        kept = lambda text: text if text is None or split or not all(part in text.lower() for part in parts) else None
        title, employer = either(kept(rule["title"]), of_title, title, t), either(kept(rule["organization"]), of_employer, employer, e)
        if title or employer:
            sure = v.last[0][date] + t + e
            found.append({"role": title, "organization": employer, "start": start, "end": rule["end"], "sure": sure})
    kept, seen = [], set()
    for entry in sorted(found, key=lambda e: -e["sure"]):
        key = (WORDS.of(entry["role"]), WORDS.of(entry["organization"]), str(entry["start"]))
        if key not in seen:
            seen.add(key)
            kept.append(entry)
    return kept + ruled_positions(r, ruled_dates)


def ruled_positions(r, without=()):
    kept = [p for at, p in enumerate(r.positions) if at not in without and p["ok"]]
    return [{"role": p["title"], "organization": p["organization"], "start": p["start"], "end": p["end"]} for p in kept]


def ruled_studies(r):
    return [dict(role=e["degree"], organization=e["institution"], start=e["end"], end=e["end"]) for e in r.education if e["ok"]]


def studies(r):
    """The education of a resume, without the schools of `learned/schools.rs`."""
    v, found = r.study, []
    for at, e in enumerate(r.education):
        same = [v.last[0][d] for d, date in enumerate(r.dates) if e["end"] and time(end_of(date)) == time(e["end"])]
        least = MIN_RULED_DEGREE if e["degree"] else MIN_RULED_SCHOOL
        if e["ok"] and not (same and max(same) < least):
            found.append(dict(at=at, role=e["degree"], organization=e["institution"], end=e["end"], open=e["open"]))
    for d, date in enumerate(r.dates):
        if v.last[0][d] < MIN_STUDY:
            continue
        role, school, _, number = chosen(v, d)
        if number < MIN_SCHOOL or not school:
            continue
        end, words = end_of(date), WORDS.of(school)
        then = lambda e: bool(e["end"]) and same_time(e["end"], end) or e["open"] and end == "present"
        named = lambda e: alike(WORDS.of(e["organization"]), words) >= ALIKE
        same = next((e for e in found if named(e) and (not e["end"] or then(e))), None)
        here = next((e for e in found if e["at"] is not None and e["at"] == date[6] and then(e)), None)
        if same:
            same["end"] = same["end"] or end
        elif here:
            if not here["organization"] or number >= SURE_SCHOOL:
                here["organization"] = school
        else:
            found.append(dict(at=None, role=role, organization=school, end=end, open=end == "present"))
    return found


def score(views, entries, times, needs_role):
    """Precision, recall and F1 of whole entries, as the scorer of the labelled resumes counts them."""
    right = labelled = reported = 0
    fields = ("role", "organization") if needs_role else ("organization",)
    for v in views:
        labels = v.stated if needs_role else [l for l in v.stated if l["organization"] or time(l["end"])]
        if not labels:
            continue
        found = [({field: WORDS.of(e[field]) for field in fields}, e) for e in entries(v.resume)]
        labelled, reported = labelled + len(labels), reported + len(found)
        pairs = []
        for i, l in enumerate(labels):
            for j, (words, e) in enumerate(found):
                same = sum(time(l[k]) is not None and same_time(l[k], e.get(k)) for k in times)
                pairs.append((sum(alike(l[field], words[field]) for field in fields) + 0.6 * same, i, j))
        used_labels, used_entries = set(), set()
        for total, i, j in sorted(pairs, reverse=True):
            if total <= 0 or i in used_labels or j in used_entries:
                continue
            used_labels.add(i)
            used_entries.add(j)
            l, (words, e) = labels[i], found[j]
            texts = all(not l[field] or alike(l[field], words[field]) >= 0.5 for field in fields)
            right += texts and same_time(l[times[0]], e.get(times[0]))
    rate = lambda a, b: 100 * a / b if b else 0.0
    return f"P {rate(right, reported):.1f} R {rate(right, labelled):.1f} F1 {rate(2 * right, labelled + reported):.1f} ({labelled} entries)"


BINS = (100, 300, 500, 700, 800, 900, 950, 1001)


def reliability(views, least):
    """How often the chosen phrases of likely dates are right, by their probability: the mean of each bin, the share, and the number."""
    counts = {field: [[0, 0, 0] for _ in BINS[1:]] for field in ("role", "organization")}
    for v in views:
        for d, probability in enumerate(v.last[0] if v.is_labelled else ()):
            if probability < least:
                continue
            role, organization, t, e = chosen(v, d)
            index = v.entry_of_date[d]
            label = v.labels[index] if index is not None else None
            for field, text, number in (("role", role, t), ("organization", organization, e)):
                bin_ = next((at for at, (low, high) in enumerate(zip(BINS, BINS[1:])) if low <= number < high), None)
                if text is None or bin_ is None or label and not label[field]:
                    continue
                count = counts[field][bin_]
                count[0] += number
                count[1] += bool(label and alike(label[field], WORDS.of(text)) >= ALIKE)
                count[2] += 1
    return {
        field: [f"{total / n / 10:.0f}: {100 * right / n:.0f} of 100 ({n})" for total, right, n in bins if n]
        for field, bins in counts.items()
    }
