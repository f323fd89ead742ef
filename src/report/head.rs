//! What a page that stands alone begins with: nothing is fetched, whatever it says, and it has the colours of the look.

use crate::look::{self, escape};

/// Everything up to the body.
pub(super) fn head(title: &str, style: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; img-src data:\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <title>{} - Quandary</title>\n<style>\n{}{style}</style>\n</head>\n",
        escape(title),
        look::variables(":root", look::TABLE.iter()),
    )
}
