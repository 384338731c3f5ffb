//! E-mail addresses, links and telephone numbers in a text, regardless of whose they are.

/// The fewest digits of a number that is masked wherever it occurs.
const MIN_DIGITS: usize = 9;
/// The fewest digits of a number that begins with a plus sign.
const MIN_INTERNATIONAL_DIGITS: usize = 8;
/// The digits at the end of a known number by which it is found, so that prefixes may differ.
const KNOWN_DIGITS: usize = 7;

fn fill(mask: &mut [bool], start: usize, end: usize) {
    if let Some(part) = mask.get_mut(start..end) {
        part.fill(true);
    }
}

/// Masks e-mail addresses, links and telephone numbers.
pub(super) fn mask_contacts(text: &str, mask: &mut [bool]) {
    let letters: Vec<char> = text.chars().collect();
    let mut start = 0;
    for chunk in letters.split(|letter| letter.is_whitespace()) {
        if is_address(chunk) {
            fill(mask, start, start + chunk.len());
        }
        start += chunk.len() + 1;
    }
    for (start, end) in number_runs(&letters) {
        if letters.get(start..end).is_some_and(is_phone) {
            fill(mask, start, end);
        }
    }
}

/// Returns whether a piece of text without spaces is, or contains, an e-mail address or a link.
fn is_address(chunk: &[char]) -> bool {
    let text: String = chunk.iter().collect::<String>().to_lowercase();
    let is_email = text
        .split_once('@')
        .is_some_and(|(name, domain)| !name.is_empty() && domain.contains('.'));
    let is_path = text.split_once('/').is_some_and(|(host, _path)| {
        let ending = host.rsplit_once('.').map_or("", |(_, ending)| ending);
        ending.len() >= 2 && ending.chars().all(|letter| letter.is_ascii_alphabetic())
    });
    is_email || is_path || text.contains("://") || text.contains("www.")
}

/// Returns the runs of digits with the signs that telephone numbers contain.
fn number_runs(letters: &[char]) -> Vec<(usize, usize)> {
    let is_part = |letter: &char| letter.is_ascii_digit() || " \u{a0}+-–().".contains(*letter);
    let mut runs = Vec::new();
    let mut start = None;
    for (place, letter) in letters.iter().enumerate() {
        match (is_part(letter), start) {
            (true, None) if letter.is_ascii_digit() || *letter == '+' || *letter == '(' => {
                start = Some(place);
            }
            (false, Some(begin)) => {
                runs.push((begin, place));
                start = None;
            }
            _ => {}
        }
    }
    if let Some(begin) = start {
        runs.push((begin, letters.len()));
    }
    let trimmed = |(begin, end): (usize, usize)| {
        let part = letters.get(begin..end).unwrap_or_default();
        let kept = part
            .iter()
            .rposition(char::is_ascii_digit)
            .map_or(0, |last| last + 1);
        (begin, begin + kept)
    };
    runs.into_iter().map(trimmed).collect()
}

/// Returns whether a run looks like a telephone number, and not like years.
fn is_phone(run: &[char]) -> bool {
    let digits = run.iter().filter(|letter| letter.is_ascii_digit()).count();
    if run.first() == Some(&'+') {
        return digits >= MIN_INTERNATIONAL_DIGITS;
    }
    let groups = run.split(|letter| !letter.is_ascii_digit());
    let has_year = groups.filter(|group| group.len() == 4).any(|group| {
        let century: String = group.iter().take(2).collect();
        century == "19" || century == "20"
    });
    digits >= MIN_DIGITS && !has_year
}

/// Masks a known telephone number, however its digits are grouped.
pub(super) fn mask_phone(text: &str, phone: &str, mask: &mut [bool]) {
    let known: Vec<char> = phone.chars().collect();
    let tail = known.len().saturating_sub(KNOWN_DIGITS);
    let Some(tail) = known.get(tail..).filter(|tail| tail.len() == KNOWN_DIGITS) else {
        return;
    };
    let letters: Vec<char> = text.chars().collect();
    for (start, end) in number_runs(&letters) {
        let run = letters.get(start..end).unwrap_or_default();
        let digits: Vec<char> = run.iter().copied().filter(char::is_ascii_digit).collect();
        if digits.windows(tail.len()).any(|window| window == tail) {
            fill(mask, start, end);
        }
    }
}
