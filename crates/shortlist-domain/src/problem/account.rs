//! What can be wrong with passwords and permissions.

super::problems! {
    /// Why a password or a permission is refused. Nothing here contains a password.
    AccountProblem {
        /// The new password is too easy to guess.
        PasswordTooEasy = "tooEasyToGuess",
        /// It is not the user's password.
        WrongPassword = "wrongPassword",
        /// The password was wrong so often that the user has to wait for this number of seconds.
        WrongPasswordTooOften(i64) = "wrongPasswordTooOften",
        /// An integration user gets no password.
        PasswordOfIntegration = "integrationWithoutPassword",
        /// The caller is an integration user, which has no password.
        CallerIsIntegration = "integrationWithoutPassword",
        /// A key with this permission has no other one.
        NotOnlyPermission(&'static str) = "notOnlyPermission",
    }
}
