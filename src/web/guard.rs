//! Who may ask: every request passes here first, and every answer leaves with the same headers.
//!
//! The name in `Host` must be ours: a name that was bound to our address by somebody else is not, and such a request has
//! no `Origin` that would tell. Everything but the page's own files needs the token. There is no CORS: no answer ever
//! allows another origin to read it.

use super::MOST_BODY;
use super::refusal::Refusal;
use super::routes::Site;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Duration;

/// The header that carries the token.
const TOKEN: &str = "x-quandary-token";
/// How long a body may take to arrive.
const BODY_SECONDS: Duration = Duration::from_secs(10);
/// What the page may load: its own files, pictures from its own memory, and nothing written into the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The headers of every answer, but where a file has one of its own. Nothing is kept: a page of yesterday's program would speak to today's.
const HEADERS: &[(&str, &str)] = &[
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cache-control", "no-store"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Lets a request through or not.
pub async fn guarded(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let mut response = match admitted(&site, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    }
    response
}

fn admitted(site: &Site, request: &Request) -> Result<(), Refusal> {
    let headers = request.headers();
    let host = only(headers, header::HOST.as_str()).ok_or_else(|| Refusal::forbidden("one `Host` is expected"))?;
    let authority = request.uri().authority().map_or(host, |authority| authority.as_str().as_bytes());
    if !site.is_host(host) || !site.is_host(authority) {
        return Err(Refusal::forbidden("this `Host` is not ours: use the link that `quandary serve` printed"));
    }
    let origin = |value: &HeaderValue| value.as_bytes().strip_prefix(b"http://").is_some_and(|name| site.is_host(name));
    if !headers.get_all(header::ORIGIN).iter().all(origin) {
        return Err(Refusal::forbidden("this `Origin` is not ours"));
    }
    let is_own_file = request.uri().path() == "/" || request.uri().path().starts_with("/assets/");
    match is_own_file || only(headers, TOKEN).is_some_and(|claim| site.token.is(claim)) {
        true => Ok(()),
        false => Err(Refusal::new(StatusCode::UNAUTHORIZED, "the token of the link is expected in X-Quandary-Token")),
    }
}

/// The value of a header that is there once.
fn only<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a [u8]> {
    let mut all = headers.get_all(name).iter();
    all.next().filter(|_| all.next().is_none()).map(HeaderValue::as_bytes)
}

/// The body of a request that must be JSON, within size and time.
pub async fn body(request: Request) -> Result<Bytes, Refusal> {
    let headers = request.headers();
    let kind = only(headers, header::CONTENT_TYPE.as_str()).unwrap_or_default().to_ascii_lowercase();
    let is_json = [&b"application/json"[..], b"application/json; charset=utf-8", b"application/json;charset=utf-8"];
    if !is_json.contains(&&kind[..]) || headers.contains_key(header::CONTENT_ENCODING) {
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "expected plain application/json"));
    }
    let too_large = || Refusal::too_large(format!("the request is larger than {MOST_BODY} bytes"));
    let length = only(headers, header::CONTENT_LENGTH.as_str()).and_then(|text| std::str::from_utf8(text).ok());
    if length.and_then(|text| text.parse::<u64>().ok()).is_some_and(|length| length > MOST_BODY as u64) {
        return Err(too_large());
    }
    match tokio::time::timeout(BODY_SECONDS, to_bytes(request.into_body(), MOST_BODY)).await {
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive")),
        // What breaks while it arrives is never answered, so what can be told is that it was too long.
        Ok(read) => read.map_err(|_| too_large()),
    }
}
