//! The styles use the tokens of docs/DESIGN.md: no other colour, distance or text size. Every token is documented and shown.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::browser::{Browser, Scripts, Window};
use super::requests::job_and_candidate;
use super::visitor::{RECRUITER, Visitor};
use crate::binary::program::Sandbox;

/// The parts of the styles.
const STYLES: [&str; 2] = ["app.css", "report.css"];
/// Where tokens are defined.
const ROOT: &str = ":root";
/// What the value of a literal colour contains.
const COLOURS: [&str; 8] = [
    "#",
    "rgb",
    "hsl",
    "hwb(",
    "lab(",
    "lch(",
    "color(",
    "color-mix(",
];
/// The colours that have a name in CSS (CSS Color Module Level 4, section 6.1).
const NAMED_COLOURS: &str = "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse \
     chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki \
     darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey \
     darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro \
     ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen \
     lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen \
     lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine \
     mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue \
     mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise \
     palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon \
     sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato \
     turquoise violet wheat white whitesmoke yellow yellowgreen";
/// The distances that are lines, not space.
const LINES: [&str; 3] = ["0px", "1px", "-1px"];

/// The property that the viewer of PDF files sets itself.
const OF_THE_VIEWER: &str = "--total-scale-factor";

/// A declaration of the styles.
struct Declaration {
    selector: String,
    property: String,
    value: String,
}

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read_to_string(root.join(path)).unwrap()
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let mut plain = parts.next().unwrap().to_owned();
    for part in parts {
        plain += part.split_once("*/").unwrap().1;
    }
    plain
}

fn declarations() -> Vec<Declaration> {
    let mut found = Vec::new();
    for name in STYLES {
        let text = read(&format!("crates/shortlist-web/assets/{name}"));
        let mut selector = String::new();
        let mut part = String::new();
        for letter in without_comments(&text).chars() {
            match letter {
                '{' => selector = std::mem::take(&mut part).trim().to_owned(),
                ';' | '}' => {
                    if let Some((property, value)) = part.split_once(':') {
                        found.push(Declaration {
                            selector: selector.clone(),
                            property: property.trim().to_owned(),
                            value: value.trim().to_owned(),
                        });
                    }
                    part.clear();
                }
                letter => part.push(letter),
            }
        }
    }
    assert!(found.len() > 500, "{} declarations", found.len());
    found
}

/// Returns the words of a value. Those inside brackets count too.
fn words(value: &str) -> impl Iterator<Item = &str> {
    let words = value.split(|letter: char| letter.is_whitespace() || "(),/".contains(letter));
    words.filter(|word| !word.is_empty())
}

/// Returns the unit of a length, whatever it is; `None` without one.
fn unit(word: &str) -> Option<&str> {
    let is_numeric = |letter: char| letter.is_ascii_digit() || letter == '.';
    let number = word.trim_start_matches(['-', '+']);
    let unit = number.trim_start_matches(is_numeric);
    (number.starts_with(is_numeric) && !unit.is_empty()).then_some(unit)
}

fn is_named_colour(word: &str) -> bool {
    let mut names = NAMED_COLOURS.split_whitespace();
    names.any(|name| name.eq_ignore_ascii_case(word))
}

fn is_text_size(word: &str) -> bool {
    unit(word).is_some()
}

fn is_distance(word: &str) -> bool {
    unit(word).is_some_and(|unit| unit != "%") && !LINES.contains(&word)
}

/// Returns the first literal colour, distance or text size of a declaration.
fn foreign(declaration: &Declaration) -> Option<&str> {
    let (property, value) = (&declaration.property, &declaration.value);
    let colour = COLOURS.iter().find(|colour| value.contains(**colour));
    if let Some(colour) = colour {
        return Some(colour);
    }
    if let Some(name) = words(value).find(|word| is_named_colour(word)) {
        return Some(name);
    }
    if property == "font" || property == "font-size" {
        return words(value).find(|word| is_text_size(word));
    }
    let is_space = property.starts_with("margin")
        || property.starts_with("padding")
        || property.ends_with("gap");
    words(value).find(|word| is_space && is_distance(word))
}

#[test]
fn styles_have_no_colour_distance_or_text_size_besides_the_tokens() {
    let all = declarations();
    let others = all.iter().filter(|one| one.selector != ROOT);
    let found: Vec<String> = others
        .filter_map(|one| {
            let what = foreign(one)?;
            Some(format!("{what} in {}: {}", one.selector, one.property))
        })
        .collect();
    assert!(found.is_empty(), "use tokens: {found:#?}");
    for (property, value) in [
        ("color", "#123456"),
        ("border", "1px solid rgb(0 0 0)"),
        ("margin", "0 auto 7px"),
        ("gap", "calc(-1 * 10px)"),
        ("background", "linear-gradient(Tomato, var(--panel))"),
        ("color", "color-mix(in lab, var(--text), var(--quiet))"),
        ("margin-top", "1.5em"),
        ("padding", "0 .5rem"),
        ("gap", "2ch"),
        ("font-size", "1.2rem"),
        ("font-size", "14px"),
        ("font", "12px/1 serif"),
    ] {
        let example = Declaration {
            selector: ".a".to_owned(),
            property: property.to_owned(),
            value: value.to_owned(),
        };
        assert!(foreign(&example).is_some(), "{property}: {value}");
    }
}

#[test]
fn every_token_is_documented_and_shown() {
    let all = declarations();
    let tokens: BTreeSet<&str> = all
        .iter()
        .filter(|one| one.selector == ROOT && one.property.starts_with("--"))
        .map(|one| one.property.as_str())
        .collect();
    let (document, page) = (read("docs/DESIGN.md"), read("docs/design.html"));
    for token in &tokens {
        assert!(
            document.contains(&format!("`{token}`")),
            "DESIGN.md: {token}"
        );
        assert!(
            page.contains(&format!("var({token})")),
            "design.html: {token}"
        );
    }
    let used: String = all.iter().map(|one| one.value.as_str()).collect();
    for token in &tokens {
        assert!(used.contains(&format!("var({token})")), "{token} is unused");
    }
    let declared: BTreeSet<&str> = all.iter().map(|one| one.property.as_str()).collect();
    for part in used.split("var(").skip(1) {
        let name = part.split([')', ',']).next().unwrap();
        assert!(declared.contains(name) || name == OF_THE_VIEWER, "{name}");
    }
}

#[test]
fn templates_have_no_styles_of_their_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/shortlist-web/templates");
    for file in fs::read_dir(root).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        assert!(!text.contains(" style=\""), "{}", path.display());
    }
}

/// An open menu lies over other controls, so it closes before they have the focus.
fn a_menu_closes_when_the_focus_leaves_it(browser: &Browser) {
    browser.click("#status summary");
    browser.wait("the menu", || browser.has("#status details[open]"));
    browser.run("document.querySelector('#status [value=Rejected]').focus()");
    browser.wait("its end", || !browser.has("#status details[open]"));
}

#[test]
fn a_phone_shows_rows_as_cards_and_keeps_the_decision_in_view() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let base = sandbox.get("serviceUrl");
    let Some(browser) = Browser::start_with(base, Scripts::On, Window::Phone) else {
        return;
    };
    let (job, candidate) = job_and_candidate(&Visitor::signed_in(&sandbox, RECRUITER));
    browser.sign_in(RECRUITER);
    for path in [job.clone(), format!("{job}/board")] {
        browser.open(&path);
        let hidden = browser.run(
            "const parts = [...document.querySelectorAll('.scroll, .board')];
             return Math.max(...parts.map((part) => part.scrollWidth - part.clientWidth));",
        );
        assert!(hidden.as_i64().unwrap() <= 0, "{path} hides {hidden} px");
    }
    browser.open(&candidate);
    let in_view = "const { top, bottom } = document.querySelector('#status [value=Rejected]').getBoundingClientRect();
         return top >= 0 && bottom <= innerHeight;";
    assert_eq!(browser.run(in_view), true, "at the top of the page");
    browser.run("scrollTo(0, document.documentElement.scrollHeight)");
    assert_eq!(browser.run(in_view), true, "at its end");
    a_menu_closes_when_the_focus_leaves_it(&browser);
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}
