//! How everything looks: colours by what they say, and the frame that all drawings share.
//!
//! Boards, graphs, plots, the report and the terminal take their colours from [`TABLE`] and nowhere else. A style is
//! written with the names of roles, `fill:$page`; [`sheet`] puts in the colours, light and dark as the reader's screen is
//! or as the page says with `data-theme`.

mod colour;
mod frame;
mod place;
mod ring;
mod role;
mod style;

pub use colour::Colour;
pub use frame::{Entry, Frame, Squares, escape};
pub use place::{Point, Taken, arrow_head, distance};
pub use ring::{Around, Rings};
pub use role::{Role, TABLE, find};
pub use style::{painted, sheet, variables};

/// The font of all pictures.
pub const FONT: &str = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif";
