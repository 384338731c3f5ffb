//! Tests files with headers in Japanese, Hebrew, Arabic, Russian and Chinese. All of them are invented.

use crate::english::note_text;
use shortlist_domain::EmploymentKind;

use super::*;
use crate::Field;

/// A file in one language, with the fields of its columns. The first job is full-time and the second part-time.
struct Case {
    file: &'static str,
    fields: &'static [Option<Field>],
    titles: &'static [&'static str],
    drafts: &'static [bool],
}

const CASES: [Case; 6] = [
    Case {
        file: "求人番号,職種,部署,勤務地,雇用形態,仕事内容,必須スキル,年収,ステータス\n\
            J-1,看護師,外来,横浜市,正社員,患者の看護を行います,看護師免許,480万円,募集中\n\
            J-2,調理補助,食堂,札幌市,アルバイト,食事の準備を手伝います,,時給1200円,募集終了\n",
        fields: &[
            Some(Field::Code),
            Some(Field::Title),
            Some(Field::Department),
            Some(Field::Location),
            Some(Field::EmploymentType),
            Some(Field::Description),
            Some(Field::Skills),
            Some(Field::Salary),
            Some(Field::Status),
        ],
        titles: &["看護師", "調理補助"],
        drafts: &[false, true],
    },
    Case {
        file: "מספר משרה,שם המשרה,מחלקה,מיקום,היקף משרה,תיאור המשרה,דרישות,שכר,סטטוס\n\
            7,אחות מוסמכת,פנימית,חיפה,משרה מלאה,טיפול במטופלים,רישיון,12000,פתוחה\n\
            8,טבח,מטבח,אילת,משרה חלקית,הכנת ארוחות,ניסיון,8000,סגורה\n",
        fields: &[
            Some(Field::Code),
            Some(Field::Title),
            Some(Field::Department),
            Some(Field::Location),
            Some(Field::EmploymentType),
            Some(Field::Description),
            Some(Field::DescriptionPart),
            Some(Field::Salary),
            Some(Field::Status),
        ],
        titles: &["אחות מוסמכת", "טבח"],
        drafts: &[false, true],
    },
    Case {
        file: "رقم الوظيفة,المسمى الوظيفي,القسم,المدينة,نوع الدوام,الوصف الوظيفي,المهارات,الراتب,الحالة\n\
            11,ممرضة,العيادة,عمان,دوام كامل,رعاية المرضى,التمريض,900,مفتوحة\n\
            12,مساعد طباخ,المطبخ,إربد,دوام جزئي,تحضير الطعام,الطبخ,400,مغلقة\n",
        fields: &[
            Some(Field::Code),
            Some(Field::Title),
            Some(Field::Department),
            Some(Field::City),
            Some(Field::EmploymentType),
            Some(Field::Description),
            Some(Field::Skills),
            Some(Field::Salary),
            Some(Field::Status),
        ],
        titles: &["ممرضة", "مساعد طباخ"],
        drafts: &[false, true],
    },
    Case {
        file: "Номер вакансии;Наименование должности;Подразделение;Место работы;Форма занятости;Должностные обязанности;Требуемые навыки;Заработная плата;Количество вакансий\n\
            5;Медсестра;Терапия;Казань;Полная занятость;Уход за пациентами;Инъекции;60000;2\n\
            6;Повар;Кухня;Омск;Частичная занятость;Приготовление блюд;Выпечка;40000;1\n",
        fields: &[
            Some(Field::Code),
            Some(Field::Title),
            Some(Field::Department),
            Some(Field::Location),
            Some(Field::EmploymentType),
            Some(Field::DescriptionPart),
            Some(Field::Skills),
            Some(Field::Salary),
            Some(Field::Openings),
        ],
        titles: &["Медсестра", "Повар"],
        drafts: &[false, false],
    },
    Case {
        file: "职位代码,职位名称,用人部门,上班地点,用工形式,工作内容,所需技能,薪资范围,需求人数\n\
            A1,护士,内科,成都,全职,照顾病人,护理,8000-9000,2\n\
            A2,厨师,食堂,昆明,兼职,准备饭菜,烹饪,5000,1\n",
        fields: &[
            Some(Field::Code),
            Some(Field::Title),
            Some(Field::Department),
            Some(Field::Location),
            Some(Field::EmploymentType),
            Some(Field::Description),
            Some(Field::Skills),
            Some(Field::Salary),
            Some(Field::Openings),
        ],
        titles: &["护士", "厨师"],
        drafts: &[false, false],
    },
    Case {
        file: "職缺編號,職缺名稱,部門,工作地點,僱用類型,工作內容,專業技能,薪資,招募人數\n\
            B1,護理師,內科,臺南,全職,照顧病人,護理,42000,2\n\
            B2,廚師,餐廳,花蓮,兼職,準備餐點,烹飪,30000,1\n",
        fields: &[
            Some(Field::Code),
            Some(Field::Title),
            Some(Field::Department),
            Some(Field::Location),
            Some(Field::EmploymentType),
            Some(Field::Description),
            Some(Field::Skills),
            Some(Field::Salary),
            Some(Field::Openings),
        ],
        titles: &["護理師", "廚師"],
        drafts: &[false, false],
    },
];

#[test]
fn headers_of_other_scripts_are_recognized() {
    for case in CASES {
        let file = read(case.file);
        let fields: Vec<_> = file
            .plan
            .columns
            .iter()
            .map(|column| column.field)
            .collect();
        assert_eq!(fields, case.fields, "{:?}", file.plan.columns);
        assert_eq!(titles(&file), case.titles);
        let kinds: Vec<_> = file
            .drafts
            .iter()
            .filter_map(|job| job.employment_kind)
            .collect();
        assert_eq!(
            kinds,
            [EmploymentKind::FullTime, EmploymentKind::PartTime],
            "{:?}",
            case.titles
        );
        let drafts: Vec<_> = file.drafts.iter().map(|job| job.draft).collect();
        assert_eq!(drafts, case.drafts);
    }
}

fn titles(file: &JobFile) -> Vec<&str> {
    file.drafts.iter().map(|job| job.title.as_str()).collect()
}

#[test]
fn the_usual_encodings_of_other_scripts_are_recognized() {
    for (case, encoding) in CASES.iter().zip([
        encoding_rs::SHIFT_JIS,
        encoding_rs::WINDOWS_1255,
        encoding_rs::WINDOWS_1256,
        encoding_rs::WINDOWS_1251,
        encoding_rs::GB18030,
        encoding_rs::BIG5,
    ]) {
        let (bytes, _, unmappable) = encoding.encode(case.file);
        assert!(!unmappable, "{}", case.file);
        let file = read(&bytes);
        assert_eq!(titles(&file), case.titles, "{:?}", file.plan.encoding);
        let notes: Vec<String> = file.plan.notes.iter().map(note_text).collect();
        let notes = notes.join("; ");
        assert!(notes.contains("the encoding was guessed"), "{notes}");
    }
}

#[test]
fn the_plan_shows_a_sample_of_a_guessed_encoding() {
    let text = "Titel;Ort\nKöchin für Fünfgängemenüs;Lübeck\n";
    for encoding in [
        encoding_rs::WINDOWS_1252,
        encoding_rs::ISO_8859_15,
        encoding_rs::MACINTOSH,
    ] {
        let file = read(&encoding.encode(text).0);
        assert_eq!(titles(&file), ["Köchin für Fünfgängemenüs"]);
        let notes: Vec<String> = file.plan.notes.iter().map(note_text).collect();
        let notes = notes.join("; ");
        assert!(notes.contains("\"Köchin für Fünfgängemenüs\""), "{notes}");
    }
    assert!(read(text).plan.notes.is_empty());
}
