//! Texts with places that differ from person to person: `{3-9}` is a number of that range, and `{a|b}` is one of the words.

use fastrand::Rng;

/// Returns a text with its places filled in.
pub(super) fn varied(pattern: &str, random: &mut Rng) -> String {
    let mut text = String::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((place, following)) = after.split_once('}') else {
            break;
        };
        text.push_str(before);
        text.push_str(&filled(place, random));
        rest = following;
    }
    text.push_str(rest);
    text
}

fn filled(place: &str, random: &mut Rng) -> String {
    let bounds = place.split_once('-');
    let bounds =
        bounds.and_then(|(low, high)| Some((low.parse::<u32>().ok()?, high.parse::<u32>().ok()?)));
    match bounds {
        Some((low, high)) => random.u32(low..=high.max(low)).to_string(),
        None => {
            let words: Vec<&str> = place.split('|').collect();
            one_of(&words, random).unwrap_or_default().to_owned()
        }
    }
}

/// Returns an item of a list, or `None` if the list is empty.
pub(super) fn one_of<'a, T: ?Sized>(list: &[&'a T], random: &mut Rng) -> Option<&'a T> {
    random.choice(list).copied()
}

/// Returns a text of a list, or an empty one if the list is empty.
pub(super) fn one<'a>(list: &'a [String], random: &mut Rng) -> &'a str {
    random.choice(list).map_or("", String::as_str)
}

/// Returns a number between the bounds, which are part of the range.
pub(super) fn between([low, high]: [i32; 2], random: &mut Rng) -> i32 {
    random.i32(low..=high.max(low))
}

/// Returns some texts of a list, each at most once.
pub(super) fn some<'a>(list: &'a [String], number: usize, random: &mut Rng) -> Vec<&'a str> {
    let mut texts: Vec<&str> = list.iter().map(String::as_str).collect();
    random.shuffle(&mut texts);
    texts.truncate(number);
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_is_filled() {
        let mut random = Rng::with_seed(1);
        assert_eq!(varied("no place", &mut random), "no place");
        let number = varied("{3-5} cats", &mut random);
        assert!(["3 cats", "4 cats", "5 cats"].contains(&number.as_str()));
        let word = varied("a {red|blue-green} hat", &mut random);
        assert!(["a red hat", "a blue-green hat"].contains(&word.as_str()));
        assert_eq!(varied("unclosed {1-2", &mut random), "unclosed {1-2");
    }
}
