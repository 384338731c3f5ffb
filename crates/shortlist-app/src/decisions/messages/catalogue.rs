//! The messages, each with its translations.

use crate::decisions::language::PacketLanguage;

messages! {
    Title {
        en: "About the decision on your application",
        de: "Zur Entscheidung über Ihre Bewerbung",
        fr: "À propos de la décision sur votre candidature",
        es: "Acerca de la decisión sobre su candidatura"
    }
    For {
        en: "For {name}, application {code}, {job}",
        de: "Für {name}, Bewerbung {code}, {job}",
        fr: "Pour {name}, candidature {code}, {job}",
        es: "Para {name}, candidatura {code}, {job}"
    }

    // What was decided.
    DecisionHeading {
        en: "What was decided",
        de: "Was entschieden wurde",
        fr: "Ce qui a été décidé",
        es: "Qué se ha decidido"
    }
    Rejected {
        en: "On {date}, {organization} decided not to proceed with your application for the position “{job}”.",
        de: "Am {date} hat {organization} entschieden, Ihre Bewerbung für die Stelle „{job}“ nicht weiter zu berücksichtigen.",
        fr: "Le {date}, {organization} a décidé de ne pas donner suite à votre candidature au poste « {job} ».",
        es: "El {date}, {organization} decidió no continuar con su candidatura al puesto «{job}»."
    }
    Hired {
        en: "On {date}, {organization} decided to hire you for the position “{job}”.",
        de: "Am {date} hat {organization} entschieden, Sie für die Stelle „{job}“ einzustellen.",
        fr: "Le {date}, {organization} a décidé de vous recruter pour le poste « {job} ».",
        es: "El {date}, {organization} decidió contratarle para el puesto «{job}»."
    }
    Undecided {
        en: "{organization} has not made a final decision about your application for the position “{job}”.",
        de: "{organization} hat über Ihre Bewerbung für die Stelle „{job}“ noch nicht abschließend entschieden.",
        fr: "{organization} n’a pas encore pris de décision définitive sur votre candidature au poste « {job} ».",
        es: "{organization} aún no ha tomado una decisión definitiva sobre su candidatura al puesto «{job}»."
    }
    Withdrawn {
        en: "Your application for the position “{job}” is recorded as withdrawn.",
        de: "Ihre Bewerbung für die Stelle „{job}“ ist als zurückgezogen vermerkt.",
        fr: "Votre candidature au poste « {job} » est enregistrée comme retirée.",
        es: "Su candidatura al puesto «{job}» consta como retirada."
    }
    RejectedWithoutDate {
        en: "{organization} decided not to proceed with your application for the position “{job}”. The date is not recorded.",
        de: "{organization} hat entschieden, Ihre Bewerbung für die Stelle „{job}“ nicht weiter zu berücksichtigen. Das Datum ist nicht gespeichert.",
        fr: "{organization} a décidé de ne pas donner suite à votre candidature au poste « {job} ». La date n’est pas enregistrée.",
        es: "{organization} decidió no continuar con su candidatura al puesto «{job}». La fecha no consta."
    }
    DecidedBy {
        en: "The decision was made by {who}. The program that computes scores makes no decisions, and changes no application by itself.",
        de: "Die Entscheidung hat {who} getroffen. Das Programm, das Punktzahlen berechnet, trifft keine Entscheidungen und ändert keine Bewerbung von selbst.",
        fr: "La décision a été prise par {who}. Le programme qui calcule les notes ne prend aucune décision et ne modifie aucune candidature de lui-même.",
        es: "La decisión la tomó {who}. El programa que calcula las puntuaciones no toma decisiones ni cambia ninguna candidatura por sí mismo."
    }
    DecidedByOperator {
        en: "An administrator of {organization} recorded the decision. The program that computes scores makes no decisions, and changes no application by itself.",
        de: "Die Entscheidung wurde von der Verwaltung von {organization} eingetragen. Das Programm, das Punktzahlen berechnet, trifft keine Entscheidungen und ändert keine Bewerbung von selbst.",
        fr: "La décision a été enregistrée par l’administration de {organization}. Le programme qui calcule les notes ne prend aucune décision et ne modifie aucune candidature de lui-même.",
        es: "La decisión la registró la administración de {organization}. El programa que calcula las puntuaciones no toma decisiones ni cambia ninguna candidatura por sí mismo."
    }
    Reason {
        en: "The stated reason: “{reason}”",
        de: "Der angegebene Grund: „{reason}“",
        fr: "Le motif indiqué : « {reason} »",
        es: "El motivo indicado: «{reason}»"
    }

    // How a score contributed.
    ScoreHeading {
        en: "How a score contributed",
        de: "Welche Rolle eine Punktzahl spielte",
        fr: "Le rôle d’une note calculée",
        es: "Qué papel tuvo una puntuación"
    }
    Score {
        en: "A program compared your resume with the requirements of the position. It computed a score of {score} out of 100. Applications are ordered by score, so that those with the highest scores are read first.",
        de: "Ein Programm hat Ihren Lebenslauf mit den Anforderungen der Stelle verglichen. Es hat {score} von 100 Punkten berechnet. Bewerbungen werden nach der Punktzahl geordnet, damit diejenigen mit den höchsten Punktzahlen zuerst gelesen werden.",
        fr: "Un programme a comparé votre CV avec les exigences du poste. Il a calculé une note de {score} sur 100. Les candidatures sont classées selon leur note, pour que celles qui ont les notes les plus élevées soient lues en premier.",
        es: "Un programa comparó su currículum con los requisitos del puesto. Calculó una puntuación de {score} sobre 100. Las candidaturas se ordenan por puntuación, de modo que las que tienen las puntuaciones más altas se leen primero."
    }
    ScoreSum {
        en: "The score is the sum of the points for the criteria below. {organization} chose the weight of each criterion. The program measured in the text of your resume how far each criterion is met. Other applications do not change your score.",
        de: "Die Punktzahl ist die Summe der Punkte für die folgenden Kriterien. Das Gewicht jedes Kriteriums hat {organization} festgelegt. Wie weit jedes Kriterium erfüllt ist, hat das Programm im Text Ihres Lebenslaufs gemessen. Andere Bewerbungen ändern Ihre Punktzahl nicht.",
        fr: "La note est la somme des points obtenus pour les critères ci-dessous. {organization} a choisi le poids de chaque critère. Le programme a mesuré dans le texte de votre CV dans quelle mesure chaque critère est rempli. Les autres candidatures ne changent pas votre note.",
        es: "La puntuación es la suma de los puntos de los criterios siguientes. {organization} eligió el peso de cada criterio. El programa midió en el texto de su currículum en qué medida se cumple cada criterio. Las demás candidaturas no cambian su puntuación."
    }
    ScoreModel {
        en: "The language model {model} also read your resume. It can raise or lower how far a criterion is met by 25 percentage points at most, and only for words that it quotes from your resume.",
        de: "Auch das Sprachmodell {model} hat Ihren Lebenslauf gelesen. Es kann den Grad, zu dem ein Kriterium erfüllt ist, um höchstens 25 Prozentpunkte ändern, und nur aufgrund von Wörtern, die es aus Ihrem Lebenslauf zitiert.",
        fr: "Le modèle de langage {model} a également lu votre CV. Il peut modifier le degré auquel un critère est rempli de 25 points de pourcentage au plus, et seulement en raison de mots qu’il cite de votre CV.",
        es: "El modelo de lenguaje {model} también leyó su currículum. Puede cambiar en 25 puntos porcentuales como máximo el grado en que se cumple un criterio, y solo por palabras que cita de su currículum."
    }
    ScoreVersion {
        en: "Version of the program: {version}. As of: {date}. Reference: {digest}.",
        de: "Version des Programms: {version}. Stand: {date}. Referenz: {digest}.",
        fr: "Version du programme : {version}. Situation au {date}. Référence : {digest}.",
        es: "Versión del programa: {version}. Fecha de referencia: {date}. Código: {digest}."
    }
    NoScore {
        en: "No score was computed for your application.",
        de: "Für Ihre Bewerbung wurde keine Punktzahl berechnet.",
        fr: "Aucune note n’a été calculée pour votre candidature.",
        es: "No se calculó ninguna puntuación para su candidatura."
    }

    // The criteria.
    CriteriaHeading {
        en: "The criteria",
        de: "Die Kriterien",
        fr: "Les critères",
        es: "Los criterios"
    }
    CriterionPoints {
        en: "Points: {points} of {most} (weight {weight}%, {value}% met)",
        de: "Punkte: {points} von {most} (Gewicht {weight} %, zu {value} % erfüllt)",
        fr: "Points : {points} sur {most} (poids {weight} %, rempli à {value} %)",
        es: "Puntos: {points} de {most} (peso {weight} %, cumplido al {value} %)"
    }
    FoundHeading {
        en: "Found in your resume",
        de: "In Ihrem Lebenslauf gefunden",
        fr: "Trouvé dans votre CV",
        es: "Encontrado en su currículum"
    }
    GapsHeading {
        en: "Not found, or only in part",
        de: "Nicht oder nur teilweise gefunden",
        fr: "Non trouvé, ou seulement en partie",
        es: "No encontrado, o solo en parte"
    }
    NothingFound {
        en: "Your resume says nothing about this criterion.",
        de: "Ihr Lebenslauf enthält nichts zu diesem Kriterium.",
        fr: "Votre CV ne contient rien sur ce critère.",
        es: "Su currículum no contiene nada sobre este criterio."
    }
    Gain {
        en: "would have raised the score by at least {points}",
        de: "hätte die Punktzahl um mindestens {points} erhöht",
        fr: "aurait augmenté la note d’au moins {points}",
        es: "habría aumentado la puntuación en al menos {points}"
    }
    Page {
        en: "page {page}",
        de: "Seite {page}",
        fr: "page {page}",
        es: "página {page}"
    }

    // What was not used.
    NotUsedHeading {
        en: "What was not used",
        de: "Was nicht verwendet wurde",
        fr: "Ce qui n’a pas été utilisé",
        es: "Qué no se ha utilizado"
    }
    NotUsedIntro {
        en: "The program that computes the score does not see:",
        de: "Das Programm, das die Punktzahl berechnet, sieht Folgendes nicht:",
        fr: "Le programme qui calcule la note ne voit pas :",
        es: "El programa que calcula la puntuación no ve:"
    }
    NotUsedContact {
        en: "your name, your address and your other contact data",
        de: "Ihren Namen, Ihre Anschrift und Ihre übrigen Kontaktdaten",
        fr: "votre nom, votre adresse et vos autres coordonnées",
        es: "su nombre, su dirección y sus demás datos de contacto"
    }
    NotUsedTraits {
        en: "personal details such as sex, age, nationality, family status, and photographs",
        de: "persönliche Angaben wie Geschlecht, Alter, Staatsangehörigkeit, Familienstand und Fotos",
        fr: "les informations personnelles telles que le sexe, l’âge, la nationalité, la situation familiale et les photos",
        es: "datos personales como el sexo, la edad, la nacionalidad, el estado civil y las fotografías"
    }
    NotUsedSchools {
        en: "the names of schools, and the years of graduation",
        de: "die Namen von Schulen und Hochschulen sowie Abschlussjahre",
        fr: "les noms des établissements scolaires et les années d’obtention des diplômes",
        es: "los nombres de los centros de estudios y los años de graduación"
    }
    NotUsedAnswers {
        en: "what you said about yourself for statistics on equal treatment",
        de: "Ihre freiwilligen Angaben für Statistiken zur Gleichbehandlung",
        fr: "ce que vous avez déclaré sur vous-même pour les statistiques sur l’égalité de traitement",
        es: "la información voluntaria que usted facilitó para las estadísticas de igualdad de trato"
    }
    NotUsedOthers {
        en: "other applications, notes, interviews and reviews",
        de: "andere Bewerbungen, Notizen, Vorstellungsgespräche und Bewertungen",
        fr: "les autres candidatures, les notes internes, les entretiens et les évaluations",
        es: "otras candidaturas, notas, entrevistas y valoraciones"
    }
    NotUsedHidden {
        en: "text that people cannot see in the file, instructions for machines, and long lists of keywords",
        de: "Text, den Menschen in der Datei nicht sehen, Anweisungen an Maschinen und lange Stichwortlisten",
        fr: "le texte que l’on ne voit pas dans le fichier, les instructions destinées aux machines et les longues listes de mots-clés",
        es: "el texto que no se ve en el archivo, las instrucciones para máquinas y las listas largas de palabras clave"
    }
    HiddenFound {
        en: "Passages with hidden text, instructions or lists of keywords in your file: {count}. They counted neither for nor against you.",
        de: "Stellen mit verborgenem Text, Anweisungen oder Stichwortlisten in Ihrer Datei: {count}. Sie zählten weder für noch gegen Sie.",
        fr: "Passages avec du texte caché, des instructions ou des listes de mots-clés dans votre fichier : {count}. Ils n’ont compté ni pour ni contre vous.",
        es: "Pasajes con texto oculto, instrucciones o listas de palabras clave en su archivo: {count}. No contaron ni a favor ni en contra de usted."
    }

    // What would have changed the result.
    ChangeHeading {
        en: "What would have changed the order of applications",
        de: "Was die Reihenfolge der Bewerbungen geändert hätte",
        fr: "Ce qui aurait changé le classement",
        es: "Qué habría cambiado el orden de las candidaturas"
    }
    ChangeSets {
        en: "Any one of these changes would have lifted your score above the lowest score of those who were taken forward:",
        de: "Jede einzelne dieser Änderungen hätte Ihre Punktzahl über die niedrigste Punktzahl derer gehoben, die weiterkamen:",
        fr: "Chacun de ces changements, à lui seul, aurait porté votre note au-dessus de la note la plus basse des personnes retenues pour la suite :",
        es: "Cualquiera de estos cambios, por sí solo, habría situado su puntuación por encima de la más baja de quienes siguieron en el proceso:"
    }
    ChangeSet {
        en: "{requirements} (your score: at least {score})",
        de: "{requirements} (Ihre Punktzahl: mindestens {score})",
        fr: "{requirements} (votre note : au moins {score})",
        es: "{requirements} (su puntuación: al menos {score})"
    }
    ChangeMore {
        en: "There are further ways. Those with the fewest changes are listed.",
        de: "Es gibt weitere Möglichkeiten. Aufgeführt sind diejenigen mit den wenigsten Änderungen.",
        fr: "Il existe d’autres possibilités. Celles qui demandent le moins de changements sont indiquées.",
        es: "Hay otras posibilidades. Se indican las que requieren menos cambios."
    }
    ChangeChecked {
        en: "The program computed the score again for each of these changes. It assumed that a skill is used in the present position. This says what the score would have been, not what people would have decided.",
        de: "Das Programm hat die Punktzahl für jede dieser Änderungen neu berechnet. Dabei hat es angenommen, dass eine Kenntnis in der jetzigen Stelle angewendet wird. Das sagt, wie hoch die Punktzahl gewesen wäre, nicht, wie Menschen entschieden hätten.",
        fr: "Le programme a recalculé la note pour chacun de ces changements, en supposant qu’une compétence est utilisée dans l’emploi actuel. Cela indique quelle aurait été la note, et non ce que des personnes auraient décidé.",
        es: "El programa volvió a calcular la puntuación para cada uno de estos cambios, suponiendo que un conocimiento se utiliza en el puesto actual. Esto indica cuál habría sido la puntuación, no lo que las personas habrían decidido."
    }
    ChangeAbove {
        en: "Your score was above the lowest score of those who were taken forward. So the order by score does not explain the decision.",
        de: "Ihre Punktzahl lag über der niedrigsten Punktzahl derer, die weiterkamen. Die Reihenfolge nach Punktzahl erklärt die Entscheidung also nicht.",
        fr: "Votre note était supérieure à la note la plus basse des personnes retenues pour la suite. Le classement par note n’explique donc pas la décision.",
        es: "Su puntuación superaba la más baja de quienes siguieron en el proceso. Por tanto, el orden por puntuación no explica la decisión."
    }
    ChangeOutOfReach {
        en: "Even if your resume had met all of the requirements above, your score ({score}) would not have been above the lowest score of those who were taken forward.",
        de: "Auch wenn Ihr Lebenslauf alle oben genannten Anforderungen erfüllt hätte, hätte Ihre Punktzahl ({score}) nicht über der niedrigsten Punktzahl derer gelegen, die weiterkamen.",
        fr: "Même si votre CV avait satisfait à toutes les exigences ci-dessus, votre note ({score}) n’aurait pas dépassé la note la plus basse des personnes retenues pour la suite.",
        es: "Aunque su currículum hubiera cumplido todos los requisitos anteriores, su puntuación ({score}) no habría superado la más baja de quienes siguieron en el proceso."
    }
    ChangeNobody {
        en: "Nobody else has been taken forward for this position, so there is no score to compare with.",
        de: "Für diese Stelle ist niemand sonst weitergekommen, daher gibt es keine Punktzahl zum Vergleichen.",
        fr: "Personne d’autre n’a été retenu pour la suite à ce poste ; il n’y a donc pas de note à comparer.",
        es: "Nadie más ha seguido en el proceso para este puesto, por lo que no hay puntuación con la que comparar."
    }
    ChangeUnknown {
        en: "An earlier version of the program computed this score, so this cannot be computed. Ask for a new score to get the answer.",
        de: "Eine frühere Version des Programms hat diese Punktzahl berechnet, daher lässt sich dies nicht berechnen. Bitten Sie um eine neue Punktzahl, um die Antwort zu erhalten.",
        fr: "Une version antérieure du programme a calculé cette note ; la réponse ne peut donc pas être calculée. Demandez une nouvelle note pour l’obtenir.",
        es: "Una versión anterior del programa calculó esta puntuación, por lo que la respuesta no se puede calcular. Pida una nueva puntuación para obtenerla."
    }

    // Rights.
    RightsHeading {
        en: "What you can do",
        de: "Was Sie tun können",
        fr: "Ce que vous pouvez faire",
        es: "Qué puede hacer"
    }
    Access {
        en: "Ask for a copy of everything that is stored about you.",
        de: "Verlangen Sie eine Kopie von allem, was über Sie gespeichert ist.",
        fr: "Demandez une copie de tout ce qui est enregistré à votre sujet.",
        es: "Pida una copia de todo lo que está almacenado sobre usted."
    }
    Correct {
        en: "If a date, an employer or anything else was read wrongly, say so. Your correction is stored next to what the program read, and your application is scored again.",
        de: "Wenn ein Datum, ein Arbeitgeber oder etwas anderes falsch gelesen wurde, teilen Sie es mit. Ihre Berichtigung wird neben dem gespeichert, was das Programm gelesen hat, und die Punktzahl wird neu berechnet.",
        fr: "Si une date, un employeur ou autre chose a été mal lu, dites-le. Votre rectification est enregistrée à côté de ce que le programme a lu, et la note est recalculée.",
        es: "Si una fecha, una empresa u otro dato se leyó mal, indíquelo. Su corrección se guarda junto a lo que leyó el programa, y la puntuación se vuelve a calcular."
    }
    Contest {
        en: "Contest the decision, and ask for a person to review it.",
        de: "Fechten Sie die Entscheidung an, und verlangen Sie, dass ein Mensch sie überprüft.",
        fr: "Contestez la décision, et demandez qu’une personne la réexamine.",
        es: "Impugne la decisión y pida que una persona la revise."
    }
    Contact {
        en: "Contact: {contact}",
        de: "Kontakt: {contact}",
        fr: "Contact : {contact}",
        es: "Contacto: {contact}"
    }
    NoContact {
        en: "Contact: reply to the message with which you received this page.",
        de: "Kontakt: Antworten Sie auf die Nachricht, mit der Sie diese Seite erhalten haben.",
        fr: "Contact : répondez au message avec lequel vous avez reçu cette page.",
        es: "Contacto: responda al mensaje con el que recibió esta página."
    }
    Created {
        en: "{organization} created this page on {date}. It contains no data about other candidates.",
        de: "{organization} hat diese Seite am {date} erstellt. Sie enthält keine Daten über andere Bewerberinnen und Bewerber.",
        fr: "{organization} a créé cette page le {date}. Elle ne contient aucune donnée sur d’autres candidats.",
        es: "{organization} creó esta página el {date}. No contiene datos sobre otros candidatos."
    }

    // Names of criteria.
    Skills { en: "Skills", de: "Kenntnisse", fr: "Compétences", es: "Conocimientos" }
    Experience { en: "Work experience", de: "Berufserfahrung", fr: "Expérience professionnelle", es: "Experiencia laboral" }
    Education { en: "Education", de: "Ausbildung", fr: "Formation", es: "Formación" }
    Languages { en: "Languages", de: "Sprachen", fr: "Langues", es: "Idiomas" }
    Certificates { en: "Certificates", de: "Zertifikate", fr: "Certifications", es: "Certificados" }

    // Lines of the receipt.
    Stated { en: "{length} of experience, as your resume states", de: "{length} Erfahrung laut Ihrem Lebenslauf", fr: "{length} d’expérience selon votre CV", es: "{length} de experiencia según su currículum" }
    ReplacesDegree { en: "in place of a degree: {experience}", de: "anstelle eines Abschlusses: {experience}", fr: "à la place d’un diplôme : {experience}", es: "en lugar de un título: {experience}" }
    Length { en: "{length} of relevant work experience", de: "{length} einschlägige Berufserfahrung", fr: "{length} d’expérience professionnelle pertinente", es: "{length} de experiencia laboral pertinente" }
    RelevantPeriod { en: "{from} to {to} ({length}, {percent} % relevant to the job)", de: "{from} bis {to} ({length}, zu {percent} % einschlägig)", fr: "de {from} à {to} ({length}, pertinence {percent} %)", es: "de {from} a {to} ({length}, pertinencia {percent} %)" }
    WithoutDates { en: "a position without dates ({percent} % relevant to the job)", de: "eine Stelle ohne Daten (zu {percent} % einschlägig)", fr: "un emploi sans dates (pertinence {percent} %)", es: "un puesto sin fechas (pertinencia {percent} %)" }
    CurrentPosition { en: "a current position as {name}", de: "eine aktuelle Stelle als {name}", fr: "un emploi actuel : {name}", es: "un puesto actual: {name}" }
    AlikePosition { en: "a current position as {name} ({percent} % alike)", de: "eine aktuelle Stelle als {name} (zu {percent} % ähnlich)", fr: "un emploi actuel : {name} (ressemblance {percent} %)", es: "un puesto actual: {name} (semejanza {percent} %)" }
    PostingPhrase { en: "phrase of the job posting: “{name}”", de: "Wendung der Stellenanzeige: „{name}“", fr: "expression de l’offre d’emploi : « {name} »", es: "expresión de la oferta de empleo: «{name}»" }
    UsedAtWork { en: "{name} (used in a position)", de: "{name} (im Beruf angewendet)", fr: "{name} (utilisation dans un emploi)", es: "{name} (uso en un puesto de trabajo)" }
    AllUsedAtWork { en: "used in a position: {names}", de: "im Beruf angewendet: {names}", fr: "utilisation dans un emploi : {names}", es: "uso en un puesto de trabajo: {names}" }
    PostingWords { en: "similar wording: {names}", de: "ähnlicher Wortlaut: {names}", fr: "formulation semblable : {names}", es: "redacción similar: {names}" }
    NamesAndMore { en: "{names} and {count} more", de: "{names} und {count} weitere", fr: "{names} et {count} autres", es: "{names} y {count} más" }
    Quoted { en: "{label}: “{quote}”", de: "{label}: „{quote}“", fr: "{label} : « {quote} »", es: "{label}: «{quote}»" }
    MailIsCut {
        en: "This is not the whole explanation, because it is too long for an e-mail. You can ask for all of it.",
        de: "Das ist nicht die ganze Erklärung, weil sie für eine E-Mail zu lang ist. Sie können die ganze anfordern.",
        fr: "Ceci n’est pas toute l’explication, car elle est trop longue pour un e-mail. Vous pouvez la demander en entier.",
        es: "Esta no es toda la explicación, porque es demasiado larga para un correo electrónico. Puede pedirla completa."
    }
    YearsOf { en: "{length} with {name}", de: "{length} mit {name}", fr: "{length} avec {name}", es: "{length} con {name}" }
    YearsShown { en: "{length} with {name} ({shown} found)", de: "{length} mit {name} ({shown} gefunden)", fr: "{length} avec {name} ({shown} trouvés)", es: "{length} con {name} ({shown} encontrados)" }
    AnyDegree { en: "a degree", de: "ein Abschluss", fr: "un diplôme", es: "un título" }
    DegreeInPart { en: "{wanted} (found: {found})", de: "{wanted} (gefunden: {found})", fr: "{wanted} (trouvé : {found})", es: "{wanted} (encontrado: {found})" }
    Field { en: "field of study: {name}", de: "Fachrichtung: {name}", fr: "domaine d’études : {name}", es: "especialidad: {name}" }
    Implied { en: "{name} (from {by})", de: "{name} (aus {by})", fr: "{name} (d’après {by})", es: "{name} (a partir de {by})" }
    Spelled { en: "{name} (as “{written}”)", de: "{name} (als „{written}“)", fr: "{name} (écrit « {written} »)", es: "{name} (como «{written}»)" }
    OnlyListed { en: "{name}, only in a list of skills", de: "{name}, nur in einer Liste von Kenntnissen", fr: "{name}, seulement dans une liste de compétences", es: "{name}, solo en una lista de competencias" }
    RaisedByModel { en: "raised by the language model {model}", de: "erhöht durch das Sprachmodell {model}", fr: "augmenté par le modèle de langage {model}", es: "aumentado por el modelo de lenguaje {model}" }
    LoweredByModel { en: "lowered by the language model {model}", de: "gesenkt durch das Sprachmodell {model}", fr: "diminué par le modèle de langage {model}", es: "reducido por el modelo de lenguaje {model}" }
    Or { en: "{first} or {second}", de: "{first} oder {second}", fr: "{first} ou {second}", es: "{first} o {second}" }
    And { en: "{first} and {second}", de: "{first} und {second}", fr: "{first} et {second}", es: "{first} y {second}" }
    ShownAtLevel { en: "{name} (found: “{level}”)", de: "{name} (gefunden: „{level}“)", fr: "{name} (trouvé : « {level} »)", es: "{name} (encontrado: «{level}»)" }
    AtLevel { en: "{name} (level: “{level}”)", de: "{name} (Niveau: „{level}“)", fr: "{name} (niveau : « {level} »)", es: "{name} (nivel: «{level}»)" }

    // Levels of education.
    School { en: "secondary school", de: "Schulabschluss", fr: "diplôme de fin d’études secondaires", es: "educación secundaria" }
    Vocational { en: "vocational training or a diploma", de: "Berufsausbildung", fr: "formation professionnelle", es: "formación profesional" }
    Associate { en: "associate degree", de: "zweijähriger Hochschulabschluss", fr: "diplôme de niveau bac + 2", es: "título superior de dos años" }
    Bachelor { en: "bachelor’s degree", de: "Bachelorabschluss", fr: "licence ou diplôme équivalent", es: "grado universitario" }
    Master { en: "master’s degree", de: "Masterabschluss", fr: "master ou diplôme équivalent", es: "máster universitario" }
    Professional { en: "professional degree", de: "Staatsexamen oder vergleichbarer Abschluss", fr: "diplôme professionnel de troisième cycle", es: "título profesional superior" }
    Doctorate { en: "doctorate", de: "Promotion", fr: "doctorat", es: "doctorado" }

    // Lengths of time.
    OneYear { en: "1 year", de: "1 Jahr", fr: "1 an", es: "1 año" }
    Years { en: "{count} years", de: "{count} Jahre", fr: "{count} ans", es: "{count} años" }
    OneMonth { en: "1 month", de: "1 Monat", fr: "1 mois", es: "1 mes" }
    Months { en: "{count} months", de: "{count} Monate", fr: "{count} mois", es: "{count} meses" }
}
