//! What can be wrong with the identity provider of an organization.

super::problems! {
    /// Why the settings of an identity provider are refused. Nothing here contains a secret.
    ProviderProblem {
        /// It is not the domain of e-mail addresses.
        NotDomain = "notADomain",
        /// There is no domain.
        NoDomain = "empty",
        /// The issuer does not begin with `https`.
        NotHttps = "notHttpsLink",
        /// The provider is enforced, and nobody could sign in without it.
        NoEmergencyAdmin = "noEmergencyAdmin",
        /// The user is no active Admin with a password.
        NotEmergencyAdmin = "notAnEmergencyAdmin",
        /// A group has two roles.
        GroupTwice(String) = "repeated",
        /// The secret was for another issuer or client.
        TypeAgain = "typeAgain",
        /// A member of a group is no user of the organization. This is the identifier.
        NoMember(String) = "notFound",
        /// The provider cannot be used, as this text explains.
        CheckSays(String) = "providerUnusable",
    }
}
