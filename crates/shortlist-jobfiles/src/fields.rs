//! The fields of a job, and the headers for them in nine languages.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::fold::{contains_words, fold};

/// A field that a column can fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// The title.
    Title,
    /// The job code.
    Code,
    /// The description.
    Description,
    /// An additional part of the description: requirements, duties or benefits.
    DescriptionPart,
    /// The skills.
    Skills,
    /// The department.
    Department,
    /// The complete location.
    Location,
    /// A district of the location.
    Area,
    /// The city of the location.
    City,
    /// The state or region of the location.
    Region,
    /// The country of the location.
    Country,
    /// The employment type.
    EmploymentType,
    /// The status of the posting, which shows whether it is a draft.
    Status,
    /// Whether the job is a draft, yes or no.
    Draft,
    /// Whether the job is published, yes or no.
    Published,
    /// The salary. It is kept as an attribute.
    Salary,
    /// Whether the work is remote. It is kept as an attribute.
    Remote,
    /// The number of openings. It is kept as an attribute.
    Openings,
    /// The identifier of the job in another system. It is kept as an attribute.
    ExternalId,
}

impl Field {
    /// Returns the name of the field for users.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Code => "job code",
            Self::Description => "description",
            Self::DescriptionPart => "part of the description",
            Self::Skills => "skills",
            Self::Department => "department",
            Self::Location => "location",
            Self::Area => "area of the location",
            Self::City => "city of the location",
            Self::Region => "region of the location",
            Self::Country => "country of the location",
            Self::EmploymentType => "employment type",
            Self::Status => "status",
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Salary => "salary",
            Self::Remote => "remote work",
            Self::Openings => "number of openings",
            Self::ExternalId => "external id",
        }
    }

    /// Every field.
    const ALL: [Self; 19] = [
        Self::Title,
        Self::Code,
        Self::Description,
        Self::DescriptionPart,
        Self::Skills,
        Self::Department,
        Self::Location,
        Self::Area,
        Self::City,
        Self::Region,
        Self::Country,
        Self::EmploymentType,
        Self::Status,
        Self::Draft,
        Self::Published,
        Self::Salary,
        Self::Remote,
        Self::Openings,
        Self::ExternalId,
    ];

    /// Returns the name of the field in a JSON instruction.
    pub fn as_wire(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Code => "code",
            Self::Description => "description",
            Self::DescriptionPart => "description_part",
            Self::Skills => "skills",
            Self::Department => "department",
            Self::Location => "location",
            Self::Area => "area",
            Self::City => "city",
            Self::Region => "region",
            Self::Country => "country",
            Self::EmploymentType => "employment_type",
            Self::Status => "status",
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Salary => "salary",
            Self::Remote => "remote",
            Self::Openings => "openings",
            Self::ExternalId => "external_id",
        }
    }

    /// Returns the field with a name in a JSON instruction.
    pub(crate) fn from_wire(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.as_wire() == name)
    }

    /// Returns whether the field is kept as an attribute because the job has no such field.
    pub fn is_attribute(self) -> bool {
        matches!(
            self,
            Self::Salary | Self::Remote | Self::Openings | Self::ExternalId
        )
    }

    /// Returns whether several columns can fill the field together.
    pub(crate) fn takes_many(self) -> bool {
        self == Self::DescriptionPart || self.is_attribute()
    }
}

/// Headers that name a field, the best first. A header must be equal to one of them.
const EXACT: [(Field, &str); 19] = [
    (
        Field::Title,
        "job title|business title|posting title|position title|vacancy title|vacancy name|role title|job name|position name|title|jobtitle|job posting title|job opening title|requisition title|external title|stellenbezeichnung|stellentitel|jobtitel|jobbezeichnung|positionsbezeichnung|berufsbezeichnung|titel|stelle|intitule du poste|intitule de poste|intitule|titre du poste|titre de poste|titre|nom du poste|libelle du poste|poste|titulo del puesto|titulo del empleo|nombre del puesto|puesto de trabajo|puesto|cargo|titulo da vaga|titulo do cargo|nome da vaga|vaga|titulo|titolo della posizione|titolo di lavoro|titolo posizione|titolo|posizione|ruolo|mansione|qualifica|functietitel|functienaam|vacaturetitel|vacature|functie|название вакансии|наименование вакансии|название должности|наименование должности|вакансия|должность|название|职位名称|岗位名称|职位|岗位|招聘岗位|招聘职位|工作名称|position|role|job|vacancy|opening|job role|posting|position offered|profession|job opening name|opening name",
    ),
    (
        Field::Code,
        "job code|job reference|job ref|reference number|ref number|requisition id|requisition number|requisition|req id|req number|req no|req|req #|job id|job number|job no|posting id|posting number|vacancy id|vacancy number|vacancy code|vacancy reference|position id|position number|position code|reference code|reference id|job req id|job requisition id|req identifier|requisition identifier|referenznummer|refnr|referenz nr|ref nr|kennziffer|stellennummer|stellen id|stellen nr|job nr|referenz|referenzcode|reference|reference de l offre|reference du poste|numero d offre|ref|referencia|codigo|codigo del puesto|codigo da vaga|codigo de vacante|codice|codice offerta|codice posizione|riferimento|vacaturenummer|referentienummer|referentie|код вакансии|номер вакансии|код|номер|职位编号|岗位编号|职位编码|编号|native id|external job id|code|id",
    ),
    (
        Field::Description,
        "job description|full description|description|description html|description plain|description text|job details|job summary|job advert|content|contents|body|details|job summary text|stellenbeschreibung|beschreibung|jobbeschreibung|stelleninhalt|description du poste|descriptif du poste|descriptif|descripcion del puesto|descripcion|descricao da vaga|descricao|descrizione del lavoro|descrizione|functieomschrijving|omschrijving|beschrijving|описание вакансии|описание|职位描述|岗位描述|工作描述|描述|岗位职责|summary|snippet|overview|resumen|text html",
    ),
    (
        Field::DescriptionPart,
        "requirements|job requirements|responsibilities|job responsibilities|duties|key responsibilities|main responsibilities|key requirements|skills knowledge expertise|nice to have|about you|your profile|your tasks|your role|qualifications|minimum qualifications|preferred qualifications|minimum qual requirements|preferred skills qualifications|benefits|what you ll do|what we offer|what you bring|anforderungen|aufgaben|anforderungsprofil|ihr profil|dein profil|profil|wir bieten|missions|mission|profil recherche|exigences|avantages|requisitos|responsabilidades|funciones|tareas|beneficios|atividades|requisiti|responsabilita|mansioni|functie eisen|functie eisen en wensen|taken|wij bieden|eisen|требования|обязанности|условия|任职要求|职位要求|岗位要求|要求|additional plain|additional information|company description|experience requirements text|lists",
    ),
    (
        Field::Skills,
        "skills|required skills|key skills|skill set|skillset|must have skills|core skills|technical skills|skills required|skill|tech stack|technologies|technology|competencies|kenntnisse|fahigkeiten|kompetenzen|skills kenntnisse|competences|competences requises|competence|competencias|habilidades|aptitudes|habilidades requeridas|conocimientos|competenze|competenze richieste|capacita|vaardigheden|competenties|навыки|ключевые навыки|технологии|技能|技能要求|关键技能|tags|keywords",
    ),
    (
        Field::Department,
        "department|department name|departments|dept|department label|job department|division|business unit|abteilung|fachbereich|bereich|geschaftsbereich|departement|service|direction|departamento|area funcional|dipartimento|reparto|divisione|setor|afdeling|отдел|подразделение|департамент|部门|所属部门|agency|org unit|organizational unit|organisation unit|organization unit|cost center name|categories department|team|team name|equipe|equipo|squadra",
    ),
    (
        Field::Location,
        "location full|full location|location full location|location|job location|work location|location name|primary location|locations|locations text|job locations|office location|location text|location str|candidate required location|work place|workplace location|standort|arbeitsort|einsatzort|dienstort|ort|lieu|lieu de travail|lieu travail|lieu du poste|localisation|ubicacion|lugar de trabajo|lugar|localidad|localizacion|sede de trabajo|localizacao|local de trabalho|local|localidade|luogo di lavoro|luogo|sede di lavoro|sede|localita|locatie|standplaats|werklocatie|plaats|место работы|местоположение|локация|адрес|место|工作地点|工作地址|地点|地址|所在地|office|offices|site|duty station|place of work|place|address|all locations|workplace|job location address",
    ),
    (
        Field::Area,
        "area|district|bezirk|quartier|barrio|bairro|район|区域|地区",
    ),
    (
        Field::City,
        "city|town|location city|job city|stadt|ville|ciudad|cidade|citta|comune|stad|город|城市|工作城市|address locality|job location address address locality|location address locality|municipality|municipio",
    ),
    (
        Field::Region,
        "state|region|province|location state|location region|state name|state province|county|bundesland|provincia|estado|uf|regione|provincie|регион|область|省份|省|address region|job location address address region",
    ),
    (
        Field::Country,
        "country|country name|location country|land|pays|pais|paese|nazione|страна|国家|address country|job location address address country|job location address address country name",
    ),
    (
        Field::EmploymentType,
        "employment type|employment types|employment type code|job types|contract types|type contrat|type contrat libelle|type of employment|job type|contract type|type of contract|commitment|work type|work types|time type|full time part time|full part time|full time part time indicator|position type|job schedule|schedule type|employment|employment status|employment status label|employment category|hours type|working hours type|contract|anstellungsart|beschaftigungsart|beschaftigungsverhaltnis|vertragsart|arbeitszeitmodell|arbeitszeit|art der anstellung|anstellung|type de contrat|type d emploi|contrat|temps de travail|tipo de contrato|tipo de empleo|tipo de contratacion|tipo de jornada|jornada|jornada laboral|contrato|regime de contratacao|tipo de vaga|tipo de contratacao|regime|tipo di contratto|tipologia contratto|contratto|tipo di impiego|dienstverband|soort contract|contractvorm|contracttype|type dienstverband|тип занятости|занятость|вид занятости|график работы|тип договора|工作性质|工作类型|职位类型|雇佣类型|招聘类型|用工类型",
    ),
    (
        Field::Status,
        "status|job status|posting status|publication status|vacancy status|requisition status|publishing status|veroffentlichungsstatus|stellenstatus|statut|statut de l offre|estatus|situacao|stato|статус|状态|招聘状态",
    ),
    (
        Field::Draft,
        "draft|is draft|entwurf|brouillon|borrador|rascunho|bozza|concept|черновик|草稿",
    ),
    (
        Field::Published,
        "published|is published|publish|veroffentlicht|publie|publicado|pubblicato|gepubliceerd|опубликовано|已发布|is active|active|live|aktiv",
    ),
    (
        Field::Salary,
        "salary|salaries|salary range|salary from|salary to|salary range from|salary range to|salary min|salary max|min salary|max salary|minimum salary|maximum salary|mini salary|salary minimum|salary maximum|annual salary|base salary|compensation|compensation range|pay|pay range|pay rate|pay band|wage|wages|hourly rate|salary text|salary currency|estimated salary|gehalt|gehaltsspanne|jahresgehalt|verdienst|lohn|vergutung|entgelt|salaire|remuneration|fourchette de salaire|salario|sueldo|rango salarial|remuneracion|remuneracao|faixa salarial|retribuzione|stipendio|salaris|зарплата|вилка|оклад|薪资|薪水|工资|月薪",
    ),
    (
        Field::Remote,
        "remote|is remote|remote work|is remote work|remote type|remote option|remote status|work mode|workplace type|work arrangement|workplace arrangement|work from home|home office|homeoffice|remote moglich|mobiles arbeiten|teletravail|travail a distance|teletrabajo|trabajo remoto|remoto|telelavoro|thuiswerken|удаленная работа|远程|job location type|telecommuting",
    ),
    (
        Field::Openings,
        "openings|number of openings|no of openings|of openings|number of positions|positions available|headcount|vacancies|number of vacancies|no of vacancies|of vacancies|total job openings|total openings|anzahl stellen|anzahl|anzahl der stellen|nombre de postes|numero de vacantes|numero de plazas|vagas|numero de vagas|numero di posizioni|aantal vacatures|招聘人数",
    ),
    (
        Field::ExternalId,
        "ats id|system id|internal job id|internal id|source id|external reference|externe referenz|identifiant externe|id externo|id esterno|legacy id",
    ),
];

/// Headers that name a field only if there is no better one.
const WEAK: [(Field, &str); 6] = [
    (
        Field::Title,
        "name|text|job title name|label|headline|subject|job description title|bezeichnung|nom|nombre|nome|naam|名称|标题|function|funktion|occupation|beruf",
    ),
    (
        Field::Code,
        "job posting id|uuid|guid|shortcode|short code|identifier|identifier value|bullet fields|slug|external id|externe id|key|nr|no|number|numero|nummer|unique id|external path",
    ),
    (
        Field::Description,
        "job|text description|notes|opening plain|about|about the job|about the role|info",
    ),
    (
        Field::EmploymentType,
        "type|kind|schedule|employee status|worker type|art|tipo|тип|类型|vertrag|hours|stunden|working time",
    ),
    (
        Field::Skills,
        "hard skills|requirements skills|stack|tools|tag list",
    ),
    (Field::Status, "state|estado"),
];

/// Words that name a field as part of a longer header.
const CONTAINED: [(Field, &str); 8] = [
    (
        Field::Title,
        "job title|position title|title|titel|stellenbezeichnung|jobtitel|intitule|titre|titulo|titolo|название вакансии|должность|职位|岗位|job name|position name|functietitel",
    ),
    (
        Field::Code,
        "job id|job code|req id|requisition|requisition id|reference number|job number|job reference|posting id|vacancy id|kennziffer|referenznummer|reference|referencia|职位编号",
    ),
    (
        Field::Description,
        "job description|description|beschreibung|stellenbeschreibung|descriptif|descripcion|descricao|descrizione|omschrijving|описание|描述",
    ),
    (
        Field::Skills,
        "skills|kenntnisse|competences|habilidades|competencias|competenze|vaardigheden|навыки|技能",
    ),
    (
        Field::Department,
        "department|abteilung|departement|departamento|dipartimento|afdeling|отдел|部门|business unit|division",
    ),
    (
        Field::Location,
        "location|standort|arbeitsort|einsatzort|lieu|ubicacion|localizacao|sede|locatie|standplaats|место работы|地点",
    ),
    (
        Field::EmploymentType,
        "employment type|job type|contract type|type of employment|type de contrat|tipo de contrato|tipo di contratto|beschaftigungsart|anstellungsart|dienstverband|занятости|work type|工作性质",
    ),
    (Field::City, "城市"),
];

/// Words that give a longer header another meaning than the field that it contains.
const OTHER_MEANINGS: &str = "url|link|links|href|path|date|posted|logo|image|email|mail|phone|count|total|currency|website|manager|company|employer|type id|category|group|level|min|max|salary|language|source|user|level|status|remote|score|created|updated|ссылка|компании|公司|recruiter|code type|confidential|reports|contact";

/// The maximum length of a header.
const MAX_HEADER_CHARS: usize = 60;

/// The field that a header names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Recognised {
    pub(crate) field: Field,
    /// The strength of the name. The column with the highest strength wins.
    pub(crate) strength: u32,
    pub(crate) matched_by: NameMatch,
}

/// How a header names a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameMatch {
    Name,
    WeakName,
    Contained,
}

/// All fields for each name. The keys are the names without spaces.
static NAMES: LazyLock<HashMap<String, Vec<Recognised>>> = LazyLock::new(|| {
    let mut names: HashMap<String, Vec<Recognised>> = HashMap::new();
    let mut add = |list: &[(Field, &str)], base: u32, matched_by: NameMatch| {
        for (field, words) in list {
            for (rank, name) in (0..).zip(words.split('|')) {
                let fields = names.entry(compact(&fold(name))).or_default();
                if !fields.iter().any(|known| known.field == *field) {
                    fields.push(Recognised {
                        field: *field,
                        strength: base - rank,
                        matched_by,
                    });
                }
            }
        }
    };
    add(&EXACT, 3_000, NameMatch::Name);
    add(&WEAK, 1_000, NameMatch::WeakName);
    names
});

fn compact(folded: &str) -> String {
    folded.split(' ').collect()
}

/// Returns all fields that a header may name, the best first.
pub(crate) fn readings(header: &str) -> Vec<Recognised> {
    if header.chars().count() > MAX_HEADER_CHARS {
        return Vec::new();
    }
    let mut readings = named(header);
    if readings.is_empty() {
        readings = contained(&fold(header));
    }
    readings.sort_by_key(|reading| std::cmp::Reverse(reading.strength));
    readings
}

/// Returns the most likely field of a header.
pub(crate) fn recognise(header: &str) -> Option<Recognised> {
    readings(header).into_iter().next()
}

fn named(header: &str) -> Vec<Recognised> {
    let without_brackets = header.split_once('(').map(|(before, _)| before);
    std::iter::once(header)
        .chain(without_brackets)
        .filter_map(|name| NAMES.get(&compact(&fold(name))))
        .next()
        .cloned()
        .unwrap_or_default()
}

fn contained(folded: &str) -> Vec<Recognised> {
    if OTHER_MEANINGS
        .split('|')
        .any(|words| contains_words(folded, words))
    {
        return Vec::new();
    }
    let extra = u32::try_from(folded.split(' ').count())
        .unwrap_or(u32::MAX)
        .min(20);
    CONTAINED
        .iter()
        .filter_map(|(field, words)| {
            let (rank, _) = (0..)
                .zip(words.split('|'))
                .find(|(_, words)| contains_words(folded, words))?;
            Some(Recognised {
                field: *field,
                strength: 1_900 - rank - 10 * extra,
                matched_by: NameMatch::Contained,
            })
        })
        .collect()
}
