//! Forms in English.

use super::builders::{
    add_skill, all_are, all_in, combine, dates, default_value, drafts, extract_skills, header_row,
    language, map, only, prefix, published, role, set_value, sheet, skip, skip_rows, split,
    value_map,
};
use super::forms::Form;

pub(super) const FORMS: [Form; 52] = [
    // Layout
    (
        r"(?:skip|ignore|drop|leave out) the first(?: (?P<n>\d+|one|two|three|four|five|six|seven|eight|nine|ten))? (?:rows?|lines?)",
        skip_rows,
    ),
    (
        r"(?:the )?(?:headers?|column names|header row)(?: row)? (?:is|are|starts?|stands?|begins?)(?: (?:in|on|at))?(?: the)? (?:row|line)(?: number)? (?P<n>\d+|one|two|three|four|five)",
        header_row,
    ),
    (
        r"(?:the )?(?:headers?|column names) (?:is|are) (?:in|on) the (?P<n>first|second|third|fourth|fifth) (?:row|line)",
        header_row,
    ),
    (
        r"(?:row|line) (?P<n>\d+) (?:is|holds|contains|has) the (?:headers?|column names)",
        header_row,
    ),
    (
        r"(?:use|read|take|import|parse)(?: from)?(?: only)?(?: the)? (?:sheet|worksheet|tab)(?: named| called)? (?P<v>.+)",
        sheet,
    ),
    (
        r"(?:use|read|take|import)(?: from)?(?: only)? the (?P<v>.+) (?:sheet|worksheet|tab)",
        sheet,
    ),
    (
        r"(?:the )?jobs are (?:in|on) (?:the )?(?:sheet|worksheet|tab) (?P<v>.+)",
        sheet,
    ),
    // Mode
    (
        r"(?:create|import|save|mark|keep|make|load|store|add|treat|upload|leave)(?: (?:them|these|everything|all|all of them|it|the jobs|all jobs|all the jobs|jobs|every job|the positions))?(?: all)? (?:as )?(?:a )?(?:drafts?|unpublished)",
        drafts,
    ),
    (
        r"(?:do not|don't) publish(?: (?:them|these|anything|the jobs|all jobs|any of them|yet))*",
        drafts,
    ),
    (
        r"publish(?: (?:them|these|everything|all|all of them|the jobs|all jobs|every job))?(?: (?:right away|immediately|now|at once|directly))?",
        published,
    ),
    (
        r"(?:create|import|save|mark|load)(?: (?:them|these|everything|all|the jobs|all jobs))? as (?:published|live|open)(?: jobs)?",
        published,
    ),
    (
        r"(?:the )?(?:file|data|sheet|headers?|columns?|text|content|jobs)(?: names)? (?:is|are)(?: written)? in (?P<v>\w+)",
        language,
    ),
    // Dates, lists
    (
        r"(?:all )?(?:the )?dates?(?: format| columns?)? (?:is|are|use|uses|come|follow|in)(?: in| given in| written)?(?: as)? (?P<v>.+)",
        dates,
    ),
    (
        r"(?:read|parse|treat|interpret) (?:all )?(?:the )?dates as (?P<v>.+)",
        dates,
    ),
    (
        r"split (?:the )?(?:skills?|skills column|column skills) (?:on|by|at|with|using)(?: the)? (?P<v>.+)",
        split,
    ),
    (
        r"(?:the )?skills (?:are|come) (?:separated|split|delimited|parted|divided) (?:by|with|on|at)(?: the| a)? (?P<v>.+)",
        split,
    ),
    (
        r"(?:the )?skills are (?P<v>\S+)[ -](?:separated|delimited)",
        split,
    ),
    // Derive
    (
        r"(?:extract|take|read|get|find|pull)(?: the)? skills (?:from|in|out of)(?: the)? (?:job )?descriptions?",
        extract_skills,
    ),
    (
        r"(?:combine|join|merge|concatenate|put together)(?: the)?(?: columns)? (?P<c>.+?) (?:into|as|to|for|to make|to form)(?: one| a| the)? (?P<f>[\w ]+)",
        combine,
    ),
    (
        r"(?:the )?(?P<f>[\w ]+) is (?:made of|made up of|composed of|built from)(?: the)?(?: columns)? (?P<c>.+)",
        combine,
    ),
    (
        r"prefix(?: the| all| every| each)?(?: the)?(?: job)? codes? with (?P<v>\S+|.[^ ]+.)",
        prefix,
    ),
    (
        r#"(?:add|put|prepend) (?:the prefix )?(?P<v>\S+) (?:to|before|in front of)(?: the| all| every| each)?(?: the)?(?: job)? codes?"#,
        prefix,
    ),
    (
        r"add (?P<v>.+?) (?:as|to) (?:a |an |the )?(?:required |must-have |mandatory )?skills?(?: (?:to|of|for|in) (?:all|every|each|the)(?: of them| the)?(?: \w+)?)?",
        add_skill,
    ),
    (
        r"add (?:the )?(?:required )?(?:skill )(?P<v>.+?) to (?:all|every|each|the)(?: of them| the)?(?: \w+)?",
        add_skill,
    ),
    (
        r"{all} (?:require|requires|need|needs|ask for|asks for)(?: the skill)? (?P<v>.+)",
        add_skill,
    ),
    // Rows
    (
        r"(?:skip|ignore|exclude|drop|omit|leave out|remove|do not import|don't import)(?: all| any| every)?(?: the)?(?: {rows})? (?:where|whose|if|when|with|in which)(?: the| an?)?(?: column)? (?P<c>.+?) (?:is|are)(?P<not> not)?(?P<empty> (?:empty|blank|missing))",
        skip,
    ),
    (
        r"(?:skip|ignore|exclude|drop|omit|leave out|remove|do not import|don't import)(?: all| any| every)?(?: the)?(?: {rows})? (?:where|whose|if|when|with|in which)(?: the| an?)?(?: column)? (?P<c>.+?) (?:is|are|=|==|equals|reads|says|!=)(?P<not> not| no| anything but| other than)?(?: set to| equal to| marked| one of)? (?P<v>.+)",
        skip,
    ),
    (
        r"(?:skip|ignore|exclude|drop|omit|leave out|remove|do not import|don't import)(?: all| any| every)?(?: the)?(?: {rows})? (?:where|whose|if|when|in which)(?: the| an?)?(?: column)? (?P<c>.+?) (?P<part>contains?|includes?|has|mentions?) (?P<v>.+)",
        skip,
    ),
    (
        r"(?:skip|ignore|exclude|drop|omit|leave out|remove|do not import|don't import)(?: all| any| every)?(?: the)? {rows} (?P<empty>without|with no|that have no|lacking)(?: an?| any)? (?P<c>.+)",
        skip,
    ),
    (
        r"(?:skip|ignore|exclude|drop|omit|leave out|remove|do not import|don't import)(?: all| any| every)?(?: the)?(?: {rows})? (?:(?:that|which) (?:are|is|were) )?(?:marked|labelled|labeled|flagged|tagged)(?: as| with)? (?P<v>.+)",
        skip,
    ),
    (
        r"(?:skip|ignore|exclude|drop|omit|leave out|remove|do not import|don't import)(?: all| any| every)?(?: the)? {rows} (?:that|which) (?:are|is|have been|were)(?: already)? (?P<v>.+)",
        skip,
    ),
    (
        r#"(?:skip|ignore|exclude|drop|omit|leave out|remove|do not import|don't import)(?: all| any| every)?(?: the)? {rows} with(?: the| an?)?(?: column)? (?P<c>"[^"]+"|[\w-]+)(?: of)? (?P<v>.+)"#,
        skip,
    ),
    (
        r#"(?:skip|ignore|exclude|drop|omit|leave out|remove|do not import|don't import)(?: all| any| every)?(?: the)? (?P<v>"[^"]+"|[\w-]+(?: (?:and|or) [\w-]+)?) (?:rows|jobs|lines|entries|positions|postings|vacancies|ones)"#,
        skip,
    ),
    (
        r"(?:only (?:import|take|keep|include|use|load|create|read)|(?:import|take|keep|include|use|load|create|read) only|only|keep)(?: the| those)?(?: {rows})? (?:where|whose|if|when|with|in which)(?: the| an?)?(?: column)? (?P<c>.+?) (?:is|are)(?P<not> not)?(?P<empty> (?:empty|blank|missing))",
        only,
    ),
    (
        r"(?:only (?:import|take|keep|include|use|load|create|read)|(?:import|take|keep|include|use|load|create|read) only|only|keep)(?: the| those)?(?: {rows})? (?:where|whose|if|when|with|in which)(?: the| an?)?(?: column)? (?P<c>.+?) (?:is|are|=|==|equals|reads|says|!=)(?P<not> not| no| anything but| other than)?(?: set to| equal to| marked| one of)? (?P<v>.+)",
        only,
    ),
    (
        r"(?:only (?:import|take|keep|include|use|load|create|read)|(?:import|take|keep|include|use|load|create|read) only|only|keep)(?: the| those)?(?: {rows})? (?:where|whose|if|when|in which)(?: the| an?)?(?: column)? (?P<c>.+?) (?P<part>contains?|includes?|has|mentions?) (?P<v>.+)",
        only,
    ),
    (
        r"(?:only (?:import|take|keep|include|use|load|create|read)|(?:import|take|keep|include|use|load|create|read) only|only|keep)(?: the| those)?(?: {rows})? (?:(?:that|which) are )?(?:marked|labelled|labeled|flagged|tagged)(?: as| with)? (?P<v>.+)",
        only,
    ),
    (
        r"(?:only (?:import|take|keep|include|use|load|create|read)|(?:import|take|keep|include|use|load|create|read) only)(?: the| those)? {rows} (?:that|which) (?:are|is)(?: still)? (?P<v>.+)",
        only,
    ),
    (
        r#"(?:only (?:import|take|keep|include|use|load|create|read)|(?:import|take|keep|include|use|load|create|read) only|only)(?: the| those)? {rows} with(?: the| an?)?(?: column)? (?P<c>"[^"]+"|[\w-]+)(?: of)? (?P<v>.+)"#,
        only,
    ),
    (
        r#"(?:only (?:import|take|keep|include|use|load|create|read)|(?:import|take|keep|include|use|load|create|read) only)(?: the| those)? (?P<v>"[^"]+"|[\w-]+) (?:rows|jobs|lines|entries|positions|postings|vacancies|ones)"#,
        only,
    ),
    // Roles
    (
        r"(?:parse|import|treat|read|process|handle|interpret|load)(?: (?:them|these|it|this|this file|the file|the jobs|the rows|all|everything|all rows|all jobs))? as (?:a list of |all )?(?P<v>.+?) (?:roles?|positions?|jobs?|postings?|vacancies|openings)",
        role,
    ),
    (
        r"{all} are(?: all)?(?: for)? (?P<v>.+?) (?:roles?|positions?|jobs?|postings?|vacancies|openings)",
        role,
    ),
    // Columns
    (
        r"(?:the )?(?:column|field|header) (?P<c>.+?) (?:is|are|holds|contains|means|has|gives|should be|stands for)(?: the)? (?P<f>.+)",
        map,
    ),
    (
        r"(?:the )?(?P<c>.+?) (?:column|field) (?:is|are|holds|contains|means|has|gives|should be)(?: the)? (?P<f>.+)",
        map,
    ),
    (
        r"(?:use|take|read|treat|map|import|interpret)(?: the)?(?: column| field)? (?P<c>.+?)(?: column)? (?:as|for|to|onto|into)(?: the)? (?P<f>.+)",
        map,
    ),
    (
        r"(?:the )?(?P<f>[\w ]+?) (?:is|are|stands?|comes?|can be found)(?: (?:in|from|under|given in))?(?: the)? (?:column|field) (?P<c>.+)",
        map,
    ),
    (r"(?P<c>.+?) ?(?:->|=>|→|⇒) ?(?P<f>.+)", map),
    (
        r"(?P<c>[^,]+?) (?:is|are|holds|contains|means)(?: the) (?P<f>.+)",
        map,
    ),
    // Values
    (
        r"(?:set|make|change)(?: the)? (?P<f>[\w -]+?)(?: of (?:all|every|each)(?: the)? \w+)? (?:to|=|as) (?P<v>.+?)(?: (?:for|on|in|of) (?:all|every|each)(?: of them| the)?(?: \w+)?)?(?P<blank> {blank})?",
        set_value,
    ),
    (
        r"(?:use|assume|take)(?: the)? (?P<v>.+?) (?:as|for)(?: the)? (?:default|missing|empty) (?P<f>[\w -]+)",
        default_value,
    ),
    (
        r"(?:the )?(?:default )?(?P<f>[\w -]+?)(?: (?:of|for) (?:all|every|each)(?: of them| the)?(?: \w+)?)? (?:is|are|=|defaults to|default is|should be|is always) (?:always )?(?P<v>[^,]+)",
        default_value,
    ),
    (
        r"(?:treat|read|interpret|count|take|replace|change|map|convert)(?: the value| values)? (?P<a>.+?) (?:as|like|to|with|by|into) (?P<b>.+)",
        value_map,
    ),
];

pub(super) const LAST_FORMS: [Form; 4] = [
    (
        r"{all} (?:are|is)(?: all| based| located| situated| placed)? (?:in|at|within|part of|belong to)(?: the)? (?P<v>.+?)(?P<d> (?:department|team|division|unit))?",
        all_in,
    ),
    (
        r"{all} (?:belong|belongs) to(?: the)? (?P<v>.+?)(?P<d> (?:department|team|division|unit))",
        all_in,
    ),
    (r"{all} (?:are|is)(?: all)? (?P<v>.+)", all_are),
    (
        r"(?P<a>.+?) (?:means?|stands? for|is short for|is the same as|==?) (?P<b>.+)",
        value_map,
    ),
];
