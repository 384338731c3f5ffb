//! Verification of Signature Version 4 (AWS General Reference, "Create a signed AWS API request").

use actix_web::HttpRequest;
use data_encoding::HEXLOWER;
use ring::digest::{SHA256, digest};
use ring::hmac::{HMAC_SHA256, Key, sign};

/// The access key of the only client.
pub(crate) const ACCESS_KEY: &str = "shortlist-key";
/// The client's secret.
pub(crate) const SECRET: &str = "s3cret-of-the-store";
/// The region of the signatures.
pub(crate) const REGION: &str = "eu-test-1";

pub(crate) fn hex(bytes: impl AsRef<[u8]>) -> String {
    HEXLOWER.encode(bytes.as_ref())
}

pub(crate) fn sha256(bytes: &[u8]) -> Vec<u8> {
    digest(&SHA256, bytes).as_ref().to_vec()
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    let key = Key::new(HMAC_SHA256, key);
    sign(&key, text.as_bytes()).as_ref().to_vec()
}

pub(crate) fn header<'a>(request: &'a HttpRequest, name: &str) -> &'a str {
    let value = request.headers().get(name);
    value.map_or("", |value| value.to_str().unwrap())
}

/// Returns the query in canonical form: sorted, each name with a `=`.
fn query(request: &HttpRequest) -> String {
    let given = request
        .query_string()
        .split('&')
        .filter(|part| !part.is_empty());
    let with_sign = |part: &str| {
        if part.contains('=') {
            part.to_owned()
        } else {
            format!("{part}=")
        }
    };
    let mut parts: Vec<String> = given.map(with_sign).collect();
    parts.sort();
    parts.join("&")
}

/// Returns whether a request is signed with the secret. The signature covers method, path, query, signed headers and
/// body.
pub(crate) fn is_signed(request: &HttpRequest, body: &[u8]) -> bool {
    let authorization = header(request, "authorization");
    let Some(fields) = authorization.strip_prefix("AWS4-HMAC-SHA256 ") else {
        return false;
    };
    let field = |name: &str| {
        let mut fields = fields.split(',').map(str::trim);
        fields.find_map(|field| field.strip_prefix(name)?.strip_prefix('='))
    };
    let (Some(credential), Some(names), Some(signature)) = (
        field("Credential"),
        field("SignedHeaders"),
        field("Signature"),
    ) else {
        return false;
    };
    let stated = header(request, "x-amz-content-sha256");
    let signs_all = ["host", "x-amz-content-sha256", "x-amz-date"]
        .iter()
        .all(|name| names.split(';').any(|signed| signed == *name));
    if stated != hex(sha256(body)) || !signs_all {
        return false;
    }
    let headers: String = names
        .split(';')
        .map(|name| format!("{name}:{}\n", header(request, name).trim()))
        .collect();
    let canonical = format!(
        "{}\n{}\n{}\n{headers}\n{names}\n{stated}",
        request.method(),
        request.uri().path(),
        query(request)
    );
    let moment = header(request, "x-amz-date");
    let day = moment.get(..8).unwrap_or_default();
    let scope = format!("{day}/{REGION}/s3/aws4_request");
    let hash = hex(sha256(canonical.as_bytes()));
    let text = format!("AWS4-HMAC-SHA256\n{moment}\n{scope}\n{hash}");
    let key = [day, REGION, "s3", "aws4_request"]
        .iter()
        .fold(format!("AWS4{SECRET}").into_bytes(), |key, part| {
            mac(&key, part)
        });
    credential == format!("{ACCESS_KEY}/{scope}") && signature == hex(mac(&key, &text))
}
