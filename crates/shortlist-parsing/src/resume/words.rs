//! Lists of words by subject. The longer lists are in text files next to this file.

use std::cell::RefCell;
use std::collections::HashSet;

/// Words that make a phrase a job title, as a whole word or as the end of a word.
pub(super) const TITLE_WORDS: &str = "engineer developer manager programmer analyst consultant architect administrator admin designer director officer executive assistant associate intern trainee specialist coordinator lead leader supervisor technician operator accountant auditor nurse doctor physician teacher lecturer professor instructor tutor researcher scientist fellow president vice ceo cto cfo coo founder owner partner head chief clerk cashier secretary receptionist sales marketing representative advisor adviser agent broker banker trader buyer planner recruiter trainer coach writer editor journalist translator chef cook waiter driver mechanic electrician welder carpenter guard superintendent foreman inspector surveyor tester qa sre devops freelancer freelance contractor apprentice volunteer student graduate expert professional entwickler entwicklerin ingenieur ingenieurin leiter leiterin berater beraterin sachbearbeiter sachbearbeiterin werkstudent werkstudentin praktikant praktikantin mitarbeiter mitarbeiterin geschäftsführer kaufmann kauffrau techniker développeur développeuse ingénieur ingénieure responsable directeur directrice chargé chargée stage stagiaire gestionnaire internship comptable consultante assistante vendeur vendeuse desarrollador desarrolladora ingeniero ingeniera gerente jefe jefa analista directora administrador administradora consultor consultora asistente auxiliar encargado encargada vendedor vendedora profesor profesora desenvolvedor desenvolvedora engenheiro engenheira coordenador coordenadora estagiário estagiária assistente sviluppatore sviluppatrice ingegnere direttore responsabile impiegato impiegata tirocinante consulente ontwikkelaar medewerker adviseur stagiair projectleider инженер разработчик программист менеджер директор специалист бухгалтер аналитик 工程师 经理 总监 开发 主管 助理 设计师 实习生 cadre commercial enseignant enseignante professeur professeure programmeur programmeuse concepteur conceptrice technicien technicienne infirmier infirmière électricien mécanicien serveur serveuse krankenpfleger krankenschwester pflegefachfrau pflegefachmann buchhalter buchhalterin lehrer lehrerin verkäufer verkäuferin assistent assistentin technikerin elektriker elektroniker mechaniker sekretärin referent referentin teamleiter projektmanager auszubildender geselle meister programador programadora técnico técnica enfermero enfermera contable contador contadora abogado abogada camarero maestro maestra coordinadora enfermeiro enfermeira professora programmatore programmatrice tecnico contabile infermiere infermiera commesso commessa insegnante addetto addetta verpleegkundige boekhouder docent verkoper teamleider inżynier programista programistka kierownik specjalista dyrektor analityk asystent asystentka księgowy księgowa nauczyciel nauczycielka sprzedawca konsultant koordynator stażysta pracownik pielęgniarka руководитель начальник консультант администратор помощник ассистент преподаватель учитель врач тестировщик стажер стажёр медсестра продавец водитель экономист юрист архитектор ведущий старший μηχανικός διευθυντής διευθύντρια προγραμματιστής υπάλληλος λογιστής σύμβουλος βοηθός υπεύθυνος υπεύθυνη καθηγητής νοσηλευτής νοσηλεύτρια αναλυτής τεχνικός πωλητής مدير مديرة مهندس مهندسة محاسب محاسبة مبرمج مبرمجة مطور مطورة محلل مشرف مشرفة ممرض ممرضة مساعد مساعدة معلم معلمة مدرس طبيب مستشار فني موظف موظفة سكرتير سكرتيرة مندوب رئيس متدرب مصمم mühendis müdür uzman طبيبة مدرسة محللة مصممة مستشارة منسق منسقة أخصائي نائب учительница дизайнер повар δάσκαλος kierowniczka pielęgniarz specjalistka";

/// Endings of job titles in languages that write them as one word.
pub(super) const TITLE_ENDINGS: &str = "entwickler entwicklerin ingenieur ingenieurin leiter leiterin berater beraterin techniker technikerin kaufmann kauffrau pfleger pflegerin bearbeiter bearbeiterin mechaniker elektroniker manager managerin lehrer verkäufer arbeiter student medewerker ontwikkelaar leider adviseur 工程师 经理 总监 主管 助理 设计师 实习生 会计 护士 教师 专员 顾问 分析师 主任 程序员 店长 销售 司机 医生 厨师";

/// Words that are not part of a person's name.
pub(super) const NOT_NAME_WORDS: &str = "europass europass-lebenslauf europass-cv e-mail e-mail-adresse telefon téléphone teléfono telefone telefono telefoon adresse dirección endereço indirizzo adres anschrift courriel correo телефон почта адрес резюме βιογραφικό τηλέφωνο życiorys البريد الإلكتروني الهاتف العنوان الجوال السيرة الذاتية resume résumé cv curriculum vitae vita biodata bio data lebenslauf curriculo currículo hoja page confidential address street road avenue lane nagar colony floor block sector apartment apt flat house near city state country district email mail phone mobile telephone tel fax cell contact website linkedin github portfolio university college school institute academy faculty department technologies technology solutions services systems limited ltd pvt inc llc gmbh corporation company group bank hospital international india usa america germany france spain england london york delhi mumbai bangalore bengaluru hyderabad chennai pune kolkata california texas singapore dubai canada toronto australia bachelor master mba phd diploma degree b.tech btech m.tech mtech bsc msc bcom mcom engineering science arts commerce computer information software hardware network security cloud web data machine learning application applications development design project projects management business administration finance financial accounting human resources objective summary profile experience education skills personal details career date birth nationality gender marital status name father mother husband male female married single languages hobbies interests declaration reference references january february march april june july august september october november december present certified certification certificate certificates professional technical work working employment history years year knowledge expertise senior junior full stack front end back the and for with from this that to of in at on by is are was my me i am looking seeking position role responsible team client clients customer customers quality control production operations operation supply chain support service process safety health medical nursing clinical teaching training research available upon request document template sample your first last lives live area home office place permanent present current street tx ca ny fl il nj av";

/// Words at the end of or inside an organization's name.
pub(super) const ORGANIZATION_WORDS: &str = "inc inc. llc ltd ltd. limited pvt gmbh ag kg se sa s.a. sarl sas srl s.r.l. spa s.p.a. bv b.v. nv plc corp corp. corporation company co co. group technologies technology solutions services systems consulting bank hospital university college school institute agency industries laboratories labs software consultancy international associates enterprises foundation council ministry clinic holdings partners studio incorporated pte llp lp sp. o.o. oy ab as a.s. oao ooo ооо оао зао пао ао hotel hotels restaurant stores airlines insurance universität klinik krankenhaus stadtwerke université hôpital universidad banco hospital grupo gruppo università universiteit ziekenhuis szpital uniwersytet банк университет компания завод больница группа τράπεζα νοσοκομείο πανεπιστήμιο όμιλος شركة مؤسسة بنك مستشفى جامعة مجموعة وزارة 公司 集团 大学 有限公司";

/// Words in the names of educational institutions.
pub(super) const SCHOOL_WORDS: &str = "university college school institute institution academy polytechnic faculty universität hochschule fachhochschule gymnasium schule université école lycée iut universidad instituto colegio escuela universidade faculdade escola università politecnico istituto liceo universiteit hogeschool uniwersytet politechnika университет институт академия üniversitesi board vidyalaya vidyapeeth akademia liceum technikum lise üniversite gimnazjum университета колледж школа лицей техникум πανεπιστήμιο πολυτεχνείο σχολή τει λύκειο κολλέγιο ακαδημία جامعة الجامعة كلية معهد مدرسة ثانوية أكاديمية";

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

/// Endings of school names in languages that write them as one word.
pub(super) const SCHOOL_ENDINGS: [&str; 9] = [
    "大学",
    "学院",
    "中学",
    "学校",
    "universität",
    "hochschule",
    "gymnasium",
    "schule",
    "akademie",
];

/// Endings of Chinese employer names, which are written without spaces.
pub(super) const ORGANIZATION_ENDINGS: [&str; 6] = ["公司", "集团", "银行", "大学", "医院", "工厂"];

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
