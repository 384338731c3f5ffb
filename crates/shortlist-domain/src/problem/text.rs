//! What can be wrong with a text.

super::problems! {
    /// What is wrong with a text. Lengths are in characters.
    TextProblem {
        /// It is empty.
        Empty = "empty",
        /// One of the names is empty.
        EmptyName = "empty",
        /// A job's code is empty.
        EmptyJobCode = "empty",
        /// Nothing says why a hidden name is to be shown.
        NoReasonToReveal = "empty",
        /// Nothing says why data are to be erased.
        NoReasonToErase = "empty",
        /// Nothing says why a candidate is rejected, which the organization requires.
        NoReasonToReject = "empty",
        /// Nothing says why small categories are excluded from an audit.
        NoJustification = "empty",
        /// A part of a transcription has no speaker.
        NoSpeaker = "empty",
        /// The search of occupations has no words.
        NoOccupationSearch = "empty",
        /// It is longer than this.
        TooLong(usize) = "tooLong",
        /// It has more bytes than this.
        TooManyBytes(usize) = "tooLong",
        /// All fields of its form together have more bytes than this.
        FormTooLong(usize) = "tooLong",
        /// Its form has it twice.
        FieldRepeated = "repeated",
        /// Its form has more fields than this.
        TooManyFields(usize) = "tooMany",
        /// It is not UTF-8.
        NotUtf8 = "notUnicode",
        /// The address of a view is longer than browsers and servers take.
        ViewTooLong = "tooLong",
        /// It has more words than this.
        TooManyWords(usize) = "tooManyWords",
        /// It is too short or too long.
        LengthOutOfRange {
            /// The shortest length.
            least: usize,
            /// The longest length.
            most: usize,
        } = "lengthOutOfRange",
        /// It is empty, longer than this, or contains a NUL character.
        NotNote(usize) = "lengthOutOfRange",
        /// A tag is empty, longer than this, or contains a control character.
        NotTag(usize) = "lengthOutOfRange",
        /// It is empty, longer than this, or has more than one line.
        NotOneLine(usize) = "notOneLine",
        /// The name of a skill is empty, longer than this, or has more than one line.
        SkillNotOneLine(usize) = "notOneLine",
        /// It is longer than this, or contains a control character.
        NotPersonName(usize) = "notPersonName",
        /// It contains a NUL character, which databases do not store.
        NulCharacter = "nulCharacter",
        /// An identifier contains a character that none has.
        NotIdentifier = "forbiddenCharacter",
        /// It is empty, longer than this, or contains other characters than visible ones of ASCII.
        NotVisibleAscii(usize) = "notVisibleAscii",
        /// It is not the key of a custom field, which has at most so many characters.
        NotFieldKey(usize) = "notFieldKey",
        /// It is not the code of a candidate.
        NotCandidateCode = "notCandidateCode",
        /// It is not an e-mail address.
        NotEmailAddress = "notEmailAddress",
        /// It is not a telephone number.
        NotTelephoneNumber = "notTelephoneNumber",
        /// It is not an https address of at most this length.
        NotHttpsLink(usize) = "notHttpsLink",
        /// It is not the encoded query of an address, of at most this length.
        NotViewQuery(usize) = "notViewQuery",
        /// It is not the code of a currency.
        NotCurrency = "notCurrency",
        /// It is not the code of an occupation.
        NotOccupationCode = "notOccupationCode",
        /// It is not the name of a time zone.
        NotTimeZone = "notTimeZone",
        /// It is not the digest of a file.
        NotDigest = "notDigest",
        /// It names the person whose data are erased.
        IdentifiesPerson = "identifiesPerson",
    }
}

impl TextProblem {
    pub(super) fn limit(&self) -> Option<usize> {
        match self {
            Self::TooLong(most)
            | Self::TooManyBytes(most)
            | Self::FormTooLong(most)
            | Self::TooManyFields(most)
            | Self::TooManyWords(most)
            | Self::LengthOutOfRange { most, .. }
            | Self::NotNote(most)
            | Self::NotTag(most)
            | Self::NotOneLine(most)
            | Self::SkillNotOneLine(most)
            | Self::NotPersonName(most)
            | Self::NotVisibleAscii(most)
            | Self::NotFieldKey(most)
            | Self::NotHttpsLink(most)
            | Self::NotViewQuery(most) => Some(*most),
            _ => None,
        }
    }
}
