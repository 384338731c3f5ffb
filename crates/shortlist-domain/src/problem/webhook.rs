//! What can be wrong with the address of a webhook.

super::problems! {
    /// Why an address of a webhook is refused. Nothing here contains the address, which may have a password.
    WebhookProblem {
        /// It is not an address, as this message of the library for addresses explains.
        AddressLibrarySays(String) = "notAnAddress",
        /// It has no host.
        NoHost = "notAnAddress",
        /// It contains a user or a password.
        HasPassword = "addressWithPassword",
        /// It contains a fragment.
        HasFragment = "addressWithFragment",
        /// It is inside of a network that the operator does not allow.
        NotPublic = "notPublic",
        /// It does not begin with `https`.
        NotHttps = "notHttpsLink",
        /// This text of the operator's settings is not a network.
        NotNetwork(String) = "notANetwork",
    }
}
