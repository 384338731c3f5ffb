//! What can be wrong with weights of criteria.

super::problems! {
    /// What is wrong with the weights of criteria.
    WeightProblem {
        /// This criterion occurs twice.
        CriterionTwice(String) = "repeated",
        /// All weights are 0.
        AllZero = "allZero",
        /// The name of a criterion is empty or longer than this.
        CriterionName(usize) = "lengthOutOfRange",
        /// The weight of this criterion is negative or not a number.
        NotWeight(String) = "tooSmall",
        /// This criterion is a protected trait, or stands for one.
        ProtectedTrait(String) = "protectedTrait",
    }
}

impl WeightProblem {
    pub(super) fn limit(&self) -> Option<usize> {
        match self {
            Self::CriterionName(most) => Some(*most),
            Self::NotWeight(_) => Some(0),
            _ => None,
        }
    }
}
