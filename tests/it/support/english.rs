//! Recognizes English in texts that should be in another language.

/// Words that occur in English sentences, and in no German, French or Spanish sentence of a packet.
const ENGLISH: [&str; 19] = [
    "the",
    "your",
    "you",
    "of",
    "and",
    "with",
    "not",
    "years",
    "year",
    "months",
    "skills",
    "experience",
    "degree",
    "found",
    "score",
    "would",
    "used",
    "words",
    "by",
];

/// Returns the first word of a text that is English.
pub(crate) fn first_english_word(text: &str) -> Option<&'static str> {
    let words = text.split(|letter: char| !letter.is_alphabetic());
    words.map(str::to_lowercase).find_map(|word| {
        let mut english = ENGLISH.into_iter();
        english.find(|known| *known == word)
    })
}

/// Whether a label lists words of the posting, which stay as they are in each language.
pub(crate) fn lists_posting_words(label: &str) -> bool {
    let starts = [
        "ähnlicher Wortlaut",
        "formulation semblable",
        "redacción similar",
        "Wendung",
        "expression",
        "expresión",
    ];
    starts.iter().any(|start| label.starts_with(start))
}
