//! One job from its arrival to its last event: it waits for its turn, runs as a process, and says how it ended.

use super::Limits;
use super::child::{self, Ended};
use super::events::{Events, Teller, stream};
use super::queue::Ticket;
use super::task::Task;
use serde_json::json;
use std::time::Instant;

/// Begins a job; what it tells.
pub fn begin(limits: Limits, task: Task, ticket: Ticket) -> Events {
    let (teller, events) = stream();
    tokio::spawn(perform(limits, task, ticket, teller));
    events
}

async fn perform(limits: Limits, task: Task, ticket: Ticket, teller: Teller) {
    let id = ticket.id().to_string();
    let queued = |ahead: usize| teller.mention("queued", &json!({"job": id, "ahead": ahead}));
    let mut last = ticket.n_ahead();
    queued(last);
    let came = ticket.turn(|ahead| match std::mem::replace(&mut last, ahead) == ahead {
        true => teller.is_heard(),
        false => queued(ahead),
    });
    let started = came.await.then(|| teller.mention("started", &json!({ "job": id })));
    let began = Instant::now();
    let ended = match started {
        Some(true) => run(limits, task, ticket, teller.clone()).await,
        Some(false) | None => Ended::Cancelled,
    };
    let (seconds, limit) = (began.elapsed().as_secs_f64(), ended.limit());
    teller
        .end(&json!({"code": ended.code(), "seconds": seconds, "cancelled": ended == Ended::Cancelled, "limit": limit}))
        .await;
}

/// Runs the process, on a thread that may wait. The place in the queue is given back when the process is gone.
async fn run(limits: Limits, task: Task, ticket: Ticket, teller: Teller) -> Ended {
    let work = move || {
        let is_unwanted = || ticket.is_cancelled() || !teller.is_heard();
        child::run(&task, limits, &teller, &is_unwanted).unwrap_or_else(|why| {
            teller.tell("told", &json!({ "line": format!("error: {why}") }));
            Ended::Code(5)
        })
    };
    tokio::task::spawn_blocking(work).await.unwrap_or(Ended::Code(101))
}
