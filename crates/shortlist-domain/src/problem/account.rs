//! What can be wrong with passwords and permissions.

super::problems! {
    /// Why a password, a code or a permission is refused. Nothing here contains a password or a code.
    AccountProblem {
        /// The new password is too easy to guess.
        PasswordTooEasy = "tooEasyToGuess",
        /// It is not the user's password.
        WrongPassword = "wrongPassword",
        /// The password was wrong so often that the user has to wait for this number of seconds.
        WrongPasswordTooOften(i64) = "wrongPasswordTooOften",
        /// It is no code that the user's app shows now, no recovery code, or was used before.
        WrongCode = "wrongCode",
        /// Codes were wrong so often that the user has to wait for this number of seconds.
        WrongCodeTooOften(i64) = "wrongCodeTooOften",
        /// It is no passkey of the user, its answer is invalid or was used before, or the user took too long.
        WrongPasskey = "wrongPasskey",
        /// An integration user gets no password.
        PasswordOfIntegration = "integrationWithoutPassword",
        /// The caller is an integration user, which has no password.
        CallerIsIntegration = "integrationWithoutPassword",
        /// It is no secret that can be sent to a server.
        NotSecret = "notVisibleAscii",
        /// A key with this permission has no other one.
        NotOnlyPermission(&'static str) = "notOnlyPermission",
    }
}
