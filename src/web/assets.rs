//! The page's own files: a fixed list, part of the program. No name from a request goes further than this table.

use super::refusal::Refusal;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

/// One file.
struct Asset {
    name: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

macro_rules! assets {
    ($($name:literal: $kind:literal,)*) => {
        &[$(Asset { name: $name, kind: $kind, bytes: include_bytes!(concat!("assets/", $name)) }),*]
    };
}

/// All files. `index.html` is the page itself.
const TABLE: &[Asset] = assets! {
    "index.html": "text/html; charset=utf-8",
    "app.js": "text/javascript; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
};

/// The file of a name.
pub fn find(name: &str) -> Response {
    match TABLE.iter().find(|asset| asset.name == name) {
        Some(asset) => ([(header::CONTENT_TYPE, asset.kind)], asset.bytes).into_response(),
        None => Refusal::new(StatusCode::NOT_FOUND, "there is no such file").into_response(),
    }
}
