//! The sentences of the candidate packet in each of its languages.
//!
//! A message without a translation does not compile. Words in braces are replaced by values.

macro_rules! messages {
    ($($key:ident { en: $en:literal, de: $de:literal, fr: $fr:literal, es: $es:literal })*) => {
        /// A sentence or a part of one.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(in crate::decisions) enum Message {
            $($key,)*
        }

        impl Message {
            /// Every message.
            #[cfg(test)]
            pub(in crate::decisions) const ALL: &'static [Self] = &[$(Self::$key,)*];

            /// Returns the text with its placeholders.
            pub(in crate::decisions) fn text(self, language: PacketLanguage) -> &'static str {
                let (en, de, fr, es) = match self {
                    $(Self::$key => ($en, $de, $fr, $es),)*
                };
                match language {
                    PacketLanguage::English => en,
                    PacketLanguage::German => de,
                    PacketLanguage::French => fr,
                    PacketLanguage::Spanish => es,
                }
            }
        }
    };
}

mod catalogue;

use super::language::PacketLanguage;
pub(super) use catalogue::Message;

impl Message {
    /// Returns the text with values in place of its placeholders. A value may contain braces itself.
    pub(super) fn fill(self, language: PacketLanguage, values: &[(&str, &str)]) -> String {
        let mut rest = self.text(language);
        let mut filled = String::with_capacity(rest.len());
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let Some((name, next)) = after.split_once('}') else {
                break;
            };
            let value = values.iter().find(|(known, _)| *known == name);
            filled.push_str(value.map_or("", |(_, value)| value));
            rest = next;
        }
        filled.push_str(rest);
        filled
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Returns the placeholders of a text.
    fn placeholders(text: &str) -> BTreeSet<&str> {
        let parts = text.split('{').skip(1);
        parts
            .filter_map(|part| Some(part.split_once('}')?.0))
            .collect()
    }

    /// The messages that are spelled alike in English and in another language.
    const SAME: [(Message, PacketLanguage); 1] = [(Message::Page, PacketLanguage::French)];

    #[test]
    fn every_message_is_translated_into_every_language() {
        for message in Message::ALL {
            let english = message.text(PacketLanguage::English);
            for language in PacketLanguage::ALL {
                let text = message.text(language);
                assert!(!text.trim().is_empty(), "{message:?}");
                assert_eq!(placeholders(text), placeholders(english), "{message:?}");
                let is_same = language != PacketLanguage::English && text == english;
                assert_eq!(is_same, SAME.contains(&(*message, language)), "{message:?}");
            }
        }
    }

    #[test]
    fn values_are_filled_in_once() {
        let values = [("first", "{second}"), ("second", "b")];
        assert_eq!(
            Message::Or.fill(PacketLanguage::German, &values),
            "{second} oder b"
        );
    }
}
