//! Lists of words by subject, in the files of `data/`.

use std::cell::RefCell;
use std::collections::HashSet;

use shortlist_vocabulary::{FromEntries, PhraseList, WordListError, word_lists};

word_lists! {
    /// Words of work experience.
    pub(super) struct PositionWords in "../../data/positions.txt" {
        /// Words that make a phrase a job title, as a whole word.
        title_words: PhraseList,
        /// Endings of job titles in languages that write them as one word.
        title_endings: PhraseList,
        /// Words at the end of or inside an organization's name.
        organization_words: PhraseList,
        /// Endings of Chinese employer names, which are written without spaces.
        organization_endings: PhraseList,
        /// Labels before a job title.
        title_labels: PhraseList,
        /// Labels before an employer.
        organization_labels: PhraseList,
        /// Labels before the place of a position.
        place_labels: PhraseList,
        /// Labels before dates, tasks or tools.
        aside_labels: PhraseList,
        /// Words before an employer.
        before_organization: SpacedWords,
        /// The word before a title in a sentence such as `worked as … with … in …`.
        before_title: SpacedWords,
        /// The other words that split such a sentence.
        in_sentences: SpacedWords,
        /// Words at the start of such a sentence that carry no information.
        opening_words: PhraseList,
        /// Verbs that make a line such a sentence.
        verbs: PhraseList,
        /// Words between such a verb and an employer.
        after_verbs: PhraseList,
        /// Articles before a title or an employer.
        articles: PhraseList,
        /// Words before a date, which remain after the date is removed.
        before_date: PhraseList,
    }
}

word_lists! {
    /// Words of education.
    pub(super) struct EducationWords in "../../data/education.txt" {
        /// Words in the names of educational institutions.
        school_words: PhraseList,
        /// Endings of school names in languages that write them as one word.
        school_endings: PhraseList,
        /// Words for an unfinished degree, or the beginnings of such words.
        in_progress: PhraseList,
        /// Products of Microsoft.
        products: PhraseList,
    }
}

/// Words between two phrases, with the space before and after each.
#[derive(Debug, Default)]
pub(super) struct SpacedWords(Vec<String>);

impl SpacedWords {
    /// Returns the words with their spaces, in the order of the file.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

impl FromEntries for SpacedWords {
    fn from_entries(entries: Vec<&'static str>) -> Result<Self, WordListError> {
        let spaced = |word: &str| format!(" {word} ");
        Ok(Self(entries.into_iter().map(spaced).collect()))
    }
}

/// Words that are not part of a person's name.
pub(super) const NOT_NAME_WORDS: &str = "europass europass-lebenslauf europass-cv e-mail e-mail-adresse telefon téléphone teléfono telefone telefono telefoon adresse dirección endereço indirizzo adres anschrift courriel correo телефон почта адрес резюме βιογραφικό τηλέφωνο życiorys البريد الإلكتروني الهاتف العنوان الجوال السيرة الذاتية resume résumé cv curriculum vitae vita biodata bio data lebenslauf curriculo currículo hoja page confidential address street road avenue lane nagar colony floor block sector apartment apt flat house near city state country district email mail phone mobile telephone tel fax cell contact website linkedin github portfolio university college school institute academy faculty department technologies technology solutions services systems limited ltd pvt inc llc gmbh corporation company group bank hospital international india usa america germany france spain england london york delhi mumbai bangalore bengaluru hyderabad chennai pune kolkata california texas singapore dubai canada toronto australia bachelor master mba phd diploma degree b.tech btech m.tech mtech bsc msc bcom mcom engineering science arts commerce computer information software hardware network security cloud web data machine learning application applications development design project projects management business administration finance financial accounting human resources objective summary profile experience education skills personal details career date birth nationality gender marital status name father mother husband male female married single languages hobbies interests declaration reference references january february march april june july august september october november december present certified certification certificate certificates professional technical work working employment history years year knowledge expertise senior junior full stack front end back the and for with from this that to of in at on by is are was my me i am looking seeking position role responsible team client clients customer customers quality control production operations operation supply chain support service process safety health medical nursing clinical teaching training research available upon request document template sample your first last lives live area home office place permanent present current street tx ca ny fl il nj av";

/// Titles before a name and qualifications after it.
pub(super) const HONORIFICS: &str = "mr mrs ms miss dr prof professor sir er engr eng shri smt herr frau dipl ing ca md phd mba pmp cpa cfa acca rn esq msc bsc ma ba btech mtech be mca bca pe cissp jd dds mph bsn frcs mbbs fcca pgdm csm aia leed";

/// Particles inside names.
pub(super) const NAME_PARTICLES: &str = "de da do dos das di del della der den van von la le el al bin binti ibn bint abu ben zu zum zur ten ter y e af av san st s/o d/o o mc mac عبد بن بنت ابن أبو آل";

/// Labels before a person's name.
pub(super) const NAME_LABELS: &str = "name|full name|candidate name|name of candidate|name of the candidate|applicant name|employee name|consultant name|nom|nom et prénom|nom et prenom|nombre|nombre completo|nombre y apellidos|apellidos y nombres|nome|nome completo|nome e cognome|cognome e nome|naam|vor- und nachname|vorname name|vor- und zuname|имя|фио|ф.и.о|姓名|名字|氏名|이름|성명|الاسم|ad soyad|adı soyadı|imię i nazwisko|navn|namn|ονοματεπώνυμο|surname(s) first name(s)|first name(s) surname(s)|surname, name|name, surname|first name / surname|first name(s) / surname(s)|surname(s) / first name(s)";

/// Labels before a telephone number.
pub(super) const PHONE_LABELS: &str = "phone|telephone|tel|mobile|mob|cell|cellular|contact|ph|whatsapp|call|handy|telefon|mobil|téléphone|portable|teléfono|telefono|telefone|móvil|movil|celular|cellulare|telefoon|mobiel|тел|телефон|моб|电话|手机|联系|電話|携帯|전화|هاتف|جوال|gsm|κινητό|✆|☎|📞|📱|m:|t:|p:|h:|c:";
/// Labels before a number that is not a telephone number.
pub(super) const OTHER_NUMBER_LABELS: &str = "fax|passport|pan|aadhar|aadhaar|visa|license|licence|dob|birth|id no|gst|pin|zip|issn|isbn|doi|credential|roll|registration|reg no|certificate|account";

/// Names of countries and large regions, for telephone numbers without a country code.
pub(super) const COUNTRIES: [(&str, &str); 60] = [
    ("india", "IN"),
    ("maharashtra", "IN"),
    ("karnataka", "IN"),
    ("tamil", "IN"),
    ("hyderabad", "IN"),
    ("bangalore", "IN"),
    ("bengaluru", "IN"),
    ("mumbai", "IN"),
    ("pune", "IN"),
    ("chennai", "IN"),
    ("delhi", "IN"),
    ("kolkata", "IN"),
    ("kerala", "IN"),
    ("gujarat", "IN"),
    ("telangana", "IN"),
    ("pradesh", "IN"),
    ("nagar", "IN"),
    ("usa", "US"),
    ("california", "US"),
    ("texas", "US"),
    ("ny", "US"),
    ("ca", "US"),
    ("tx", "US"),
    ("nj", "US"),
    ("il", "US"),
    ("florida", "US"),
    ("germany", "DE"),
    ("deutschland", "DE"),
    ("berlin", "DE"),
    ("münchen", "DE"),
    ("france", "FR"),
    ("paris", "FR"),
    ("spain", "ES"),
    ("españa", "ES"),
    ("madrid", "ES"),
    ("italia", "IT"),
    ("italy", "IT"),
    ("brasil", "BR"),
    ("brazil", "BR"),
    ("portugal", "PT"),
    ("netherlands", "NL"),
    ("nederland", "NL"),
    ("china", "CN"),
    ("中国", "CN"),
    ("canada", "CA"),
    ("ontario", "CA"),
    ("australia", "AU"),
    ("london", "GB"),
    ("uk", "GB"),
    ("england", "GB"),
    ("singapore", "SG"),
    ("pakistan", "PK"),
    ("dubai", "AE"),
    ("uae", "AE"),
    ("qatar", "QA"),
    ("kuwait", "KW"),
    ("nigeria", "NG"),
    ("mexico", "MX"),
    ("colombia", "CO"),
    ("philippines", "PH"),
];

thread_local! {
    /// The lists used so far, as word sets. They are cached because nearly every word of a
    /// resume is looked up in some list.
    static SETS: RefCell<Vec<(&'static str, HashSet<&'static str>)>> = const { RefCell::new(Vec::new()) };
}

/// Returns whether a space-separated list of words contains a word.
pub(super) fn contains_word(list: &'static str, word: &str) -> bool {
    SETS.with_borrow_mut(|sets| {
        if let Some((_, set)) = sets.iter().find(|(known, _)| std::ptr::eq(*known, list)) {
            return set.contains(word);
        }
        let set: HashSet<_> = list.split(' ').collect();
        let held = set.contains(word);
        sets.push((list, set));
        held
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists_are_read() {
        assert_eq!(PositionWords::read().map(drop), Ok(()));
        assert_eq!(EducationWords::read().map(drop), Ok(()));
    }
}
