//! Normalizes words for comparison: no case, no accents, no camel case, no punctuation.

use shortlist_vocabulary::push_plain;
use unicode_normalization::char::is_combining_mark;

/// Folds a text to lower-case words separated by single spaces: `jobTitle`, `JOB_TITLE` and `Job-Title` become `job title`.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        let hump = c.is_uppercase()
            && (before.is_lowercase() || (before.is_uppercase() && next.is_lowercase()));
        if (hump || !c.is_alphanumeric())
            && !folded.is_empty()
            && !folded.ends_with(' ')
            && !is_combining_mark(c)
        {
            folded.push(' ');
        }
        if c.is_alphanumeric() {
            push_plain(&mut folded, c);
        }
        if !is_combining_mark(c) {
            before = c;
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_in_every_spelling_fold_to_the_same_words() {
        for header in [
            "jobTitle",
            "JOB_TITLE",
            "Job-Title",
            " job  title ",
            "JobTitle",
        ] {
            assert_eq!(fold(header), "job title", "{header}");
        }
        assert_eq!(fold("JobID"), "job id");
        assert_eq!(fold("Título do cargo"), "titulo do cargo");
        assert_eq!(fold("Beschäftigungsart"), "beschaftigungsart");
        assert_eq!(fold("Straße"), "strasse");
    }
}
