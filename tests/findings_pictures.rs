//! Pictures as a real browser shows them: named places have the colours of their roles, in both themes and side by side.

#[path = "common/browser.rs"]
mod browser;
mod common;

use browser::{Shot, is_near};
use common::{has_tool, quandary};
use quandary::look;
use quandary::puzzles::minesweeper::view::View;
use quandary::puzzles::minesweeper::{generate, read, svg};
use std::fmt::Write;

/// A drawing of the program.
struct Picture {
    name: &'static str,
    svg: String,
}

/// A place in a drawing and what it should say.
#[derive(Debug)]
struct Probe {
    x: f64,
    y: f64,
    role: String,
}

impl Picture {
    /// What a command draws.
    fn of(name: &'static str, args: &[&str]) -> Picture {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let file = dir.path().join("picture.svg").to_string_lossy().into_owned();
        let ran = quandary(&[args, &["--svg", &file]].concat());
        assert!([0, 10, 30].contains(&ran.code), "{args:?}: {}", ran.err);
        Picture { name, svg: std::fs::read_to_string(&file).expect("it was drawn") }
    }

    fn size(&self) -> (usize, usize) {
        let head = self.svg.lines().next().expect("a head");
        let number = |name: &str| attribute(head, name).expect("a size") as usize;
        (number("width"), number("height"))
    }

    /// Where the content begins: the first shift after the title.
    fn origin(&self) -> (f64, f64) {
        let after = self.svg.split("-title\"").nth(1).expect("a title");
        shift(after).expect("the content is shifted")
    }

    /// The places to look at, in pixels of the picture.
    fn probes(&self) -> Vec<Probe> {
        let content =
            self.svg.split("-title\"").nth(1).and_then(|rest| rest.split_once("<g transform")).expect("content").1;
        let content = content.split("-legend\"").next().expect("a first part");
        let mut probes = Vec::new();
        for line in content.lines() {
            let row = if line.starts_with("<g transform") { shift(line).unwrap_or((0.0, 0.0)) } else { (0.0, 0.0) };
            let is_small = line.contains("scale(");
            for tag in line.split('<').filter(|_| !is_small) {
                probes.extend(probe(tag, row));
            }
        }
        let (x, y) = self.origin();
        probes.iter_mut().for_each(|probe| (probe.x, probe.y) = (probe.x + x, probe.y + y));
        let (width, _) = self.size();
        probes.push(Probe { x: width as f64 / 2.0, y: 4.0, role: "page".into() });
        probes
    }
}

/// The number of an attribute.
fn attribute(tag: &str, name: &str) -> Option<f64> {
    tag.split(&format!(" {name}=\"")).nth(1)?.split('"').next()?.parse().ok()
}

/// The first `translate(x y)` of a text.
fn shift(text: &str) -> Option<(f64, f64)> {
    let (x, y) = text.split("translate(").nth(1)?.split(')').next()?.split_once(' ')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

/// What one element should look like, beside the words on it.
fn probe(tag: &str, (left, top): (f64, f64)) -> Option<Probe> {
    let class = tag.split("class=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("");
    let at = |x: f64, y: f64, role: &str| Some(Probe { x: left + x, y: top + y, role: role.to_string() });
    let x = attribute(tag, "x").unwrap_or(0.0);
    let centre = || Some((attribute(tag, "cx")?, attribute(tag, "cy")?));
    let number = |class: &str, start: &str| class.split(' ').find_map(|c| c.strip_prefix(start)?.parse::<usize>().ok());
    if tag.starts_with("use href=\"#ms-yes\"") {
        return at(x + 19.0, 19.0, "yes");
    } else if tag.starts_with("use href=\"#ms-found\"") {
        return at(x + 4.0, 16.0, "found-soft");
    } else if tag.starts_with("use href=\"#ms-no\"") {
        return at(x + 5.0, 8.0, "no-soft");
    } else if class == "ms-open" {
        return at(x + 8.0, 8.0, "open");
    } else if let Some(step) = number(class, "ms-l").filter(|_| !class.contains("step")) {
        return at(x + 8.0, 5.0, &format!("likely{step}"));
    } else if let (true, Some((x, y))) = (class.starts_with("qn-queen"), centre()) {
        return at(x, y - 12.0, &format!("side{}", number(class, "qn-c")?));
    } else if let (true, Some((x, y))) = (class.starts_with("rr-body"), centre()) {
        return at(x, y - 9.0, &format!("actor{}", number(class, "rr-f")? + 1));
    } else if class == "rr-wall" {
        return at(9.0, 0.0, "given");
    } else if class == "bd-wall" || class == "bd-lit" {
        return at(12.0, 3.0, &class[3..]);
    } else if class == "bd-bulb" {
        return at(16.0, 16.0, "bulb");
    } else if class == "cp-cop" {
        return at(-7.0, 0.0, "actor3");
    }
    // The triangles of tiles, beside their numbers.
    let colour = number(class, "mk-c").or_else(|| number(class, "om-c"))?;
    let (x, y) = [("M0 0H", (18.0, 5.0)), ("M64 0V", (59.0, 18.0)), ("M64 64H", (46.0, 59.0)), ("M0 64V", (5.0, 46.0))]
        .into_iter()
        .find(|(start, _)| tag.contains(&format!("d=\"{start}")))?
        .1;
    at(x, y, &format!("side{colour}"))
}

fn pictures() -> Vec<Picture> {
    let game = "instances/minesweeper/beginner-game.txt";
    let monkey = "instances/monkey/square.txt";
    let dir = tempfile::tempdir().expect("a temporary folder");
    let board = dir.path().join("board.txt").to_string_lossy().into_owned();
    std::fs::write(&board, quandary(&["generate", "lightup", "--rows", "6"]).out).expect("ours");
    vec![
        Picture::of("minesweeper board", &["draw", "minesweeper", game]),
        Picture::of("minesweeper solution", &["solve", "minesweeper", "instances/minesweeper/simple4.txt"]),
        Picture::of("minesweeper backbone", &["backbone", "minesweeper", game]),
        Picture::of("minesweeper chances", &["count", "-p", "minesweeper", "instances/minesweeper/case1.txt"]),
        Picture::of("queens", &["solve", "queens", "instances/queens/t0.txt"]),
        Picture::of("ricochet", &["solve", "ricochet", "instances/ricochet/six-robots.txt"]),
        Picture::of("monkey", &["solve", "monkey", monkey]),
        Picture::of("omino", &["solve", "omino", "instances/omino/ao1.txt"]),
        Picture::of("light up", &["solve", "lightup", &board]),
        Picture::of("cops", &["draw", "cops", "instances/cops/torus-3x3.txt"]),
    ]
}

/// Bytes that may stand in an address stay, others become `%XX`.
fn percent(text: &str) -> String {
    let byte = |b: u8| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") };
    text.bytes().map(byte).collect()
}

/// All pictures below each other, and where each begins.
fn page(pictures: &[Picture], theme: &str, show: impl Fn(&Picture) -> String) -> (String, Vec<usize>, (usize, usize)) {
    let mut page = format!("<!DOCTYPE html><meta charset=\"utf-8\"><body style=\"margin:0\" {theme}>");
    let (mut top, mut tops) = (0, Vec::new());
    for picture in pictures {
        write!(page, "<div style=\"position:absolute;left:0;top:{top}px\">{}</div>", show(picture))
            .expect("strings take all");
        tops.push(top);
        top += picture.size().1;
    }
    let width = pictures.iter().map(|p| p.size().0).max().unwrap_or(0);
    (page, tops, (width, top))
}

fn check(pictures: &[Picture], shot: &Shot, tops: &[usize], is_dark: bool) {
    let colour = |role: &str| {
        let role = look::find(role).unwrap_or_else(|| panic!("no role {role}"));
        if is_dark { role.dark.channels() } else { role.light.channels() }
    };
    for (picture, &top) in pictures.iter().zip(tops) {
        let probes = picture.probes();
        assert!(probes.len() > 4, "{}: nothing to look at", picture.name);
        for probe in probes {
            let found = shot.at(probe.x.round() as usize, top + probe.y.round() as usize);
            let expected = colour(&probe.role);
            assert!(
                is_near(found, expected),
                "{} {probe:?}: {found:?}, expected {expected:?} (dark: {is_dark})",
                picture.name
            );
        }
        assert_eq!(shot.count((0, top), picture.size(), [0, 0, 0]), 0, "{}: nothing is black", picture.name);
    }
}

#[test]
fn f42_pictures_have_the_colours_of_their_roles() {
    if !has_tool("chromium") {
        return;
    }
    let pictures = pictures();
    let image = |picture: &Picture| format!("<img src=\"data:image/svg+xml,{}\">", percent(&picture.svg));
    let (html, tops, size) = page(&pictures, "", image);
    check(&pictures, &Shot::of(&html, size, &["--blink-settings=preferredColorScheme=1"]), &tops, false);
    let legend = Shot::of(&html, size, &["--blink-settings=preferredColorScheme=0"]);
    check(&pictures, &legend, &tops, true);
    // The legend of the backbone has all its signs.
    let (backbone, top) = (&pictures[2], tops[2]);
    for role in ["yes-soft", "no-soft", "open"] {
        let (width, height) = backbone.size();
        let colour = look::find(role).expect("a role").dark.channels();
        assert!(legend.count((0, top + height - 60), (width, 60), colour) > 60, "{role} is not in the legend");
    }
}

#[test]
fn f44_a_page_can_choose_the_theme_of_pictures_that_share_it() {
    if !has_tool("chromium") {
        return;
    }
    let pictures = pictures();
    let (html, tops, size) = page(&pictures, "data-theme=\"dark\"", |picture| picture.svg.clone());
    check(&pictures, &Shot::of(&html, size, &["--blink-settings=preferredColorScheme=1"]), &tops, true);
    for picture in pictures {
        for part in ["role=\"img\"", "<title>", "<desc>", "prefers-color-scheme:dark"] {
            assert!(picture.svg.contains(part), "{}: {part}", picture.name);
        }
    }
}

#[test]
fn f43_cops_arrive_before_they_clean() {
    if !has_tool("chromium") {
        return;
    }
    let picture = Picture::of("sweep", &["solve", "cops", "instances/cops/grid-3x3.txt"]);
    let vertices: Vec<(f64, f64)> = picture.svg.split("<g class=\"cp-steps\">").next().map_or(Vec::new(), |film| {
        film.lines().filter(|line| line.contains("cp-clean\" r=\"16\"")).filter_map(shift).collect()
    });
    assert_eq!(vertices.len(), 9);
    let (left, top) = picture.origin();
    let (width, height) = picture.size();
    // Two moves: 0.8 s, then 0.9 s of motion and 0.5 s of rest each, then 3 s.
    let (before, gliding, after) = (0.5, 2.6, 3.2);
    let times = [before, gliding, after];
    let mut html = "<!DOCTYPE html><meta charset=\"utf-8\"><body style=\"margin:0\">".to_string();
    for (i, _) in times.iter().enumerate() {
        write!(html, "<div style=\"position:absolute;left:0;top:{}px\">{}</div>", i * height, picture.svg)
            .expect("strings");
    }
    write!(
        html,
        "<script>[...document.querySelectorAll('svg')].forEach((s, i) => {{ s.pauseAnimations(); s.setCurrentTime({times:?}[i]); }})</script>"
    )
    .expect("strings");
    let shot = Shot::of(&html, (width, 3 * height), &["--blink-settings=preferredColorScheme=1"]);
    let dirty = look::find("dirty-soft").expect("a role").light.channels();
    let n_dirty = |time: usize, v: usize| {
        let (x, y) = ((left + vertices[v].0) as usize, (top + vertices[v].1) as usize + time * height);
        shot.count((x - 12, y - 12), (24, 24), dirty)
    };
    for v in 0..9 {
        assert_eq!(n_dirty(0, v) > 100, v >= 3, "at the start the cops have the first row: vertex {v}");
        assert_eq!(n_dirty(1, v) > 100, v >= 6, "on their way the last row is still dirty: vertex {v}");
        assert_eq!(n_dirty(2, v), 0, "when they have arrived all is clean: vertex {v}");
    }
    // Readers who want less motion see the steps side by side instead.
    let still = Shot::of(
        &format!("<!DOCTYPE html><body style=\"margin:0\">{}", picture.svg),
        (width, height),
        &["--blink-settings=preferredColorScheme=1", "--force-prefers-reduced-motion"],
    );
    let (x, y) = (left + 0.47 * vertices[8].0, top + 0.47 * vertices[8].1);
    assert!(
        still.count((x as usize - 6, y as usize - 6), (12, 12), dirty) > 20,
        "the first of three steps, half as large"
    );
}

#[test]
fn l17_large_boards_are_small_pictures() {
    let text = format!("mines: 1\n{}", ".".repeat(700) + "\n");
    let wide = read("f", &text).expect("a board").remove(0).board;
    let drawn = svg::draw(&wide, View::Board);
    assert!(drawn.len() < 20_000, "700 unknown cells are one element: {} bytes", drawn.len());
    let scattered = generate::scattered(50, 50, true, 7).expect("legal sides").board;
    let drawn = svg::draw(&scattered, View::Board);
    assert!(drawn.len() < 60 * 2500 + 20_000, "{} bytes", drawn.len());
}
