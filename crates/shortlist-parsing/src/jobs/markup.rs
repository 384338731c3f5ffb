//! HTML in a description to plain text with its paragraphs.
//!
//! A stripper of its own, because a file can hold ten thousand descriptions: one pass over the
//! text, no tree. What looks like no markup at all is left as it is.

/// Elements that begin a new line.
const BREAKS: [&str; 20] = [
    "br",
    "p",
    "div",
    "li",
    "ul",
    "ol",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "tr",
    "table",
    "section",
    "article",
    "header",
    "footer",
    "blockquote",
    "hr",
];

/// Elements with a blank line around them.
const PARAGRAPHS: [&str; 10] = ["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table"];

/// Named entities of Latin text and its punctuation, as HTML defines them (section 13.5 of its standard).
const ENTITIES: [(&str, &str); 74] = [
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", " "),
    ("ndash", "–"),
    ("mdash", "—"),
    ("hellip", "…"),
    ("bull", "•"),
    ("middot", "·"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("sbquo", "‚"),
    ("ldquo", "“"),
    ("rdquo", "”"),
    ("bdquo", "„"),
    ("laquo", "«"),
    ("raquo", "»"),
    ("euro", "€"),
    ("pound", "£"),
    ("cent", "¢"),
    ("yen", "¥"),
    ("copy", "©"),
    ("reg", "®"),
    ("trade", "™"),
    ("deg", "°"),
    ("sect", "§"),
    ("times", "×"),
    ("shy", ""),
    ("zwnj", ""),
    ("zwj", ""),
    ("ensp", " "),
    ("emsp", " "),
    ("thinsp", " "),
    ("auml", "ä"),
    ("ouml", "ö"),
    ("uuml", "ü"),
    ("Auml", "Ä"),
    ("Ouml", "Ö"),
    ("Uuml", "Ü"),
    ("szlig", "ß"),
    ("agrave", "à"),
    ("aacute", "á"),
    ("acirc", "â"),
    ("atilde", "ã"),
    ("aring", "å"),
    ("aelig", "æ"),
    ("ccedil", "ç"),
    ("egrave", "è"),
    ("eacute", "é"),
    ("ecirc", "ê"),
    ("euml", "ë"),
    ("igrave", "ì"),
    ("iacute", "í"),
    ("icirc", "î"),
    ("iuml", "ï"),
    ("ntilde", "ñ"),
    ("ograve", "ò"),
    ("oacute", "ó"),
    ("ocirc", "ô"),
    ("otilde", "õ"),
    ("oslash", "ø"),
    ("oelig", "œ"),
    ("ugrave", "ù"),
    ("uacute", "ú"),
    ("ucirc", "û"),
    ("Agrave", "À"),
    ("Eacute", "É"),
    ("Egrave", "È"),
    ("Ccedil", "Ç"),
    ("Ntilde", "Ñ"),
    ("iexcl", "¡"),
    ("iquest", "¿"),
];

/// The longest entity's name.
const MAX_ENTITY_BYTES: usize = 10;

/// The text of what may be HTML, escaped once more or not.
pub(crate) fn plain_text(source: &str) -> String {
    let mut text = source.to_owned();
    // Boards publish HTML that was escaped for its carrier: what unescapes to tags is taken as tags.
    for _round in 0..2 {
        if !has_tags(&text) && (text.contains("&lt;") || text.contains("&amp;lt;")) {
            text = unescape(&text);
        }
    }
    if has_tags(&text) {
        strip(&text)
    } else if text.contains('&') {
        tidy(&unescape(&text))
    } else {
        tidy(&text)
    }
}

/// Whether a tag of HTML stands in the text; `a < b` and `<your name>` are none.
fn has_tags(text: &str) -> bool {
    text.split('<').skip(1).any(|rest| {
        let Some((inside, _)) = rest.split_once('>') else {
            return false;
        };
        is_element(&element_name(inside))
    })
}

fn is_element(name: &str) -> bool {
    const INLINE: [&str; 14] = [
        "a", "b", "i", "u", "em", "strong", "span", "font", "td", "th", "tbody", "img", "script",
        "style",
    ];
    BREAKS.contains(&name)
        || INLINE.contains(&name)
        || matches!(name, "html" | "body" | "head" | "small" | "sup" | "sub")
}

fn element_name(inside: &str) -> String {
    inside
        .trim_start_matches('/')
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .take(12)
        .collect::<String>()
        .to_ascii_lowercase()
}

fn strip(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        push_collapsed(&mut plain, &unescape(before));
        // A tag ends before the next one begins, so every byte is searched once.
        let end = after
            .bytes()
            .position(|byte| matches!(byte, b'>' | b'<'))
            .filter(|end| after.as_bytes().get(*end) == Some(&b'>'));
        let Some((inside, next)) =
            end.and_then(|end| Some((after.get(..end)?, after.get(end + 1..)?)))
        else {
            plain.push('<');
            rest = after;
            continue;
        };
        let name = element_name(inside);
        let begins_like_a_tag = inside
            .starts_with(|c: char| c == '/' || c == '!' || c == '?' || c.is_ascii_alphabetic());
        if !begins_like_a_tag {
            plain.push('<');
            rest = after;
            continue;
        }
        rest = match name.as_str() {
            "script" | "style" if !inside.starts_with('/') => after_element(next, &name),
            _ => next,
        };
        push_break(&mut plain, &name, inside.starts_with('/'));
    }
    push_collapsed(&mut plain, &unescape(rest));
    tidy(&plain)
}

/// What follows the end of an element whose content is not text.
fn after_element<'t>(text: &'t str, name: &str) -> &'t str {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("</") {
        let is_end = after
            .get(..name.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(name));
        if is_end {
            return after.split_once('>').map_or("", |(_, rest)| rest);
        }
        rest = after;
    }
    ""
}

fn push_break(plain: &mut String, name: &str, closing: bool) {
    if PARAGRAPHS.contains(&name) {
        plain.push_str("\n\n");
    } else if BREAKS.contains(&name) && (name == "br" || !plain.ends_with('\n')) {
        plain.push('\n');
    } else if matches!(name, "td" | "th") && closing {
        plain.push(' ');
    }
    if name == "li" && !closing {
        plain.push_str("- ");
    }
}

/// Appends text with each run of white space as one blank, as a browser shows it.
fn push_collapsed(plain: &mut String, text: &str) {
    for c in text.chars() {
        if !c.is_whitespace() {
            plain.push(c);
        } else if !plain.ends_with([' ', '\n']) {
            plain.push(' ');
        }
    }
}

/// Resolves entities; what is none stays.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        // Only a few bytes are searched, so that a text of ampersands stays linear.
        let entity = after
            .bytes()
            .take(MAX_ENTITY_BYTES + 1)
            .position(|byte| byte == b';')
            .and_then(|end| Some((resolve(after.get(..end)?)?, after.get(end + 1..)?)));
        match entity {
            Some((value, next)) => {
                plain.push_str(&value);
                rest = next;
            }
            None => {
                plain.push('&');
                rest = after;
            }
        }
    }
    plain.push_str(rest);
    plain
}

fn resolve(name: &str) -> Option<String> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code)
            .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'))
            .map(|c| if c == '\u{a0}' { ' ' } else { c }.to_string());
    }
    ENTITIES
        .iter()
        .find(|(entity, _)| *entity == name)
        .map(|(_, value)| (*value).to_owned())
}

/// Trims each line, keeps at most one blank line between two others.
fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut blank = false;
    for line in text.lines().map(str::trim_end) {
        let line = if line.trim() == "-" { "" } else { line };
        if line.trim().is_empty() {
            blank = !tidy.is_empty();
            continue;
        }
        if !tidy.is_empty() {
            tidy.push_str(if blank { "\n\n" } else { "\n" });
        }
        blank = false;
        tidy.push_str(line.trim_start_matches(' '));
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_paragraphs_and_lists() {
        let html = "<div><h2>About us</h2>\n<p>We build &amp; run\n wards.</p><ul><li>Rust</li><li><b>SQL</b></li></ul>Bye<br/>now</div>";
        assert_eq!(
            plain_text(html),
            "About us\n\nWe build & run wards.\n\n- Rust\n- SQL\n\nBye\nnow"
                .replace("Rust\n\n- ", "Rust\n- ")
        );
    }

    #[test]
    fn html_that_was_escaped_once_or_twice_is_read_too() {
        for html in [
            "&lt;p&gt;R&amp;amp;D&lt;/p&gt;",
            "<p>R&amp;D</p>",
            "&amp;lt;p&amp;gt;R&amp;amp;amp;D&amp;lt;/p&amp;gt;",
        ] {
            assert_eq!(plain_text(html), "R&D", "{html}");
        }
    }

    #[test]
    fn text_that_is_no_html_stays() {
        for text in [
            "a < b and c > d",
            "Call <your name> & co",
            "one\n\ntwo\nthree",
            "AT&T; R&D",
        ] {
            assert_eq!(plain_text(text), text);
        }
    }

    #[test]
    fn a_text_of_marks_alone_is_read_in_linear_time() {
        for unit in ["&", "<", "<script></script>", "<p", "&lt;"] {
            let text = format!("<p>x</p>{}", unit.repeat(300_000));
            assert!(plain_text(&text).starts_with('x'), "{unit}");
        }
    }

    #[test]
    fn scripts_are_not_text() {
        assert_eq!(
            plain_text("<script>alert(1)</script>Engineer<style>p{}"),
            "Engineer"
        );
    }
}
