//! The words of the controlled language in English, German, French and Spanish.
//!
//! A class contains all words with the same role in any language. One pattern therefore works for all four languages.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::tokens::Token;

macro_rules! classes {
    ($($class:ident = $phrases:expr),+ $(,)?) => {
        /// The role of a word in a clause.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(clippy::upper_case_acronyms, reason = "patterns name classes in capitals")]
        pub(super) enum Class { $($class),+ }

        impl Class {
            /// Returns the class with a name that patterns use.
            pub(super) fn named(name: &str) -> Option<Self> {
                match name { $(stringify!($class) => Some(Self::$class),)+ _ => None }
            }
        }

        /// Each class with its phrases, separated by `|`, without accents and capitals.
        const PHRASES: &[(Class, &str)] = &[$((Class::$class, $phrases)),+];
    };
}

classes! {
    THE = "the|a|an|our|der|die|das|den|dem|des|ein|eine|einen|einem|einer|le|la|les|l|un|une|el|los|las|lo|una",
    FILLER = ",|please|bitte|also|simply|just|then|now|already|still|bereits|schon|noch|auch|deja|aussi|ya|tambien|therefore|so|okay|ok",
    TAIL = "please|now|for now|yet|right away|immediately|at once|directly|straight away|first|only|an|sofort|zunachst|tout de suite|immediatement|pour le moment|inmediatamente|por ahora|for the time being|from the start|thanks|thank you|bitte|por favor|in this file|in the file|of this file|of the file",
    COLON = ":",
    ALL = "all|every|each|any|all of|each of|every single|alle|jede|jeder|jedes|samtliche|tous|toutes|chaque|todos|todas|cada",
    IS = "is|are|be|being|equals|equal|=|==|is equal to|are equal to|reads|says|is set to|is always|are always|should be|must be|shall be|ist|sind|lautet|lauten|est|sont|vaut|doit etre|es|son|sea|sean|esta|estan|is called|has the value|was|were",
    NOT = "not|no|nicht|kein|keine|pas|anything but|other than|different from",
    EITHER = "either|one of|any of|entweder|soit",
    IN = "in|on|at|within|under|from|auf|bei|unter|im|a|au|aux|en|sur|dans|sous|bajo",
    OF = "of|for|des|der|von|fur|de|du|para",
    AS = "as|as the|like|to be|als|wie|comme|como|en|en tant que|into|to",
    TO = "to|into|onto|as|for|auf|zu|als|a|sur|vers|comme|como|=",
    WITH = "with|by|mit|durch|avec|par|con|por|at|on|using|um",
    AND = "and|or|plus|+|&|und|et|y",
    PLUS = "plus|+|&|followed by|together with",

    ROWS = "row|rows|line|lines|job|jobs|entry|entries|record|records|position|positions|posting|postings|role|roles|vacancy|vacancies|opening|openings|listing|listings|offer|offers|ones|those|anything|everything|any|zeile|zeilen|stelle|stellen|eintrag|eintrage|positionen|ausschreibungen|stellenangebote|stellenanzeigen|ligne|lignes|offre|offres|poste|postes|emploi|emplois|annonce|annonces|fila|filas|oferta|ofertas|puesto|puestos|vacante|vacantes|empleo|empleos|plaza|plazas|registros",
    LINES = "row|rows|line|lines|zeile|zeilen|ligne|lignes|fila|filas|linea|lineas|reihe|reihen",
    COLUMN = "column called|column named|column with the name|column titled|field called|field named|spalte namens|colonne appelee|columna llamada|column|columns|field|header|spalte|spalten|feld|colonne|colonnes|champ|columna|columnas|campo",
    SHEET = "sheet|worksheet|tab|sheet named|sheet called|tab called|tab named|blatt|tabellenblatt|arbeitsblatt|feuille|onglet|hoja|pestana",
    HEADER = "header|headers|header row|header line|headings|heading|column names|column headers|column headings|column titles|names of the columns|uberschrift|uberschriften|kopfzeile|spaltennamen|spaltenuberschriften|spaltentitel|en-tete|en-tetes|entete|entetes|noms des colonnes|encabezado|encabezados|cabecera|cabeceras|nombres de las columnas",
    TABLE = "table|list|tabelle|liste|tableau|tabla|lista",
    DATA = "data|records|daten|datensatze|donnees|datos",
    START = "start|starts|begin|begins|beginnt|beginnen|commence|commencent|empieza|empiezan|comienza|is at|are at",
    FOR = "for|fur|pour|para",
    FILE = "everything in file|everything in the file|all text|all texts|all the text|all the texts|whole file|entire file|file|data|sheet|table|headers|header|columns|text|texts|content|contents|jobs|descriptions|datei|daten|tabelle|uberschriften|spalten|texte|stellen|fichier|donnees|tableau|en-tetes|colonnes|offres|archivo|fichero|datos|tabla|encabezados|ofertas|everything|this|it|export|liste|list",
    BANNER = "banner|a banner|title|titles|empty|blank|junk|notes|a note|comments|not needed|irrelevant|useless|no data|leer|vides|vacias",

    SKIP = "skip|ignore|drop|omit|exclude|remove|discard|leave out|throw away|throw out|filter out|get rid of|take out|cut out|pass over|do not import|dont import|do not take|dont take|do not include|dont include|do not use|dont use|do not load|dont load|do not create|dont create|do not read|dont read|do not keep|never import|ignoriere|ignorieren|uberspringe|uberspringen|entferne|entfernen|verwerfe|verwirf|weglassen|auslassen|ausschliessen|nicht importieren|ignorer|ignorez|saute|sauter|sautez|exclure|exclus|excluez|ecarte|ecarter|ne pas importer|n importe pas|n importez pas|passer|ignora|ignorar|omite|omitir|salta|saltar|excluye|excluir|descarta|descartar|no importes|no importar|quita|quitar",
    ONLY = "only|import just|take just|include just|use just|import solely|take solely|solely|exclusively|import exclusively|include nothing but|consider only|only import|only take|only keep|only include|only use|only load|only create|only read|import only|take only|keep only|include only|use only|load only|create only|read only|just|just take|just import|just keep|just the|keep|keep just|restrict the import to|restrict import to|restrict to|restrict it to|limit the import to|limit import to|limit it to|limit to|nothing but|import nothing but|take nothing but|import nothing except|skip everything except|skip everything but|skip all except|skip all but|ignore everything except|ignore everything but|ignore all but|ignore all except|drop everything except|drop everything but|exclude everything except|exclude everything but|leave out everything except|nur|importiere nur|ubernimm nur|nimm nur|verwende nur|lies nur|behalte nur|ausschliesslich|n importe que|n importez que|n importer que|ne prendre que|ne garder que|importe seulement|importer seulement|importez seulement|importe uniquement|importer uniquement|importez uniquement|seulement|uniquement|garde seulement|garder uniquement|solo|solamente|unicamente|importa solo|importar solo|importa solamente|importa unicamente|toma solo|conserva solo",
    IMPORT = "import|take|keep|include|importieren|ubernehmen|behalten|lesen|importer|garder|importar",
    WHERE = "where|whose|if|when|in which|for which|on which|with|having|where the column|in denen|bei denen|fur die|deren|wo|wenn|falls|mit|ou|dont|avec|dans lesquelles|pour lesquelles|si|quand|donde|cuyo|cuya|cuyos|cuyas|con|en las que|en los que|cuando|that have|which have|that has|which has",
    THAT = "that|which|who|welche|qui|que|die",
    WITHOUT = "without|with no|with an empty|with empty|with a blank|with blank|with a missing|with missing|that have no|which have no|that lack|that miss|lacking|missing|having no|ohne|mit leerem|mit leerer|sans|sans aucun|sin|con el vacio",
    MARKED = "marked|marked as|marked with|labelled|labelled as|labeled|labeled as|flagged|flagged as|tagged|tagged as|tagged with|that are marked|that are marked as|which are marked|markiert als|gekennzeichnet als|marquees|marquees comme|marques comme|marcadas como|marcados como",
    BLANK = "empty|blank|missing|not given|not set|not filled in|absent|left empty|left blank|unknown|leer|fehlt|fehlend|vide|vides|manquant|manquante|vacio|vacia|vacios|vacias|falta|no given",
    FILLED = "filled in|given|present|provided|not empty|not blank|not missing|ausgefullt|vorhanden|renseigne|renseignee|presente|rellena",
    CONTAIN = "contain|contains|include|includes|mention|mentions|has the word|enthalt|enthalten|contient|contiene|contienen",
    HAVE = "that have|which have|having|with|that has|which has|mit|avec|con|that come with",

    USE = "use|take|read|choose|pick|verwende|verwenden|nutze|nutzen|nimm|nehme|benutze|lies|utilise|utiliser|utilisez|prends|prendre|prenez|lis|lire|usa|usar|utiliza|utilizar|toma|tomar|lee|leer|parse|import|load|open|work with|importiere|importe|importer|importa|read from|take from|import from|use only|take only|read only",
    MAP = "map|assign|link|match|treat|use|take|read|interpret|consider|regard|import|count|put|verwende|verwenden|nutze|nutzen|nimm|benutze|behandle|betrachte|lies|utilise|utiliser|utilisez|prends|prendre|prenez|traite|traiter|considere|lis|usa|usar|utiliza|utilizar|toma|trata|considera",
    TAKE = "take|read|get|fetch|pull|find|fill|draw|import|nimm|lies|hole|entnimm|prends|prendre|prenez|lis|lire|toma|tomar|lee|leer|saca",
    FROM = "from|out of|with|in|using|aus|von|de|dans|du|a partir de|desde|depuis",
    HOLD = "is|are|holds|hold|contains|contain|means|has|have|gives|give|lists|list|shows|show|should be|stands for|stores|corresponds to|represents|equals|becomes|ist|sind|enthalt|hat|bedeutet|steht fur|entspricht|est|contient|correspond a|designe|donne|es|contiene|significa|corresponde a|tiene|will be|must be|shall be|=",
    LISTED = "listed|found|given|stored|kept|written|held|to be found|shown|can be found|stated|specified|angegeben|zu finden|indique|indiquee|indiques|indiquees|indicado|indicada",
    STAND = "stand|stands|comes|come|can be found|is found|are found|is called|is named|are called|steht|stehen|se trouve|se trouvent|figure|viene|vienen|se encuentra|appears|appear|lives|comes from|come from|kommt|heisst",
    ARROW = "->|=>|→|⇒|goes to|maps to|go to|map to|goes into",

    SET = "set|make|change|overwrite|override|define|setze|setzen|stelle|mets|mettre|mettez|definis|definir|definissez|fixe|fixer|pon|poner|establece|establecer|fija|fijar|define|cambia",
    FILL = "fill|fill in|complete|fulle|fullen|remplis|remplir|rellena|rellenar|completa",
    ASSUME = "use|assume|take|put|set it to|fill in|it is|they are|write|enter|belong to|go to|get|are in|are|is|default to|nimm|setze|verwende|gehoren zu|utilise|mets|prends|usa|pon",
    DEFAULT = "default|default to|fallback|standard|missing|empty|voreinstellung|defaut|par defaut|por defecto|predeterminado|predeterminada",
    LOCATED = "based|located|situated|placed|to be found|offered|angesiedelt|gelegen|bases|basees|situes|situees|ubicados|ubicadas|situados|situadas|fur|to be done|for",
    BELONG = "belong to|belongs to|are part of|is part of|fall under|report to|are with|is with|are for|gehoren zu|gehoren zur|gehoren zum|appartiennent a|font partie de|pertenecen a",
    DEPT = "department|dept|team|division|unit|business unit|group|abteilung|bereich|departement|service|equipe|departamento|equipo|area",
    ALWAYS = "for all|for every|for each|of all|of every|of each|on all|on every|in all|in every|fur alle|fur jede|bei allen|pour tous|pour toutes|de tous|de toutes|para todos|para todas|de todos|de todas|for all of|everywhere",

    TREAT = "treat|read|interpret|count|take|consider|regard|understand|see|import|behandle|lies|werte|interpretiere|betrachte|verstehe|traite|traiter|traitez|considere|considerer|considerez|lis|interprete|interpreter|trata|tratar|interpreta|interpretar|considera|considerar|lee",
    REPLACE = "replace|rename|change|turn|map|substitute|swap|ersetze|ersetzen|andere|wandle|remplace|remplacer|remplacez|change|changer|renomme|renommer|reemplaza|reemplazar|sustituye|sustituir|cambia|renombra",
    BY = "with|by|to|into|as|durch|mit|in|zu|par|en|por|con|a",
    MEAN = "mean|means|stands for|stand for|is short for|are short for|is the same as|are the same as|is an abbreviation of|abbreviates|denotes|=|==|bedeutet|bedeuten|heisst|steht fur|stehen fur|ist kurz fur|entspricht|signifie|signifient|veut dire|correspond a|significa|significan|quiere decir|equivale a|is our word for|counts as|count as",

    DATE = "date|dates|all dates|date format|date formats|date columns|date column|the format of dates|format of the dates|datum|daten|datumsformat|datumsangaben|alle daten|format des dates|format de date|fecha|fechas|formato de fecha|formato de las fechas|las fechas|every date",
    WRITTEN = "written|given|in|use|uses|come|comes|follow|follows|format|im|au|as|have|has|formatted|stored|geschrieben|angegeben|ecrites|donnees|escritas|formato|order|the format|entered|:|au format|en formato|im format|al formato|dans le format|con formato|verwenden|folgen",
    READ = "read|parse|treat|interpret|understand|take|lies|interpretiere|behandle|lis|lire|interprete|traite|lee|interpreta|trata|use|assume|expect|the",

    SKILLS = "skill|skills|skill list|skills column|key skills|required skills|kenntnisse|fahigkeiten|kompetenzen|competences|habilidades|competencias|aptitudes|conocimientos|requirements list|skill column|skills lists",
    SPLIT = "split|separate|divide|break up|cut|part|parse|trenne|teile|separe|separer|divise|divide|divide|separa|separar",
    SEPARATED = "separated|split|delimited|divided|parted|separated by|getrennt|separees|separes|separee|separadas|separados|divididas|divided by",
    BETWEEN = "between|zwischen|entre",
    SEPARATOR = "separator|delimiter|divider|trennzeichen|separateur|separador|between them|between skills|between each skill",
    OWNLINE = "own line|own row|its own line|one per line|one a line|one line each|separate lines|a line each|a line of their own|eigenen zeile|eigener zeile|je zeile eine|une par ligne|una por linea|different lines|new lines|each on its own line",
    HASSKILLS = "use|uses|have|has|come with|verwenden|utilisent|usan",

    EXTRACT = "extract|take|read|get|find|pull|derive|detect|recognise|recognize|look for|collect|gather|infer|identify|extrahiere|lies|hole|erkenne|suche|finde|ermittle|extrais|extraire|extrayez|trouve|trouver|detecte|detecter|extrae|extraer|saca|encuentra|detecta|busca",
    COMBINE = "combine|join|merge|concatenate|put together|glue|verbinde|kombiniere|fuge|verknupfe|fasse|combiner|fusionne|fusionner|joins|assemble|concatene|combina|combinar|une|unir|junta|juntar|concatena",
    BUILD = "build|make|compose|form|construct|assemble|create|put together|derive|bilde|erstelle|baue|forme|former|construis|compose|composer|construye|forma|crea",
    INTO = "into|as|to|for|to make|to form|to get|into one|to build|zu|zum|zur|als|fur|en|pour|dans|comme|para|como|in",
    MADEOF = "made of|made up of|composed of|built from|made from|formed from|made out of|zusammengesetzt aus|compose de|composee de|formado por|compuesta por",
    PREFIX = "prefix|prepend|start|begin|prefixe|prefija",
    PUT = "put|add|place|prepend|insert|set|write|stelle|setze|ajoute|mets|pon|anade|agrega",
    BEFORE = "before|in front of|to the front of|at the start of|at the beginning of|ahead of|to|vor|devant|avant|delante de|antes de|al principio de",
    STARTWITH = "start with|starts with|begin with|begins with|should start with|should begin with|must start with|get the prefix|beginnen mit|commencent par|empiezan con|empiezan por",
    CODE = "job code|job codes|code|codes|job id|job ids|reference|references|reference number|reference numbers|id|ids|stellencode|kennziffer|kennziffern|codes de poste|referencia|referencias|codigo|codigos",
    ADD = "add|append|include|require|fuge|erganze|ajoute|ajouter|ajoutez|anade|anadir|agrega|agregar",
    SKILL = "skill|skills|required skill|required skills|must-have skill|must-have|mandatory skill|requirement|necessary skill|key skill|kenntnis|erforderliche kenntnis|competence|competence requise|competence obligatoire|habilidad|habilidad requerida|requisito|to the skills|skill requirement",
    REQUIRE = "require|requires|need|needs|ask for|asks for|demand|demands|call for|must have|expect|expects|verlangen|erfordern|brauchen|verlangt|exigent|requierent|demandent|necessitent|requieren|exigen|necesitan|piden",

    CREATE = "create|import|save|mark|keep|make|load|store|add|leave|upload|set|treat|put|enter|lege|legen|erstelle|erstellen|importiere|speichere|markiere|cree|creer|creez|importe|importer|importez|enregistre|enregistrer|enregistrez|cree-les|creez-les|importe-les|importez-les|marque|crea|crear|importa|importar|guarda|guardar|crealos|crealas|creelos|importalos|importalas|guardalos|guardalas|deja",
    DRAFT = "draft|drafts|a draft|as draft|as drafts|unpublished|draft jobs|draft postings|in draft|entwurf|entwurfe|unveroffentlicht|brouillon|brouillons|non publie|non publies|borrador|borradores|sin publicar|not published|private",
    NOTPUBLISH = "do not publish|dont publish|never publish|not publish|nicht veroffentlichen|veroffentliche nicht|ne publie pas|ne publiez pas|ne pas publier|no publicar|no publiques|no los publiques|nothing should be published|hold back",
    PUBLISH = "publish|make public|veroffentliche|veroffentlichen|publie|publier|publiez|publica|publicar|go live with|publicalos",
    LIVE = "live|published|open|public|active|veroffentlicht|publie|publies|publiees|publicados|publicadas|publicado",
    WRITE = "written|in|auf|en|auf sprache|in language|verfasst|redige|rediges|escrito|escritos|ecrit|exported",

    PARSE = "parse|import|treat|read|process|handle|interpret|load|consider|take|see|lies|behandle|importiere|interpretiere|traite|traiter|lis|importe|considere|interprete|trata|lee|importa|interpreta|considera|classify|categorise|categorize|understand",
    LISTOF = "list of|collection of|set of|export of|table of|liste von|liste de|lista de|bunch of|batch of",

    FORBIDDEN = "if|when|unless|because|whenever|wenn|falls|weil|cuando|quand|lorsque|porque|should|would|could|whether|otherwise|else|sonst|sinon",
}

/// Words before nouns that make them refer to all jobs of a file.
const DETERMINERS: &str = "|the|all|all the|all of the|all these|all of these|all our|these|those|every|each|any|our|every single|alle|alle diese|die|diese|jede|jeder|samtliche|tous les|toutes les|les|ces|chaque|todos los|todas las|los|las|estos|estas|cada";

/// Nouns for the jobs of a file.
const NOUNS: &str = "jobs|job|positions|position|roles|role|postings|posting|vacancies|vacancy|openings|opening|rows|row|entries|listings|stellen|stelle|positionen|zeilen|ausschreibungen|postes|poste|offres|offre|emplois|annonces|lignes|puestos|puesto|ofertas|oferta|vacantes|vacante|empleos|plazas|filas";

/// Words for all jobs of a file.
const PRONOUNS: &str = "them all|these all|they all|it all|sie alle|les tous|them|these|they|it|this|those|everything|anything|all|all of them|all of these|all of it|each of them|every one of them|each one|sie|alle|diese|alles|es|tout|tous|toutes|ils|elles|todo|todos|todas|ellos|ellas|any of them|any of these|both|the lot|los|las|les|das|dies|ce sont|c est|that";

/// Phrases by their first word, each with its class and its other words.
type Phrases = HashMap<&'static str, Vec<(WordRole, Vec<&'static str>)>>;

/// A class, or all the jobs of a file as the subject or object of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum WordRole {
    Class(Class),
    Subject,
}

static LEXICON: LazyLock<Phrases> = LazyLock::new(|| {
    let mut lexicon = Phrases::new();
    let mut add = |role: WordRole, words: Vec<&'static str>| {
        if let Some((first, rest)) = words.split_first() {
            let phrases = lexicon.entry(first).or_default();
            let phrase = (role, rest.to_vec());
            if !phrases.contains(&phrase) {
                phrases.push(phrase);
            }
        }
    };
    for (class, phrases) in PHRASES {
        for phrase in phrases.split('|').filter(|phrase| !phrase.is_empty()) {
            add(WordRole::Class(*class), phrase.split(' ').collect());
        }
    }
    for pronoun in PRONOUNS.split('|') {
        add(WordRole::Subject, pronoun.split(' ').collect());
    }
    for determiner in DETERMINERS.split('|') {
        for noun in NOUNS.split('|') {
            let words = determiner.split(' ').chain([noun]);
            add(
                WordRole::Subject,
                words.filter(|word| !word.is_empty()).collect(),
            );
        }
    }
    lexicon
});

/// Returns the possible roles of each word of a clause, with the number of words that each role covers.
pub(super) fn roles_of(tokens: &[Token]) -> Vec<Vec<(WordRole, usize)>> {
    (0..tokens.len())
        .map(|index| {
            let rest = tokens.get(index + 1..).unwrap_or_default();
            let phrases = tokens
                .get(index)
                .filter(|token| !token.quoted)
                .and_then(|token| LEXICON.get(token.word.as_str()));
            let mut found: Vec<(WordRole, usize)> = phrases
                .into_iter()
                .flatten()
                .filter(|(_, words)| follows(rest, words))
                .map(|(role, words)| (*role, words.len() + 1))
                .collect();
            found.sort_by_key(|(_, words)| std::cmp::Reverse(*words));
            found
        })
        .collect()
}

fn follows(rest: &[Token], words: &[&str]) -> bool {
    rest.len() >= words.len()
        && rest
            .iter()
            .zip(words)
            .all(|(token, word)| !token.quoted && token.word == *word)
}
