//! Values for fields, valid and unexpected.

use serde_json::{Map, Value, json};
use shortlist_fixtures::{Person, Random};

use crate::schema::{Member, Schema};
use crate::server_data::Names;

/// Texts that are longer, shorter or different than they look.
const ODD_TEXTS: &[&str] = &[
    "",
    " ",
    "\0",
    "\u{feff}",
    "\r\nX-Injected: yes",
    "%",
    "_",
    "\\",
    "%_\\",
    "'; drop table jobs; --",
    "\"",
    "{{7*7}}",
    "../../etc/passwd",
    "\u{202e}gpj.exe",
    "a\u{300}\u{301}\u{302}\u{303}",
    "İIıi",
    "ßẞﬀŉǰ",
    "１２３",
    "٠١٢",
    "日本語",
    "👩‍👩‍👧‍👦",
    "\u{10ffff}",
    "\u{e0041}\u{e007f}",
    "\u{200b}\u{2060}",
    "NaN",
    "null",
    "-0",
    "1e999",
    "0x1F",
    "true",
    "[]",
    "{}",
    "<script>alert(1)</script>",
    "=1+1",
    "\u{1b}[31m",
    "\u{85}\u{2028}\u{2029}",
    "𝕬𝖓𝖓𝖆",
    "usr_",
    "org_demo ",
    "ORG_DEMO",
];
const ODD_TIMES: &[&str] = &[
    "2026-06-06T08:00:00Z",
    "2026-06-06T08:00:00+14:00",
    "2026-06-06T08:00Z",
    "2026-02-30T08:00:00Z",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:60Z",
    "+262142-12-31T23:59:59Z",
    "-262143-01-01T00:00:00Z",
    "2026-06-06T24:00:00Z",
    "2026-06-06",
    "now",
    "2026-06-06T08:00:00.999999999999Z",
    "2026-06-06T08:00:00-23:59",
    "1e9",
];
const ODD_MAILS: &[&str] = &[
    "walker@example.org",
    "@",
    "a@b",
    "ü@例え.jp",
    "\"a b\"@example.org",
    "a@[127.0.0.1]",
    "a@example.org\n",
    "A@EXAMPLE.ORG",
];
const ODD_WEIGHTS: &[&str] = &[
    r#"{"skills": 1}"#,
    r#"{"experience": 40, "skills": 40, "education": 20}"#,
    "{}",
    "[]",
    "1",
    "{\"skills\": 1e308, \"experience\": 1e308}",
    r#"{"skills": -1}"#,
    r#"{"skills": 0}"#,
    r#"{"skills": 1e-320}"#,
    r#"{"skills": "1"}"#,
    r#"{"skills": 1, "Skills": 1}"#,
    r#"{"age": 1}"#,
    r#"{"": 1}"#,
    "{\"\u{0}\": 1}",
    r#"{"skills": NaN}"#,
    r#"{"leadership": 0.1, "teamwork": 0.2}"#,
    r#"{"skills": {"a": 1}}"#,
    "\u{feff}{\"skills\": 1}",
    r#"{"skills": 99999999999999999999999999999999}"#,
    r#"{"\ud800": 1}"#,
];
/// JSON that a JSON writer never produces. It replaces the placeholders after writing.
pub(crate) const RAW: &[(&str, &str)] = &[
    ("\"@raw0@\"", "1e400"),
    ("\"@raw1@\"", "\"\\ud800\""),
    ("\"@raw2@\"", "-0"),
    ("\"@raw3@\"", "0x10"),
    ("\"@raw4@\"", "1."),
    ("\"@raw5@\"", "99999999999999999999999999999999"),
    ("\"@raw6@\"", "NaN"),
    ("\"@raw7@\"", "'a'"),
    ("\"@raw8@\"", "-1e-400"),
];
const TITLES: &[&str] = &[
    "Backend Engineer",
    "Registered Nurse",
    "Accountant (m/w/d)",
    "C++ / C# developer, 5+ years",
    "Teacher",
];
const PERMISSIONS: &[&str] = &[
    "jobs:read",
    "candidates:write",
    "admin",
    "leaderboard:read",
    "jobs:*",
    "",
];

/// A generator of values for input fields.
pub(crate) struct Values<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) names: &'a Names,
}

impl Values<'_> {
    /// Returns a value for a field. One in `odd_of` is invalid.
    pub(crate) fn of(&self, member: &Member, odd_of: usize, chance: &mut Random) -> Value {
        if chance.below(odd_of) == 0 {
            return odd(chance);
        }
        if member.is_list {
            let length = match chance.below(20) {
                0 => 300,
                some => some % 4,
            };
            return (0..length)
                .map(|_| self.one(member, odd_of, chance))
                .collect();
        }
        self.one(member, odd_of, chance)
    }

    fn one(&self, member: &Member, odd_of: usize, chance: &mut Random) -> Value {
        match member.bare.as_str() {
            "Int" => json!(fit_int(chance)),
            "Float" => json!(fit_float(chance)),
            "Boolean" => json!(chance.below(2) == 0),
            "String" => json!(self.text(&member.name, chance)),
            input => self.object(input, odd_of, chance),
        }
    }

    /// Returns an input object. Sometimes a field is missing or extra.
    pub(crate) fn object(&self, input: &str, odd_of: usize, chance: &mut Random) -> Value {
        let mut object = Map::new();
        for member in self.schema.input_fields(input) {
            let left_out = if member.is_required { 40 } else { 2 };
            if chance.below(left_out) > 0 {
                object.insert(member.name.clone(), self.of(member, odd_of, chance));
            }
        }
        if chance.below(40) == 0 {
            object.insert("surplus".to_owned(), odd(chance));
        }
        Value::Object(object)
    }

    fn text(&self, name: &str, chance: &mut Random) -> String {
        if chance.below(8) == 0 {
            return odd_text(chance);
        }
        if let Some(id) = self.names.identify(name, chance) {
            return id;
        }
        let list = match name {
            "userType" => &["Recruiter", "Admin", "Interviewer", "recruiter"][..],
            "leaderboardtype" => &["ai", "manual", "AI"],
            "status" => &[
                "Scheduled",
                "Active",
                "completed",
                "Cancelled",
                "InProgress",
                "NoShow",
                "Hired",
                "pending",
            ],
            "dateAndTime" | "expiresAt" | "from" | "to" => ODD_TIMES,
            "asOf" => &[
                "2026-03-05",
                "0001-01-01",
                "9999-12-31",
                "2026-13-01",
                "2026-3-5",
            ],
            "resumeScoreBreakdown" => ODD_WEIGHTS,
            "permissions" => PERMISSIONS,
            "email" | "emailAddress" => ODD_MAILS,
            "phoneNumber" => &[
                "+12025550123",
                "+",
                "0",
                "+999999999999999999",
                "(202) 555-0123 ext. 9",
            ],
            "videoPlaybackLink" => &[
                "https://example.org/v",
                "http://example.org",
                "javascript:alert(1)",
                "https://",
                "https://[::1",
            ],
            "title" => TITLES,
            _ => &[
                "Walker",
                "a",
                "Rust",
                "Berlin",
                "a long enough password",
                "2",
            ],
        };
        let found = chance.of(list).unwrap_or_default().to_owned();
        if name == "email" && chance.below(2) == 0 {
            return Person::of(chance.number() % 1_000_000).email;
        }
        found
    }
}

fn fit_int(chance: &mut Random) -> i64 {
    match chance.below(12) {
        0 => 0,
        1 => -1,
        2 => i64::from(i32::MAX),
        3 => i64::from(i32::MIN),
        4 => 100,
        5 => 10_000,
        more => i64::try_from(more).unwrap_or(1) - 5,
    }
}

fn fit_float(chance: &mut Random) -> f64 {
    const FLOATS: [f64; 9] = [
        0.0,
        50.0,
        100.0,
        100.1,
        -0.0,
        1e308,
        f64::MIN_POSITIVE,
        66.65,
        -1.0,
    ];
    FLOATS
        .get(chance.below(FLOATS.len()))
        .copied()
        .unwrap_or(1.0)
}

/// Returns an odd or long text.
pub(crate) fn odd_text(chance: &mut Random) -> String {
    let text = chance.of(ODD_TEXTS).unwrap_or_default().to_owned();
    match chance.below(8) {
        0 => text.repeat(1 + chance.below(400)),
        1 => "x".repeat(1 << chance.below(18)),
        2 => (0..1 + chance.below(40))
            .filter_map(|_| any_char(chance))
            .collect(),
        _ => text,
    }
}

fn any_char(chance: &mut Random) -> Option<char> {
    let bound = *[0x80, 0x800, 0x1_0000, 0x11_0000].get(chance.below(4))?;
    char::from_u32(u32::try_from(chance.below(bound)).ok()?)
}

/// Returns weights of criteria, valid or invalid.
pub(crate) fn weights(chance: &mut Random) -> String {
    if chance.below(5) > 0 {
        return r#"{"experience": 40, "skills": 40, "education": 20}"#.to_owned();
    }
    chance.of(ODD_WEIGHTS).unwrap_or_default().to_owned()
}

/// Returns a value of any kind.
pub(crate) fn odd(chance: &mut Random) -> Value {
    match chance.below(14) {
        0 => Value::Null,
        1 => json!(chance.below(2) == 0),
        2 => json!(fit_int(chance)),
        3 => json!([i64::MAX, i64::MIN, 1 << 31, 1 << 53].get(chance.below(4))),
        4 => json!(fit_float(chance)),
        5 => json!([]),
        6 => json!({}),
        7 => json!([[odd_text(chance)], { "a": [null] }]),
        8 => nested(chance.below(200)),
        9 => json!(format!("@raw{}@", chance.below(RAW.len()))),
        10 => json!({ "input": odd_text(chance) }),
        _ => json!(odd_text(chance)),
    }
}

fn nested(depth: usize) -> Value {
    (0..depth).fold(json!(1), |inner, level| match level % 2 {
        0 => json!([inner]),
        _ => json!({ "a": inner }),
    })
}
