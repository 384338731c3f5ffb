//! The names of spoken languages in the languages of the packet.

use super::language::PacketLanguage;

/// The names in English, German, French and Spanish.
const NAMES: &[[&str; 4]] = &[
    ["English", "Englisch", "anglais", "inglés"],
    ["German", "Deutsch", "allemand", "alemán"],
    ["French", "Französisch", "français", "francés"],
    ["Spanish", "Spanisch", "espagnol", "español"],
    ["Portuguese", "Portugiesisch", "portugais", "portugués"],
    ["Italian", "Italienisch", "italien", "italiano"],
    ["Dutch", "Niederländisch", "néerlandais", "neerlandés"],
    ["Chinese", "Chinesisch", "chinois", "chino"],
    ["Mandarin", "Mandarin", "mandarin", "mandarín"],
    ["Cantonese", "Kantonesisch", "cantonais", "cantonés"],
    ["Russian", "Russisch", "russe", "ruso"],
    ["Ukrainian", "Ukrainisch", "ukrainien", "ucraniano"],
    ["Polish", "Polnisch", "polonais", "polaco"],
    ["Czech", "Tschechisch", "tchèque", "checo"],
    ["Slovak", "Slowakisch", "slovaque", "eslovaco"],
    ["Slovenian", "Slowenisch", "slovène", "esloveno"],
    ["Croatian", "Kroatisch", "croate", "croata"],
    ["Serbian", "Serbisch", "serbe", "serbio"],
    ["Bosnian", "Bosnisch", "bosniaque", "bosnio"],
    ["Bulgarian", "Bulgarisch", "bulgare", "búlgaro"],
    ["Macedonian", "Mazedonisch", "macédonien", "macedonio"],
    ["Romanian", "Rumänisch", "roumain", "rumano"],
    ["Hungarian", "Ungarisch", "hongrois", "húngaro"],
    ["Greek", "Griechisch", "grec", "griego"],
    ["Turkish", "Türkisch", "turc", "turco"],
    ["Arabic", "Arabisch", "arabe", "árabe"],
    ["Hebrew", "Hebräisch", "hébreu", "hebreo"],
    ["Persian", "Persisch", "persan", "persa"],
    ["Kurdish", "Kurdisch", "kurde", "kurdo"],
    ["Pashto", "Paschtu", "pachto", "pastún"],
    ["Dari", "Dari", "dari", "darí"],
    ["Urdu", "Urdu", "ourdou", "urdu"],
    ["Hindi", "Hindi", "hindi", "hindi"],
    ["Bengali", "Bengalisch", "bengali", "bengalí"],
    ["Punjabi", "Pandschabi", "pendjabi", "panyabí"],
    ["Gujarati", "Gujarati", "gujarati", "guyaratí"],
    ["Marathi", "Marathi", "marathi", "maratí"],
    ["Tamil", "Tamil", "tamoul", "tamil"],
    ["Telugu", "Telugu", "télougou", "telugu"],
    ["Kannada", "Kannada", "kannada", "canarés"],
    ["Malayalam", "Malayalam", "malayalam", "malabar"],
    ["Odia", "Odia", "odia", "oriya"],
    ["Assamese", "Assamesisch", "assamais", "asamés"],
    ["Nepali", "Nepalesisch", "népalais", "nepalí"],
    ["Sinhala", "Singhalesisch", "cingalais", "cingalés"],
    ["Sanskrit", "Sanskrit", "sanskrit", "sánscrito"],
    ["Konkani", "Konkani", "konkani", "konkani"],
    ["Maithili", "Maithili", "maïthili", "maithili"],
    ["Sindhi", "Sindhi", "sindhi", "sindhi"],
    ["Kashmiri", "Kaschmirisch", "cachemiri", "cachemirí"],
    ["Japanese", "Japanisch", "japonais", "japonés"],
    ["Korean", "Koreanisch", "coréen", "coreano"],
    ["Vietnamese", "Vietnamesisch", "vietnamien", "vietnamita"],
    ["Thai", "Thailändisch", "thaï", "tailandés"],
    ["Indonesian", "Indonesisch", "indonésien", "indonesio"],
    ["Malay", "Malaiisch", "malais", "malayo"],
    ["Tagalog", "Tagalog", "tagalog", "tagalo"],
    ["Filipino", "Filipino", "filipino", "filipino"],
    ["Cebuano", "Cebuano", "cebuano", "cebuano"],
    ["Khmer", "Khmer", "khmer", "jemer"],
    ["Lao", "Laotisch", "lao", "lao"],
    ["Burmese", "Birmanisch", "birman", "birmano"],
    ["Mongolian", "Mongolisch", "mongol", "mongol"],
    ["Kazakh", "Kasachisch", "kazakh", "kazajo"],
    ["Uzbek", "Usbekisch", "ouzbek", "uzbeko"],
    [
        "Azerbaijani",
        "Aserbaidschanisch",
        "azerbaïdjanais",
        "azerí",
    ],
    ["Georgian", "Georgisch", "géorgien", "georgiano"],
    ["Armenian", "Armenisch", "arménien", "armenio"],
    ["Albanian", "Albanisch", "albanais", "albanés"],
    ["Swedish", "Schwedisch", "suédois", "sueco"],
    ["Norwegian", "Norwegisch", "norvégien", "noruego"],
    ["Danish", "Dänisch", "danois", "danés"],
    ["Finnish", "Finnisch", "finnois", "finés"],
    ["Icelandic", "Isländisch", "islandais", "islandés"],
    ["Estonian", "Estnisch", "estonien", "estonio"],
    ["Latvian", "Lettisch", "letton", "letón"],
    ["Lithuanian", "Litauisch", "lituanien", "lituano"],
    ["Belarusian", "Belarussisch", "biélorusse", "bielorruso"],
    ["Irish", "Irisch", "irlandais", "irlandés"],
    ["Welsh", "Walisisch", "gallois", "galés"],
    ["Catalan", "Katalanisch", "catalan", "catalán"],
    ["Basque", "Baskisch", "basque", "euskera"],
    ["Galician", "Galicisch", "galicien", "gallego"],
    [
        "Luxembourgish",
        "Luxemburgisch",
        "luxembourgeois",
        "luxemburgués",
    ],
    ["Afrikaans", "Afrikaans", "afrikaans", "afrikáans"],
    ["Swahili", "Suaheli", "swahili", "suajili"],
    ["Amharic", "Amharisch", "amharique", "amárico"],
    ["Somali", "Somali", "somali", "somalí"],
    ["Yoruba", "Yoruba", "yoruba", "yoruba"],
    ["Igbo", "Igbo", "igbo", "igbo"],
    ["Hausa", "Hausa", "haoussa", "hausa"],
    ["Zulu", "Zulu", "zoulou", "zulú"],
    ["Xhosa", "Xhosa", "xhosa", "xhosa"],
    ["Shona", "Shona", "shona", "shona"],
    ["Twi", "Twi", "twi", "twi"],
    ["Wolof", "Wolof", "wolof", "wólof"],
    ["Kinyarwanda", "Kinyarwanda", "kinyarwanda", "kiñaruanda"],
    ["Tigrinya", "Tigrinya", "tigrigna", "tigriña"],
    [
        "Haitian Creole",
        "Haitianisches Kreol",
        "créole haïtien",
        "criollo haitiano",
    ],
    ["Esperanto", "Esperanto", "espéranto", "esperanto"],
    ["Latin", "Latein", "latin", "latín"],
    [
        "American Sign Language",
        "Amerikanische Gebärdensprache",
        "langue des signes américaine",
        "lengua de signos estadounidense",
    ],
    [
        "British Sign Language",
        "Britische Gebärdensprache",
        "langue des signes britannique",
        "lengua de signos británica",
    ],
    [
        "Sign Language",
        "Gebärdensprache",
        "langue des signes",
        "lengua de signos",
    ],
];

/// Returns the name of a language by its English name. A name that is not known stays as it is.
pub(super) fn language_name(english: &str, language: PacketLanguage) -> &str {
    let mut names = NAMES.iter();
    let Some([own, german, french, spanish]) = names.find(|names| names[0] == english) else {
        return english;
    };
    match language {
        PacketLanguage::English => own,
        PacketLanguage::German => german,
        PacketLanguage::French => french,
        PacketLanguage::Spanish => spanish,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_of_the_vocabulary_has_names() {
        let known: Vec<&str> = NAMES.iter().map(|names| names[0]).collect();
        for name in shortlist_vocabulary::spoken_languages() {
            assert!(known.contains(&name), "{name}");
        }
        assert_eq!(language_name("Polish", PacketLanguage::Spanish), "polaco");
        assert_eq!(language_name("Klingon", PacketLanguage::German), "Klingon");
    }
}
