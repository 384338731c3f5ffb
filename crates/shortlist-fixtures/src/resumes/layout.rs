//! Layouts: how resumes are laid out, each in the formats that it is met in.

use super::Format;
use super::layouts;
use super::profile::Profile;
use super::sheet::Sheet;

/// A way to lay out a resume.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    /// One column, dates at the far end.
    OneColumn,
    /// The name over two columns of one width.
    TwoColumns,
    /// Contacts and skills in a dark column on the left.
    SidebarLeft,
    /// Contacts and skills in a column on the right.
    SidebarRight,
    /// A table of labels and values.
    Table,
    /// The Europass curriculum vitae of 2005.
    Europass,
    /// Set by LaTeX.
    Tex,
    /// Set by Typst or a design program: headings in capitals set wide.
    Spaced,
    /// The name in capitals.
    Capitals,
    /// The name over two lines.
    SplitName,
    /// Post-nominals behind the name and the title beside it.
    BesideTitle,
    /// The name and the contacts in the page header.
    PageHeader,
    /// The name, the contacts and the skills in text boxes.
    TextBoxes,
    /// No headings at all.
    NoHeadings,
    /// Skills rated by bars, dots or per cent.
    RatedSkills,
    /// Skills in a table with levels and years.
    SkillsTable,
    /// Dates on lines of their own.
    DatesBelow,
    /// Dates in a column on the left.
    DatesLeft,
    /// Plain text with bars between the parts of a line.
    Bars,
    /// Skills first and told in prose.
    Prose,
    /// Several titles under one employer.
    Promotions,
    /// The contacts in the page footer.
    PageFooter,
    /// Projects, voluntary work, certificates and other people's contacts besides, over more than a page.
    Long,
    /// Icons before the contacts.
    Icons,
    /// Addresses and numbers only behind links.
    Links,
    /// Education in a table with grades.
    EducationTable,
    /// The document's name above the person's, a signature at the end.
    Titled,
    /// Assignments with client, duration, role and environment.
    Consultant,
    /// Years of experience said, jobs without dates.
    Stated,
}

impl Layout {
    /// Every layout.
    pub const ALL: [Self; 29] = [
        Self::OneColumn,
        Self::TwoColumns,
        Self::SidebarLeft,
        Self::SidebarRight,
        Self::Table,
        Self::Europass,
        Self::Tex,
        Self::Spaced,
        Self::Capitals,
        Self::SplitName,
        Self::BesideTitle,
        Self::PageHeader,
        Self::TextBoxes,
        Self::NoHeadings,
        Self::RatedSkills,
        Self::SkillsTable,
        Self::DatesBelow,
        Self::DatesLeft,
        Self::Bars,
        Self::Prose,
        Self::Promotions,
        Self::PageFooter,
        Self::Long,
        Self::Icons,
        Self::Links,
        Self::EducationTable,
        Self::Titled,
        Self::Consultant,
        Self::Stated,
    ];

    /// What it is, in a few words.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OneColumn => "one column",
            Self::TwoColumns => "two columns",
            Self::SidebarLeft => "dark sidebar left",
            Self::SidebarRight => "sidebar right",
            Self::Table => "labels and values",
            Self::Europass => "Europass",
            Self::Tex => "LaTeX look",
            Self::Spaced => "Typst look, wide capitals",
            Self::Capitals => "name in capitals",
            Self::SplitName => "name over two lines",
            Self::BesideTitle => "name beside title",
            Self::PageHeader => "contacts in page header",
            Self::TextBoxes => "text boxes",
            Self::NoHeadings => "no headings",
            Self::RatedSkills => "rated skills",
            Self::SkillsTable => "skills in a table",
            Self::DatesBelow => "dates on lines of their own",
            Self::DatesLeft => "dates in a left column",
            Self::Bars => "plain text with bars",
            Self::Prose => "skills in prose",
            Self::Promotions => "several titles an employer",
            Self::PageFooter => "contacts in page footer",
            Self::Long => "long, with references",
            Self::Icons => "icons before contacts",
            Self::Links => "contacts behind links",
            Self::EducationTable => "education in a table",
            Self::Titled => "document title above name",
            Self::Consultant => "assignments of a consultant",
            Self::Stated => "years said, jobs without dates",
        }
    }

    /// The formats that it is met in.
    pub fn formats(self) -> &'static [Format] {
        match self {
            Self::Tex | Self::Spaced => &[Format::Pdf],
            Self::TextBoxes => &[Format::Docx, Format::Doc],
            _ => &Format::ALL,
        }
    }

    /// The person's resume, or none where the layout is not used in their language.
    pub(crate) fn sheet(self, profile: &Profile) -> Option<Sheet> {
        let sheet = match self {
            Self::OneColumn => layouts::flowing::one_column(profile),
            Self::TwoColumns => layouts::columns::two_columns(profile),
            Self::SidebarLeft => layouts::columns::sidebar_left(profile),
            Self::SidebarRight => layouts::columns::sidebar_right(profile),
            Self::Table => layouts::tables::labels(profile),
            Self::Europass => layouts::tables::europass(profile)?,
            Self::Tex => layouts::programs::tex(profile),
            Self::Spaced => layouts::programs::spaced(profile),
            Self::Capitals => layouts::heads::capitals(profile),
            Self::SplitName => layouts::heads::split_name(profile),
            Self::BesideTitle => layouts::heads::beside_title(profile),
            Self::PageHeader => layouts::heads::page_header(profile),
            Self::TextBoxes => layouts::heads::text_boxes(profile),
            Self::NoHeadings => layouts::flowing::no_headings(profile),
            Self::RatedSkills => layouts::skills::rated(profile),
            Self::SkillsTable => layouts::skills::table(profile),
            Self::DatesBelow => layouts::flowing::dates_below(profile),
            Self::DatesLeft => layouts::tables::dates_left(profile),
            Self::Bars => layouts::flowing::bars(profile),
            Self::Prose => layouts::skills::prose(profile),
            Self::Promotions => layouts::flowing::promotions(profile),
            Self::PageFooter => layouts::heads::page_footer(profile),
            Self::Long => layouts::long::long(profile),
            Self::Icons => layouts::heads::icons(profile),
            Self::Links => layouts::heads::links(profile),
            Self::EducationTable => layouts::tables::education(profile),
            Self::Titled => layouts::long::titled(profile),
            Self::Consultant => layouts::long::consultant(profile)?,
            Self::Stated => layouts::flowing::stated(profile),
        };
        Some(Sheet {
            right_to_left: profile.language.right_to_left(),
            ..sheet
        })
    }
}
