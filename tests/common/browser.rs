//! A real browser: what it makes of a page, what it asks the network for, what it draws, as pixels.
#![allow(dead_code)]

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// A screenshot.
pub struct Shot {
    width: usize,
    pixels: Vec<[u8; 3]>,
}

/// The flags that every run has: no window, no network, no questions.
pub fn chromium(profile: &Path) -> Command {
    let mut command = Command::new("chromium");
    command
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND"])
        .arg(format!("--user-data-dir={}", profile.display()));
    command
}

/// What the browser made of a page, and what the page asked the network for.
pub struct Seen {
    /// The document as it is after the scripts.
    pub document: String,
    /// Addresses.
    pub requests: Vec<String>,
}

/// Opens a page with all names unknown to the network, so that nothing could leave if it wanted to.
pub fn open(page: &Path) -> Seen {
    let own = tempfile::tempdir().expect("a temporary folder");
    let log = own.path().join("net.json");
    let output = chromium(&own.path().join("profile"))
        .arg(format!("--log-net-log={}", log.display()))
        .args(["--virtual-time-budget=2000", "--dump-dom"])
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let log: Value = serde_json::from_slice(&std::fs::read(&log).expect("a log")).expect("the log is JSON");
    Seen { document: String::from_utf8_lossy(&output.stdout).into_owned(), requests: requests(&log) }
}

/// The addresses asked for on behalf of a page from disk; a browser has errands of its own, which are not ours.
fn requests(log: &Value) -> Vec<String> {
    let events = log["events"].as_array().expect("a list of events");
    let is_ours = |p: &&Value| p["network_isolation_key"].as_str().is_some_and(|key| key.contains("file://"));
    events.iter().map(|e| &e["params"]).filter(is_ours).filter_map(|p| p["url"].as_str().map(str::to_string)).collect()
}

impl Shot {
    /// What the browser shows of a page, one pixel per unit, with further flags.
    pub fn of(page: &str, (width, height): (usize, usize), flags: &[&str]) -> Shot {
        let own = tempfile::tempdir().expect("a temporary folder");
        let (file, image) = (own.path().join("page.html"), own.path().join("shot.png"));
        std::fs::write(&file, page).expect("ours");
        // The window is higher than the page: some of it may be taken by what a window has besides.
        let output = chromium(&own.path().join("profile"))
            .args(["--hide-scrollbars", "--force-device-scale-factor=1", "--force-color-profile=srgb"])
            .args(["--virtual-time-budget=500", &format!("--window-size={width},{}", height + 200)])
            .args(flags)
            .arg(format!("--screenshot={}", image.display()))
            .arg(format!("file://{}", file.display()))
            .output()
            .expect("the browser runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Shot::read(&image)
    }

    fn read(image: &Path) -> Shot {
        let file = std::io::BufReader::new(std::fs::File::open(image).expect("the browser wrote it"));
        let mut decoder = png::Decoder::new(file);
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("it fits")];
        let info = reader.next_frame(&mut bytes).expect("an image");
        let n_channels = info.color_type.samples();
        assert!(n_channels >= 3, "a screenshot has colours");
        let pixels = bytes[..info.buffer_size()].chunks(n_channels).map(|p| [p[0], p[1], p[2]]).collect();
        Shot { width: info.width as usize, pixels }
    }

    /// The colour at a place.
    pub fn at(&self, x: usize, y: usize) -> [u8; 3] {
        assert!(x < self.width, "{x} is outside");
        self.pixels[y * self.width + x]
    }

    /// How many pixels of a rectangle have a colour.
    pub fn count(&self, (x, y): (usize, usize), (width, height): (usize, usize), colour: [u8; 3]) -> usize {
        let places = (y..y + height).flat_map(|y| (x..x + width).map(move |x| (x, y)));
        places.filter(|&(x, y)| is_near(self.at(x, y), colour)).count()
    }
}

/// Whether two colours are the same but for rounding.
pub fn is_near(a: [u8; 3], b: [u8; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 3)
}
