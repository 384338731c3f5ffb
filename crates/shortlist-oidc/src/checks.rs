//! The names of the checks that a statement of a provider must pass. A failure names the check, and nothing of the statement.

/// It is no signed token of three parts.
pub const FORM: &str = "the form of the token";
/// It is encrypted, which is not supported.
pub const ENCRYPTION: &str = "the token is encrypted";
/// The algorithm is none, uses a shared secret, or is unknown.
pub const ALGORITHM: &str = "the algorithm of the signature";
/// The header says that it is another kind of token.
pub const TYPE: &str = "the type of the token (typ)";
/// The header demands what is not supported.
pub const CRITICAL: &str = "the critical parameters of the token (crit)";
/// The provider does not publish such a key for signatures.
pub const KEY: &str = "the key of the signature (kid)";
/// The key has not made this signature.
pub const SIGNATURE: &str = "the signature of the token";
/// Another provider made it.
pub const ISSUER: &str = "the issuer of the token (iss)";
/// It is not for this client.
pub const AUDIENCE: &str = "the audience of the token (aud)";
/// Another client asked for it.
pub const AUTHORIZED_PARTY: &str = "the authorized party of the token (azp)";
/// It has expired.
pub const EXPIRY: &str = "the expiry of the token (exp)";
/// It was issued in the future, or is too old for a logout token or a token without a sign-in.
pub const ISSUE_TIME: &str = "the time of issue of the token (iat)";
/// It is not valid yet.
pub const NOT_BEFORE: &str = "the beginning of the token's validity (nbf)";
/// It is for another sign-in.
pub const NONCE: &str = "the nonce of the token";
/// It was issued with another access token.
pub const ACCESS_TOKEN_HASH: &str = "the hash of the access token (at_hash)";
/// It names no user, or the details are those of another user.
pub const SUBJECT: &str = "the subject (sub)";
/// The provider does not accept the code for this sign-in.
pub const CODE: &str = "the code of the sign-in";
/// The provider sent no ID token.
pub const ID_TOKEN: &str = "the ID token is missing";
/// Another provider sent the browser back.
pub const RESPONSE_ISSUER: &str = "the issuer of the response (iss)";
/// A logout token does not say that a user has signed out, or an ID token says so.
pub const EVENTS: &str = "the events of the token";
/// A logout token names neither user nor session.
pub const LOGOUT_SUBJECT: &str = "the subject or the session of the logout token (sub, sid)";
/// A logout token has no identifier.
pub const TOKEN_ID: &str = "the identifier of the logout token (jti)";
