//! The page's server as a process, and a client of plain sockets that sends exactly what it is told to.
#![allow(dead_code)]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A running server; dropping it ends it.
pub struct Served {
    /// The process.
    pub process: Child,
    /// What it printed.
    pub link: String,
    /// Where it listens.
    pub port: u16,
    /// Its secret.
    pub token: String,
    /// Where it puts what its jobs need.
    pub folder: TempDir,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status; 0 if the connection was closed without one.
    pub status: u16,
    /// The head as it came, in small letters.
    pub head: String,
    /// What came after it, as it came.
    pub body: String,
}

/// An event of a job.
pub type Event = (String, Value);

impl Served {
    /// Starts a server with these options.
    pub fn start(args: &[&str]) -> Served {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut command = Command::new(program());
        command.env("TMPDIR", folder.path());
        command.args(["serve", "--no-open"]).args(args);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
        let mut link = String::new();
        let out = process.stdout.as_mut().expect("it is piped");
        // One byte at a time, so that nothing is read that comes later.
        while !link.ends_with('\n') {
            let mut byte = [0];
            out.read_exact(&mut byte).expect("a link");
            link.push(char::from(byte[0]));
        }
        let link = link.trim_end().to_string();
        let (address, token) = link.strip_prefix("http://").and_then(|l| l.split_once("/#")).expect("a link");
        let port = address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
        let token = token.to_string();
        Served { process, port, token, link, folder }
    }

    /// A connection that gives up after a while, so that no test waits for ever.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a time");
        stream.set_nodelay(true).expect("an option");
        stream
    }

    /// Sends bytes and reads until the connection is closed. HOST, PORT and TOKEN are filled in.
    pub fn raw(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        // A server that refuses may close before all is sent.
        let _ = stream.write_all(self.filled(request).as_bytes());
        read(&mut stream)
    }

    /// A text with this server's host and token.
    pub fn filled(&self, text: &str) -> String {
        let port = self.port.to_string();
        text.replace("HOST", &format!("127.0.0.1:{port}")).replace("PORT", &port).replace("TOKEN", &self.token)
    }

    /// Asks for something as the page does.
    pub fn get(&self, path: &str) -> Answer {
        self.raw(&format!("GET {path} HTTP/1.1\r\nHost: HOST\r\nX-Quandary-Token: TOKEN\r\nConnection: close\r\n\r\n"))
    }

    /// Sends JSON as the page does.
    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.raw(&posted(path, &body.to_string()))
    }

    /// Begins a job; the stream of its events.
    pub fn begin(&self, request: &Value) -> BufReader<TcpStream> {
        let mut stream = self.connect();
        let text = self.filled(&posted("/api/job", &request.to_string()));
        stream.write_all(text.as_bytes()).expect("it is taken");
        BufReader::new(stream)
    }

    /// Does a job to its end; its events.
    pub fn job(&self, request: &Value) -> Vec<Event> {
        let answer = self.post("/api/job", request);
        assert_eq!(answer.status, 200, "{request}: {}", answer.body);
        answer.events()
    }

    /// The processes that are this server's children now, watchmen aside: their numbers.
    pub fn children(&self) -> Vec<u32> {
        children_of(self.process.id()).into_iter().filter(|id| !command_of(*id).starts_with("sh\0-c\0trap")).collect()
    }

    /// How many things lie where jobs put them.
    pub fn n_left(&self) -> usize {
        std::fs::read_dir(self.folder.path()).expect("the folder").count()
    }

    /// Memory that the server has, in kilobytes.
    pub fn kilobytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a size");
        line.trim().trim_end_matches(" kB").parse().expect("a number")
    }

    /// Files and connections that the server has open.
    pub fn n_open(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.process.id())).expect("it runs").count()
    }

    /// Connections that the server has, with the one it listens at.
    pub fn n_sockets(&self) -> usize {
        let entries = std::fs::read_dir(format!("/proc/{}/fd", self.process.id())).expect("it runs");
        let targets = entries.filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok());
        targets.filter(|target| target.to_string_lossy().starts_with("socket:")).count()
    }

    /// Sends a signal, waits for the end: the exit code, what else was on standard output, standard error.
    pub fn signalled(&mut self, signal: &str) -> (Option<i32>, String, String) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill runs").success());
        let status = self.process.wait().expect("it ends");
        let (mut out, mut err) = (String::new(), String::new());
        self.process.stdout.take().expect("piped").read_to_string(&mut out).expect("text");
        self.process.stderr.take().expect("piped").read_to_string(&mut err).expect("text");
        (status.code(), out, err)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // One that has ended already is no failure.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Answer {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    /// The events of a job.
    pub fn events(&self) -> Vec<Event> {
        let text =
            if self.head.contains("transfer-encoding: chunked") { unchunked(&self.body) } else { self.body.clone() };
        text.split("\n\n").filter(|block| !block.is_empty()).map(event).collect()
    }
}

/// The program: the one that cargo made for a test, or the one beside an example.
fn program() -> PathBuf {
    let beside = || {
        let own = std::env::current_exe().expect("an example knows where it is");
        own.parent().and_then(Path::parent).expect("it lies in a folder of the build").join("quandary")
    };
    option_env!("CARGO_BIN_EXE_quandary").map_or_else(beside, PathBuf::from)
}

/// A request as the page sends it.
pub fn posted(path: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: HOST\r\nX-Quandary-Token: TOKEN\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

fn event(block: &str) -> Event {
    let (name, data) = block.split_once('\n').unwrap_or_else(|| panic!("no event: {block:?}"));
    let name = name.strip_prefix("event: ").unwrap_or_else(|| panic!("no event: {block:?}"));
    let data = data.strip_prefix("data: ").unwrap_or_else(|| panic!("no data: {block:?}"));
    (name.to_string(), serde_json::from_str(data).unwrap_or_else(|e| panic!("{e}: {data}")))
}

/// Reads an answer until the connection is closed.
pub fn read(stream: &mut impl Read) -> Answer {
    let mut bytes = Vec::new();
    // What was sent before the connection broke counts.
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Answer { status, head: head.to_lowercase(), body: body.to_string() }
}

/// Reads events until one of a name comes; its data.
pub fn until(stream: &mut BufReader<TcpStream>, name: &str) -> Value {
    let mut line = String::new();
    let mut last = String::new();
    loop {
        line.clear();
        assert!(stream.read_line(&mut line).expect("the connection holds") > 0, "the stream ended before `{name}`");
        if let Some(event) = line.trim_end().strip_prefix("event: ") {
            last = event.to_string();
        }
        if let Some(data) = line.trim_end().strip_prefix("data: ").filter(|_| last == name) {
            return serde_json::from_str(data).expect("JSON");
        }
    }
}

/// Closes a connection without a word.
pub fn leave(stream: BufReader<TcpStream>) {
    let _ = stream.into_inner().shutdown(Shutdown::Both);
}

/// A job that takes as long as it may: the number of solutions of a board that nobody can count in a minute.
pub fn endless() -> Value {
    let board = include_str!("../../instances/queens/other.txt");
    json!({"do": "count", "puzzle": "queens", "board": board, "seconds": 60})
}

/// The parts of a chunked body put together.
fn unchunked(body: &str) -> String {
    let (mut rest, mut text) = (body.as_bytes(), Vec::new());
    while let Some(end) = rest.windows(2).position(|pair| pair == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&rest[..end]), 16).unwrap_or(0);
        if size == 0 || rest.len() < end + 2 + size {
            break;
        }
        text.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[(end + 4 + size).min(rest.len())..];
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// Whether a process is there and has not ended.
pub fn is_alive(id: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.trim_start().starts_with('Z'))
}

/// Waits until something is so; a test that never sees it fails.
pub fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..3000 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("{what} never happened");
}

fn command_of(id: u32) -> String {
    std::fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default()
}

fn children_of(parent: u32) -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").expect("a system with /proc");
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |id: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let mut fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        fields.next().is_some_and(|state| state != "Z") && fields.next() == Some(&parent.to_string())
    };
    ids.filter(is_child).collect()
}
