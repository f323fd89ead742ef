//! The server itself: it listens at one address, takes so many connections at once, and stops when it is told to.

use super::patient::Patient;
use super::routes::{Site, router};
use super::token::Token;
use super::{Limits, MOST_CONNECTIONS, Settings};
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long the head of a request may take to arrive, and how long a connection may be idle.
const HEAD_SECONDS: Duration = Duration::from_secs(10);
/// The most bytes of a request's head.
const MOST_HEAD: usize = 32 << 10;
/// How often the server looks whether it should stop.
const TICK: Duration = Duration::from_millis(20);
/// How long jobs have to end when it does.
const FAREWELL: Duration = Duration::from_millis(300);

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    site: Arc<Site>,
    link: String,
}

impl Server {
    /// Begins to listen; nobody is answered yet.
    pub fn bind(settings: Settings) -> Result<Server, String> {
        let Settings { host, port, n_jobs, seconds, megabytes, words, reports } = settings;
        let failed = |error| format!("cannot listen at {host} port {port}: {error}");
        let addresses: Vec<SocketAddr> = (host.as_str(), port).to_socket_addrs().map_err(failed)?.collect();
        if addresses.iter().any(|address| address.ip().is_unspecified()) {
            return Err(format!("{host} is every address at once; name the one that people will type"));
        }
        let listener = TcpListener::bind(&addresses[..]).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let name = if host.contains(':') { format!("[{host}]") } else { host };
        let mut names = vec![name.clone()];
        names.extend(address.ip().is_loopback().then(|| "localhost".to_string()));
        let token = Token::new()?;
        let link = format!("http://{name}:{}/#{}", address.port(), token.text());
        let limits = Limits { n_jobs, seconds, megabytes };
        let site = Arc::new(Site::new(token, &names, address.port(), limits, &words, reports));
        Ok(Server { listener, site, link })
    }

    /// The link that opens the page.
    pub fn link(&self) -> &str {
        &self.link
    }

    /// Answers until it is told to stop; then no job of its is left.
    pub fn run(self, stop: &AtomicBool) -> Result<(), String> {
        let failed = |error| format!("cannot serve: {error}");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let site = self.site.clone();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener).map_err(failed)?;
            tokio::spawn(accept(listener, router(site.clone())));
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(TICK).await;
            }
            site.queue.close();
            let _ = tokio::time::timeout(FAREWELL, site.queue.emptied()).await;
            Ok::<(), String>(())
        })?;
        runtime.shutdown_background();
        Ok(())
    }
}

/// Takes connections for ever, as many at once as there may be. The others wait at the door.
async fn accept(listener: tokio::net::TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    while let Ok(place) = places.clone().acquire_owned().await {
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(attend(stream, router.clone(), place))),
            // The system has nothing left to give; it may have later.
            Err(_) => tokio::time::sleep(TICK).await,
        }
    }
}

/// Answers the requests of one connection. What goes wrong there is the other side's affair.
async fn attend(stream: tokio::net::TcpStream, router: Router, _place: OwnedSemaphorePermit) {
    let _ = stream.set_nodelay(true);
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(HEAD_SECONDS).max_buf_size(MOST_HEAD);
    let service = TowerToHyperService::new(router);
    let _ = protocol.serve_connection(TokioIo::new(Patient::new(stream)), service).await;
}
