//! What can be asked for: the page's own files, what it begins with, a job, the end of a job.

use super::queue::Queue;
use super::refusal::Refusal;
use super::token::Token;
use super::{Limits, Report, assets, events, guard, job, request, start};
use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// What all requests share.
pub struct Site {
    /// The secret of the page.
    pub token: Token,
    /// Who runs and who waits.
    pub queue: Arc<Queue>,
    /// What a job may use.
    pub limits: Limits,
    /// What may stand in `Host`.
    hosts: Vec<String>,
    /// What the page begins with.
    start: String,
    /// Reports that were made before.
    reports: Vec<Report>,
}

impl Site {
    /// A site under these names.
    pub fn new(token: Token, names: &[String], port: u16, limits: Limits, words: &Value, reports: Vec<Report>) -> Site {
        let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}").to_ascii_lowercase()).collect();
        // Browsers leave the usual port out.
        hosts.extend(names.iter().filter(|_| port == 80).map(|name| name.to_ascii_lowercase()));
        let start = start::json(limits, words, &reports).to_string();
        Site { token, queue: Queue::new(limits.n_jobs), limits, hosts, start, reports }
    }

    /// Whether a name with its port is ours.
    pub fn is_host(&self, name: &[u8]) -> bool {
        self.hosts.iter().any(|host| name.eq_ignore_ascii_case(host.as_bytes()))
    }
}

/// All routes, behind the guard.
pub fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/", get(|| async { assets::find("index.html") }))
        .route("/assets/{name}", get(|Path(name): Path<String>| async move { assets::find(&name) }))
        .route("/api/start", get(begin))
        .route("/api/report/{number}", get(report))
        .route("/api/job", post(work))
        .route("/api/cancel", post(cancel))
        .fallback(|| async { Refusal::new(StatusCode::NOT_FOUND, "there is nothing here") })
        .method_not_allowed_fallback(|| async { Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "not by this method") })
        .layer(axum::middleware::from_fn_with_state(site.clone(), guard::guarded))
        .with_state(site)
}

async fn begin(State(site): State<Arc<Site>>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], site.start.clone()).into_response()
}

/// A report by its number among those the server was started with.
async fn report(State(site): State<Arc<Site>>, Path(number): Path<String>) -> Result<Response, Refusal> {
    let report = number.parse().ok().and_then(|number: usize| site.reports.get(number));
    let report = report.ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no such report"))?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], report.html.clone()).into_response())
}

async fn work(State(site): State<Arc<Site>>, asked: Request) -> Result<Response, Refusal> {
    let body = guard::body(asked).await?;
    let task = request::task(&body, site.limits)?;
    let ticket = site.queue.enter()?;
    Ok(events::response(job::begin(site.limits, task, ticket)))
}

/// What ends a job.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cancel {
    job: String,
}

async fn cancel(State(site): State<Arc<Site>>, asked: Request) -> Result<StatusCode, Refusal> {
    let body = guard::body(asked).await?;
    let cancel: Cancel = serde_json::from_slice(&body).map_err(|error| Refusal::bad(error.to_string()))?;
    match site.queue.cancel(&cancel.job) {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Refusal::new(StatusCode::NOT_FOUND, "there is no such job; it may have ended")),
    }
}
