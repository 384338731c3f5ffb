//! Parses numbers in words and in digits.

const NUMBERS: [&str; 11] = [
    "zero|null|zero|cero",
    "one|a|eine|ein|une|un|una|uno",
    "two|zwei|beiden|deux|dos",
    "three|drei|trois|tres",
    "four|vier|quatre|cuatro",
    "five|funf|cinq|cinco",
    "six|sechs|seis",
    "seven|sieben|sept|siete",
    "eight|acht|huit|ocho",
    "nine|neun|neuf|nueve",
    "ten|zehn|dix|diez",
];

const ORDINALS: [&str; 11] = [
    "",
    "first|1st|top|initial|erste|ersten|erster|erstes|premiere|premieres|premier|premiers|primera|primeras|primer|primero|primeros",
    "second|2nd|zweite|zweiten|zweiter|zweites|deuxieme|seconde|segunda|segundo",
    "third|3rd|dritte|dritten|drittes|troisieme|tercera|tercer|tercero",
    "fourth|4th|vierte|vierten|quatrieme|cuarta|cuarto",
    "fifth|5th|funfte|funften|cinquieme|quinta|quinto",
    "sixth|6th|sechste|sechsten|sixieme|sexta|sexto",
    "seventh|7th|siebte|siebten|septieme|septima|septimo",
    "eighth|8th|achte|achten|huitieme|octava|octavo",
    "ninth|9th|neunte|neunten|neuvieme|novena|noveno",
    "tenth|10th|zehnte|zehnten|dixieme|decima|decimo",
];

/// Returns a number of up to a million in digits, or up to ten as a word.
pub(super) fn number(word: &str) -> Option<u32> {
    among(&NUMBERS, word).or_else(|| word.parse().ok().filter(|number| *number <= 1_000_000))
}

/// Returns an ordinal number, up to the tenth.
pub(super) fn ordinal(word: &str) -> Option<u32> {
    among(&ORDINALS, word)
}

fn among(words: &[&str], wanted: &str) -> Option<u32> {
    let index = words
        .iter()
        .position(|words| !wanted.is_empty() && words.split('|').any(|word| word == wanted))?;
    u32::try_from(index).ok()
}
