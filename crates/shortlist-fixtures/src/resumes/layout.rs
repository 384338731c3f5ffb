//! The layouts of resumes, each with the formats in which it occurs.

use super::Format;
use super::layouts;
use super::profile::Profile;
use super::sheet::Sheet;

/// A way to lay out a resume.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layout {
    /// One column, with dates at the far end of the line.
    OneColumn,
    /// The name above two columns of equal width.
    TwoColumns,
    /// Contacts and skills in a dark column on the left.
    SidebarLeft,
    /// Contacts and skills in a column on the right.
    SidebarRight,
    /// A table of labels and values.
    Table,
    /// The Europass curriculum vitae of 2005.
    Europass,
    /// The look of LaTeX.
    Tex,
    /// The look of Typst or a design program, with widely spaced headings in capitals.
    Spaced,
    /// The name in capitals.
    Capitals,
    /// The name over two lines.
    SplitName,
    /// Post-nominal letters after the name, or the title next to it.
    NameWithTitle,
    /// The name and the contacts in the page header.
    PageHeader,
    /// The name, the contacts and the skills in text boxes.
    TextBoxes,
    /// No headings at all.
    NoHeadings,
    /// Skills rated by bars, dots or percentages.
    RatedSkills,
    /// Skills in a table with levels and years.
    SkillsTable,
    /// Dates on separate lines.
    DatesBelow,
    /// Dates in a column on the left.
    DatesLeft,
    /// Plain text with vertical bars between the parts of a line.
    Bars,
    /// Skills first, and described in prose.
    Prose,
    /// Several titles under one employer.
    Promotions,
    /// The contacts in the page footer.
    PageFooter,
    /// Also projects, voluntary work, certificates and other people's contacts, on more than one page.
    Long,
    /// Icons before the contacts.
    Icons,
    /// Addresses and numbers only as the targets of links.
    Links,
    /// Education in a table with grades.
    EducationTable,
    /// The name of the document above the name of the person, and a signature at the end.
    Titled,
    /// Assignments with client, duration, role and environment.
    Consultant,
    /// Stated years of experience, and jobs without dates.
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
        Self::NameWithTitle,
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

    /// Returns a short description.
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
            Self::NameWithTitle => "name beside title",
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

    /// Returns the formats in which the layout occurs.
    pub fn formats(self) -> &'static [Format] {
        match self {
            Self::Tex | Self::Spaced => &[Format::Pdf],
            Self::TextBoxes => &[Format::Docx, Format::Doc],
            _ => &Format::ALL,
        }
    }

    /// Returns a person's resume, or `None` if their language does not use the layout.
    pub(crate) fn sheet(self, profile: &Profile) -> Option<Sheet> {
        let sheet = match self {
            Self::OneColumn => layouts::single_column::one_column(profile),
            Self::TwoColumns => layouts::columns::two_columns(profile),
            Self::SidebarLeft => layouts::columns::sidebar_left(profile),
            Self::SidebarRight => layouts::columns::sidebar_right(profile),
            Self::Table => layouts::tables::labels(profile),
            Self::Europass => layouts::tables::europass(profile)?,
            Self::Tex => layouts::typesetting::tex(profile),
            Self::Spaced => layouts::typesetting::spaced(profile),
            Self::Capitals => layouts::name_blocks::capitals(profile),
            Self::SplitName => layouts::name_blocks::split_name(profile),
            Self::NameWithTitle => layouts::name_blocks::name_with_title(profile),
            Self::PageHeader => layouts::name_blocks::page_header(profile),
            Self::TextBoxes => layouts::name_blocks::text_boxes(profile),
            Self::NoHeadings => layouts::single_column::no_headings(profile),
            Self::RatedSkills => layouts::skills::rated(profile),
            Self::SkillsTable => layouts::skills::table(profile),
            Self::DatesBelow => layouts::single_column::dates_below(profile),
            Self::DatesLeft => layouts::tables::dates_left(profile),
            Self::Bars => layouts::single_column::bars(profile),
            Self::Prose => layouts::skills::prose(profile),
            Self::Promotions => layouts::single_column::promotions(profile),
            Self::PageFooter => layouts::name_blocks::page_footer(profile),
            Self::Long => layouts::long::long(profile),
            Self::Icons => layouts::name_blocks::icons(profile),
            Self::Links => layouts::name_blocks::links(profile),
            Self::EducationTable => layouts::tables::education(profile),
            Self::Titled => layouts::long::titled(profile),
            Self::Consultant => layouts::long::consultant(profile)?,
            Self::Stated => layouts::single_column::stated(profile),
        };
        Some(Sheet {
            right_to_left: profile.language.right_to_left(),
            ..sheet
        })
    }
}
