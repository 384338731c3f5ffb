//! Problems of the settings of identity providers.

use crate::ProviderProblem;

/// Returns what is wrong with a setting.
pub(super) fn provider(problem: &ProviderProblem) -> String {
    use ProviderProblem as P;
    let fixed = match problem {
        P::GroupTwice(group) => {
            return format!("give the group {group:?} two roles; leave one of them");
        }
        P::NoMember(id) => return format!("no such user in this organization: {id}"),
        P::CheckSays(text) => return format!("cannot be used: {text}"),
        P::NotDomain => "must be domains of e-mail addresses, such as example.org",
        P::NoDomain => "must name at least one domain of e-mail addresses, such as example.org",
        P::NotHttps => "must begin with https://; copy the issuer exactly as the provider shows it",
        P::NoEmergencyAdmin => {
            "must name an Admin who may sign in with a password if the provider fails"
        }
        P::TypeAgain => {
            "must be sent again, because the issuer or the client has changed; the stored secret is only for the earlier one"
        }
        P::NotEmergencyAdmin => "must be an active Admin of this organization who has a password",
    };
    fixed.to_owned()
}
