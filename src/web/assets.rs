//! The page's own files: a fixed list, part of the program. No name from a request goes further than this table.
//!
//! Reports and trees are pages of their own, with a script and a style written into them, which the page's policy forbids. They
//! are shown in `frame.html`: a document that belongs to no origin, reaches no network, knows no token, and is shown by our page
//! alone. It writes what it is sent, once.

use super::refusal::Refusal;
use crate::look;
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
    "frame.html": "text/html; charset=utf-8",
    "api.js": "text/javascript; charset=utf-8",
    "board.js": "text/javascript; charset=utf-8",
    "compare.js": "text/javascript; charset=utf-8",
    "cops.js": "text/javascript; charset=utf-8",
    "dom.js": "text/javascript; charset=utf-8",
    "frame.js": "text/javascript; charset=utf-8",
    "gallery.js": "text/javascript; charset=utf-8",
    "lightup.js": "text/javascript; charset=utf-8",
    "link.js": "text/javascript; charset=utf-8",
    "minesweeper.js": "text/javascript; charset=utf-8",
    "model.js": "text/javascript; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "panel.js": "text/javascript; charset=utf-8",
    "picture.js": "text/javascript; charset=utf-8",
    "play.js": "text/javascript; charset=utf-8",
    "play_minesweeper.js": "text/javascript; charset=utf-8",
    "play_omino.js": "text/javascript; charset=utf-8",
    "play_ricochet.js": "text/javascript; charset=utf-8",
    "puzzles.js": "text/javascript; charset=utf-8",
    "queens.js": "text/javascript; charset=utf-8",
    "ricochet.js": "text/javascript; charset=utf-8",
    "stage.js": "text/javascript; charset=utf-8",
    "text.js": "text/javascript; charset=utf-8",
    "tiles.js": "text/javascript; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
};

/// What the frame may do: run what is written into it, and nothing else.
const FRAME_POLICY: &str = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
    img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The file of a name. `look.css` is made of the program's own table of colours: the page and the pictures have them from one place.
pub fn find(name: &str) -> Response {
    if name == "look.css" {
        let colours = look::variables(":root", look::TABLE.iter());
        return ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], colours).into_response();
    }
    let Some(asset) = TABLE.iter().find(|asset| asset.name == name) else {
        return Refusal::new(StatusCode::NOT_FOUND, "there is no such file").into_response();
    };
    let file = ([(header::CONTENT_TYPE, asset.kind)], asset.bytes);
    match name {
        "frame.html" => {
            let own = [(header::CONTENT_SECURITY_POLICY, FRAME_POLICY), (header::X_FRAME_OPTIONS, "SAMEORIGIN")];
            (own, file).into_response()
        }
        _ => file.into_response(),
    }
}
