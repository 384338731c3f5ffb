//! Finds the words of a chart: its titles, and the names of its categories and series.
//!
//! ECMA-376 part 1, 21.2: `c:cat` and `c:tx` contain the names with the values that the program showed last.

use std::collections::HashSet;

use quick_xml::Reader;
use quick_xml::events::Event;

use super::attributes::referenced;

/// The maximum number of words of a chart.
const MAX_TEXTS: usize = 1_000;

/// Returns the texts of a chart, each once.
pub(super) fn texts_of(xml: &str) -> Vec<String> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_dangling_amp = true;
    let mut names_open = 0_usize;
    let mut text: Option<String> = None;
    let mut texts = Vec::new();
    let mut known = HashSet::new();
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(element) => match element.local_name().as_ref() {
                "cat" | "tx" => names_open += 1,
                "t" => text = Some(String::new()),
                "v" if names_open > 0 => text = Some(String::new()),
                _ => {}
            },
            Event::End(element) => match element.local_name().as_ref() {
                "cat" | "tx" => names_open = names_open.saturating_sub(1),
                "t" | "v" => {
                    let text = text.take().unwrap_or_default();
                    if !text.trim().is_empty() && known.insert(text.clone()) {
                        texts.push(text);
                    }
                }
                _ => {}
            },
            Event::Text(more) => text.iter_mut().for_each(|text| text.push_str(&more)),
            Event::GeneralRef(name) => {
                let letter = referenced(&name);
                text.iter_mut().for_each(|text| text.extend(letter));
            }
            Event::Eof => break,
            _ => {}
        }
        if texts.len() >= MAX_TEXTS {
            break;
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_a_chart_are_read_once_and_its_values_are_not() {
        let names = "<c:cat><c:strRef><c:f>A1</c:f><c:strCache><c:pt><c:v>R&amp;D</c:v></c:pt><c:pt><c:v>SQL</c:v></c:pt></c:strCache></c:strRef></c:cat>";
        let values = "<c:val><c:numCache><c:pt><c:v>4.5</c:v></c:pt></c:numCache></c:val>";
        let chart = format!(
            "<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>My skills</a:t></a:r></a:p></c:rich></c:tx></c:title>\
             <c:ser><c:tx><c:strRef><c:strCache><c:pt><c:v>Years</c:v></c:pt></c:strCache></c:strRef></c:tx>{names}{values}</c:ser>\
             <c:ser>{names}{values}</c:ser></c:chart>"
        );
        assert_eq!(texts_of(&chart), ["My skills", "Years", "R&D", "SQL"]);
        assert_eq!(texts_of("<c:cat><c:v>Rust</c:v>"), ["Rust"]);
        assert!(texts_of("<c:v>4</c:v><c:cat/>").is_empty());
    }
}
