//! Reads entries written as a form: `Company: …`, `Role<TAB>…`, `Designation - …`.

use super::page::without_bullet;

/// The field that a labelled line of an entry contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// The job title.
    Title,
    /// The employer.
    Organization,
    /// The place.
    Place,
    /// Dates, tasks or tools, which do not name the entry.
    Aside,
}

const TITLES: &str = "role|title|job title|position|position held|positions held|post|post held|designation|designated as|rank|job position|job role|occupation|occupation or position held|beruf|funktion|stelle|tätigkeit als|beruf oder funktion|poste|poste occupé|fonction|fonction ou poste occupé|intitulé du poste|cargo|puesto|profesión o cargo desempeñado|função|função ou cargo ocupado|ruolo|posizione|mansione|lavoro o posizione ricoperti|functie|职位|职务|岗位|担任职务|должность|позиция|θέση|θέση εργασίας|المسمى الوظيفي|الوظيفة|المنصب|stanowisko|pozycja|ünvan|görev";
const ORGANIZATIONS: &str = "company|company name|name of company|name of the company|employer|employer name|name of employer|name and address of employer|organization|organisation|organization name|name of organization|name of the organization|firm|institution|institute|firma|unternehmen|arbeitgeber|name und adresse des arbeitgebers|entreprise|employeur|société|nom et adresse de l'employeur|empresa|nombre de la empresa|nombre y dirección de la empresa|empleador|empregador|nome e endereço do empregador|azienda|società|datore di lavoro|nome e indirizzo del datore di lavoro|bedrijf|werkgever|organisatie|公司|公司名称|单位|工作单位|单位名称|компания|организация|работодатель|место работы|εταιρεία|εργοδότης|الشركة|اسم الشركة|جهة العمل|pracodawca|nazwa firmy|şirket|işveren";
const PLACES: &str = "location|place|city|job location|work location|work place|ort|standort|arbeitsort|lieu|localisation|ville|lugar|ubicación|ciudad|local|localização|cidade|luogo|sede|città|plaats|locatie|地点|工作地点|город|τόπος|τοποθεσία|الموقع|المكان|المدينة|lokalizacja|miejsce|miasto|konum";
const ASIDES: &str = "duration|period|date|dates|from|to|since|time|tenure|work period|period of work|time period|project|project name|project title|client|client name|clients|team size|team|responsibilities|responsibility|roles and responsibilities|job description|description|job profile|environment|technology|technologies|technologies used|tools|skills|database|operating system|domain|main activities and responsibilities|type of business or sector|reporting to|zeitraum|dauer|aufgaben|période|durée|missions|tâches|período|periodo|duración|funciones|duração|atividades|durata|attività|periode|taken|时间|工作时间|工作内容|工作描述|职责|период|обязанности|περίοδος|διάρκεια|الفترة|المدة|المهام|okres|obowiązki|tarih";
/// The length of the longest label, in bytes.
const MAX_LABEL: usize = 80;

/// Returns the field of a labelled line, and the text after the label.
pub(super) fn labelled(line: &str) -> Option<(Field, &str)> {
    let line = without_bullet(line);
    let (label, value) = split_label(line)?;
    let field = field_of(label)?;
    Some((field, value.trim_matches(is_margin)))
}

/// Splits the label before a colon, a tab or a dash from the text after it.
fn split_label(line: &str) -> Option<(&str, &str)> {
    let near = line.char_indices().take_while(|(at, _)| *at <= MAX_LABEL);
    let mut marks = near.filter(|(_, c)| matches!(c, ':' | '：' | '\t' | '–' | '—' | '-'));
    let (at, _) = marks.next()?;
    line.split_at_checked(at)
}

fn field_of(label: &str) -> Option<Field> {
    let label = label.trim_matches(is_margin).to_lowercase();
    let is_in = |list: &str| list.split('|').any(|known| known == label);
    [
        (TITLES, Field::Title),
        (ORGANIZATIONS, Field::Organization),
        (PLACES, Field::Place),
        (ASIDES, Field::Aside),
    ]
    .into_iter()
    .find(|(list, _)| is_in(list))
    .map(|(_, field)| field)
}

fn is_margin(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            ':' | '：' | '-' | '–' | '—' | '.' | ',' | '(' | ')' | '|'
        )
}
