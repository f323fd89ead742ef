//! The page, open in a real browser.

#[path = "devtools.rs"]
pub mod devtools;
#[path = "served.rs"]
pub mod served;

use crate::common::has_tool;
use devtools::Browser;
use served::Served;

/// A server and a browser at its link; nothing without a browser.
pub fn opened() -> Option<(Served, Browser)> {
    let server = has_tool("chromium").then(|| Served::start(&[]))?;
    let mut browser = Browser::start();
    browser.open(&server.link);
    browser.wait("document.querySelector('.card')");
    Some((server, browser))
}
