//! Lists of words by subject, in the files of `data/`.

mod kinds;

use shortlist_vocabulary::{Pairs, PhraseList, word_lists};

use super::headings::{FoldedPhrases, HeadingKinds};
pub(super) use kinds::{Endings, Located, Numbered, SpacedWords};

word_lists! {
    /// Words of work experience.
    pub(super) struct PositionWords in "../../data/positions.txt" {
        /// Words that make a phrase a job title, as a whole word.
        title_words: PhraseList,
        /// Words between a title and what it is about.
        title_prepositions: PhraseList,
        /// Words for employers that also name a trade, and so end titles.
        trades: PhraseList,
        /// Words that make a phrase a job title if they are its last word.
        title_nouns: PhraseList,
        /// Endings of job titles in languages that write them as one word.
        title_endings: Endings,
        /// Words at the end of or inside an organization's name.
        organization_words: PhraseList,
        /// Legal forms, which end an organization's name.
        legal_forms: PhraseList,
        /// Words at the end of an organization's name that alone are a trade or a kind of building: `Example Motors`.
        organization_ends: PhraseList,
        /// Words at the end of the name of a part of an employer, which may also end an employer's name.
        departments: PhraseList,
        /// Endings of Chinese employer names, which are written without spaces.
        organization_endings: Endings,
        /// Labels before a job title.
        title_labels: PhraseList,
        /// Labels before an employer.
        organization_labels: PhraseList,
        /// Labels before a customer, who is the employer if the form names no other.
        client_labels: PhraseList,
        /// Labels before the place of a position.
        place_labels: PhraseList,
        /// Labels before dates, tasks or tools.
        aside_labels: PhraseList,
        /// Labels before the name of a project.
        project_labels: PhraseList,
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
        /// Verbs that, at the start of a sentence, say that the position lasts.
        present_verbs: PhraseList,
        /// Words between such a verb and an employer.
        after_verbs: PhraseList,
        /// Articles before a title or an employer.
        articles: PhraseList,
        /// Endings of the words for persons among those of job titles.
        person_endings: Endings,
        /// Kinds of employment, which are near titles and employers.
        employment_kinds: PhraseList,
        /// Labels before the first day of a position.
        start_labels: PhraseList,
        /// Labels before its last day.
        end_labels: PhraseList,
        /// Labels of dates that are not names.
        date_labels: PhraseList,
        /// Words in the titles of people who are their own employer.
        self_employed: PhraseList,
        /// What a position is called by the heading of its section, if nothing else names its title.
        titles_by_heading: Pairs,
        /// Units of time.
        durations: PhraseList,
        /// First words of lines that describe an entry and do not name it.
        descriptions: PhraseList,
        /// Words for a position that no title or employer consists of.
        word_for_job: PhraseList,
        /// Last words of the heading of the tasks of an entry.
        task_headings: PhraseList,
        /// Words before a date, which remain after the date is removed.
        before_date: PhraseList,
    }
}

word_lists! {
    /// Words of education.
    pub(super) struct EducationWords in "../../data/education.txt" {
        /// Words in the names of educational institutions.
        school_words: PhraseList,
        /// Words at the start of the name of a part of a university.
        faculties: PhraseList,
        /// Those words that are names of their own: `IIT`.
        school_names: PhraseList,
        /// Signs before the number of a school.
        number_signs: PhraseList,
        /// Words before `graduation` where it is a time.
        before_graduation: PhraseList,
        /// Words after `graduation` where it is a time or a piece of work.
        after_graduation: PhraseList,
        /// Words before the university to which a college belongs.
        affiliations: PhraseList,
        /// Words after a degree that show that the person does not hold it.
        degree_work: PhraseList,
        /// Endings of school names in languages that write them as one word.
        school_endings: Endings,
        /// Words for an unfinished degree, or the beginnings of such words.
        in_progress: PhraseList,
        /// Products of Microsoft.
        products: PhraseList,
        /// Those words for schools that can also name a board of examinations.
        boards: PhraseList,
        /// Words of marks and grades.
        marks: PhraseList,
        /// Classes of schools in tables.
        classes: PhraseList,
        /// Words in the names of columns with degrees.
        degree_columns: PhraseList,
        /// Words in the names of columns with schools.
        school_columns: PhraseList,
        /// Words in the names of columns with universities and boards.
        board_columns: PhraseList,
        /// Words in the names of columns with dates.
        date_columns: PhraseList,
        /// Words in the names of columns with marks.
        mark_columns: PhraseList,
        /// Other words in the names of columns.
        column_words: PhraseList,
        /// Words for a course that a person took.
        courses: PhraseList,
        /// Labels before a field of study.
        field_labels: PhraseList,
    }
}

word_lists! {
    /// Words around persons' names, and words that are not names.
    pub(super) struct NameWords in "../../data/names.txt" {
        /// Labels before a person's name.
        labels: PhraseList,
        /// Labels before a given name.
        given_labels: PhraseList,
        /// Labels before a family name.
        family_labels: PhraseList,
        /// Titles before a name and qualifications after it.
        honorifics: PhraseList,
        /// Particles inside names.
        particles: PhraseList,
        /// Words that are not part of a person's name.
        other_words: PhraseList,
        /// Beginnings of ideographs that are not a person's name.
        other_ideographs: PhraseList,
        /// Endings of ideographs that are not a person's name.
        other_ideograph_endings: PhraseList,
        /// Words that qualify a job title.
        trade_words: PhraseList,
        /// Words before the name in the first line of a document.
        document_titles: PhraseList,
        /// What an e-mail address names instead of a person.
        role_addresses: PhraseList,
        /// Words between such a title and the name.
        after_document_title: PhraseList,
    }
}

word_lists! {
    /// Labels of telephone numbers, and parts of e-mail and web addresses.
    pub(super) struct ContactWords in "../../data/contact.txt" {
        /// Labels before a telephone number.
        phone_labels: PhraseList,
        /// Labels before the number of a mobile phone.
        mobile_labels: PhraseList,
        /// Labels before a number that is not a telephone number.
        other_number_labels: PhraseList,
        /// Beginnings of the line that greets the addressee of a letter.
        salutations: PhraseList,
        /// Beginnings of the line that names the addressee of a letter.
        addressees: PhraseList,
        /// Beginnings of the line that ends a letter.
        closings: PhraseList,
        /// Ends of words that name a number of any kind.
        number_words: PhraseList,
        /// Ends of words that name a number that nobody can call.
        code_words: PhraseList,
        /// Halves of words with a hyphen.
        compound_parts: PhraseList,
        /// Domain endings that may follow a dot that the layout split off.
        domain_endings: PhraseList,
        /// Endings of the domains of countries in which people from anywhere have addresses.
        free_domains: PhraseList,
        /// Labels that the layout may join to an e-mail address.
        email_labels: PhraseList,
        /// Hosts that resumes mention without a scheme.
        hosts: PhraseList,
    }
}

word_lists! {
    /// Names of places, and labels before them.
    pub(super) struct PlaceWords in "../../data/places.txt" {
        /// Names of countries and large regions with the code of the country, for telephone numbers without it.
        regions: Pairs,
        /// Common short words with the country where most of the people who write them live.
        region_words: Pairs,
        /// A country with other countries in which many people write its language.
        shared_languages: Pairs,
        /// Names of countries in resumes, in addition to those regions.
        countries: PhraseList,
        /// Words for remote work.
        remote: PhraseList,
        /// Labels before the place where the person lives.
        labels: PhraseList,
        /// Words that name documents and other details about a person.
        personal_details: PhraseList,
        /// Those labels that name the place where the person is now.
        current_labels: PhraseList,
        /// Those labels that no workplace has.
        home_labels: PhraseList,
        /// Those labels that name an earlier or a second home.
        permanent_labels: PhraseList,
        /// Words in postal addresses.
        address_words: PhraseList,
    }
}

word_lists! {
    /// Names of towns, without accents.
    pub(super) struct TownNames in "../../data/towns.txt" {
        /// Large towns with their countries.
        towns: Located,
    }
}

word_lists! {
    /// Names of large employers.
    pub(super) struct EmployerNames in "../../data/employers.txt" {
        /// Well-known names.
        well_known: PhraseList,
        /// Names of large listed companies.
        listed: PhraseList,
    }
}

word_lists! {
    /// Words that state years of experience.
    pub(super) struct ExperienceWords in "../../data/stated_experience.txt" {
        /// Words for years.
        years: PhraseList,
        /// The beginnings of words for experience.
        experience: PhraseList,
        /// Names of the numbers from zero.
        numbers: PhraseList,
        /// Words between a number and its years.
        before_years: PhraseList,
    }
}

word_lists! {
    /// Labels before spoken languages.
    pub(super) struct LanguageWords in "../../data/languages.txt" {
        /// Labels on a line with languages.
        labels: PhraseList,
    }
}

word_lists! {
    /// Words of sentences that are meant for machines.
    pub(super) struct MachineWords in "../../data/machine_text.txt" {
        /// Verbs that override instructions, with their language.
        verbs: Pairs,
        /// Nouns for instructions, with their language.
        nouns: Pairs,
        /// Words that address a machine.
        addressed: PhraseList,
        /// Words that address a machine if both are in a sentence.
        addressed_together: Pairs,
    }
}

word_lists! {
    /// Words of dates.
    pub(super) struct DateWords in "../../data/dates.txt" {
        /// Names of the months.
        months: Numbered,
        /// Names of the seasons, with their first months.
        seasons: Numbered,
        /// Words for the present.
        present: PhraseList,
        /// Words before the start of a range that continues.
        since: PhraseList,
        /// Words between the two ends of a range.
        to: PhraseList,
        /// Small words before a word for the present: `up to the present`, `hasta la fecha`, `à ce jour`.
        before_present: PhraseList,
        /// Pairs of words that mean the present only together.
        present_pairs: Pairs,
        /// Words between a month and its year.
        in_dates: PhraseList,
        /// Words between a day and its month.
        before_month: PhraseList,
        /// Words that mark a year, as in `2015 г.`
        year_marks: PhraseList,
        /// Endings of ordinal numbers.
        ordinals: PhraseList,
        /// Words before a grade, whose digits look like a month and a year.
        before_grades: PhraseList,
    }
}

word_lists! {
    /// Headings of sections.
    pub(super) struct HeadingWords in "../../data/headings.txt" {
        /// Headings that are also enough as the last words of a heading.
        endings: HeadingKinds,
        beginnings: HeadingKinds,
        /// Other headings.
        headings: HeadingKinds,
    }
}

word_lists! {
    /// Words around the items of skills sections, which are not skills.
    pub(super) struct SkillWords in "../../data/skill_lines.txt" {
        /// Subjects of a row of skills: `Operating systems`.
        groups: FoldedPhrases,
        /// Last words of such subjects.
        group_endings: PhraseList,
        /// Heads of columns: `Years`.
        columns: FoldedPhrases,
        /// Lead-ins to a skill: `knowledge of`.
        leads: FoldedPhrases,
        /// Adjectives before lead-ins: `good`.
        adjectives: FoldedPhrases,
        /// Levels: `medium`.
        levels: FoldedPhrases,
        /// Lead-ins in scripts without spaces between words.
        ideographs: PhraseList,
        /// Labels of personal data: `Date of birth`.
        personal: FoldedPhrases,
        /// Units of time.
        units: PhraseList,
        /// Conjunctions before the last item of a list.
        conjunctions: SpacedWords,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists_are_read() {
        assert_eq!(PositionWords::read().map(drop), Ok(()));
        assert_eq!(EducationWords::read().map(drop), Ok(()));
        assert_eq!(NameWords::read().map(drop), Ok(()));
        assert_eq!(ContactWords::read().map(drop), Ok(()));
        assert_eq!(PlaceWords::read().map(drop), Ok(()));
        assert_eq!(TownNames::read().map(drop), Ok(()));
        assert_eq!(EmployerNames::read().map(drop), Ok(()));
        assert_eq!(ExperienceWords::read().map(drop), Ok(()));
        assert_eq!(LanguageWords::read().map(drop), Ok(()));
        assert_eq!(MachineWords::read().map(drop), Ok(()));
        assert_eq!(DateWords::read().map(drop), Ok(()));
        assert_eq!(HeadingWords::read().map(drop), Ok(()));
        assert_eq!(SkillWords::read().map(drop), Ok(()));
        assert_eq!(crate::pdf::IconWords::read().map(drop), Ok(()));
    }
}
