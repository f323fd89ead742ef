//! What is told to a client while its job goes on: server-sent events, each with one line of JSON.
//!
//! A client that does not read holds up its own job, which its time limit ends. A client that leaves closes the channel.

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// How many events may be on their way.
const ROOM: usize = 64;

/// Where a job tells what it does.
#[derive(Clone)]
pub struct Teller(Sender<Bytes>);

/// What a client reads.
pub struct Events(Receiver<Bytes>);

/// The two ends of a stream of events.
pub fn stream() -> (Teller, Events) {
    let (sender, receiver) = channel(ROOM);
    (Teller(sender), Events(receiver))
}

/// The answer that carries the events.
pub fn response(events: Events) -> Response {
    ([(header::CONTENT_TYPE, "text/event-stream")], Body::new(events)).into_response()
}

impl Teller {
    /// Tells something without waiting; false if nobody listens any more. What does not fit is left out.
    pub fn mention(&self, event: &str, data: &Value) -> bool {
        let _ = self.0.try_send(shown(event, &data.to_string()));
        self.is_heard()
    }

    /// Tells something when there is room for it. Must not be called by a task of the server, which would hold up all others.
    pub fn tell(&self, event: &str, data: &Value) -> bool {
        self.0.blocking_send(shown(event, &data.to_string())).is_ok()
    }

    /// The same for one line that is JSON already; other text is put into an object.
    pub fn pass_on(&self, line: &str) -> bool {
        match serde_json::from_str::<serde::de::IgnoredAny>(line) {
            Ok(_) if !line.contains(['\n', '\r']) => self.0.blocking_send(shown("answer", line)).is_ok(),
            Ok(_) | Err(_) => self.tell("answer", &json!({ "text": line })),
        }
    }

    /// Tells the last event of a job.
    pub async fn end(&self, data: &Value) {
        // Who has left does not hear it.
        let _ = self.0.send(shown("done", &data.to_string())).await;
    }

    /// Whether somebody listens.
    pub fn is_heard(&self) -> bool {
        !self.0.is_closed()
    }
}

fn shown(event: &str, line: &str) -> Bytes {
    Bytes::from(format!("event: {event}\ndata: {line}\n\n"))
}

impl hyper::body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}
