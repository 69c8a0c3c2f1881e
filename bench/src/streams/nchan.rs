//! nginx with nchan: the same payload, published by HTTP, to the same number of streams.

use super::measured::MeasuredStreams;
use super::subscribers::{STREAMS, Subscribers};
use crate::nginx::{NginxProcess, free_port};
use anyhow::{Result, bail, ensure};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use stormwire_bench::memory::resident_kib_of_family;
use stormwire_clock::{Clock, SystemClock};

const MODULE: &str = "/usr/lib/nginx/modules/ngx_nchan_module.so";
const BETWEEN_ROUNDS: Duration = Duration::from_millis(500);
const START_CHECKS: usize = 200;

pub(super) async fn measure(payload: &str, rounds: usize) -> Result<MeasuredStreams> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
    let main =
        format!("load_module {MODULE}; worker_rlimit_nofile 20000; events {{ worker_connections {}; }}", 2 * STREAMS);
    let settings = format!(
        "server {{ listen {address} reuseport;\n\
         location = /publish {{ nchan_publisher; nchan_channel_id storm; nchan_message_buffer_length 10; }}\n\
         location = /stream {{ nchan_subscriber eventsource; nchan_channel_id storm; nchan_subscriber_first_message newest; }} }}"
    );
    let process = NginxProcess::start(tempfile::tempdir_in("/tmp")?, &main, &settings)?;
    let publisher = Publisher { http: reqwest::Client::builder().no_proxy().build()?, address };
    publisher.wait_until_started().await?;
    let before_kib = resident_kib_of_family(process.pid())?;
    let mut subscribers = Subscribers::open(address, "/stream", STREAMS).await?;
    let mut streams = MeasuredStreams::default();
    // As with stormwire, the first event fills caches.
    for round in 0..=rounds {
        SystemClock.sleep(BETWEEN_ROUNDS).await;
        let published_at = SystemClock.now();
        let (outcome, received) = tokio::join!(publisher.publish(payload), subscribers.receive_event());
        outcome?;
        let received = received?;
        if round > 0 {
            streams.add(published_at, &received);
        }
    }
    streams.kib = resident_kib_of_family(process.pid())?.saturating_sub(before_kib);
    Ok(streams)
}

struct Publisher {
    http: reqwest::Client,
    address: SocketAddr,
}

impl Publisher {
    async fn publish(&self, payload: &str) -> Result<()> {
        let call = self.http.post(format!("http://{}/publish", self.address));
        let response = call.header("X-EventSource-Event", "status").body(payload.to_owned()).send().await?;
        ensure!(response.status().is_success(), "nchan returned {}", response.status());
        Ok(())
    }

    async fn wait_until_started(&self) -> Result<()> {
        for _ in 0..START_CHECKS {
            if self.publish("{}").await.is_ok() {
                return Ok(());
            }
            SystemClock.sleep(Duration::from_millis(50)).await;
        }
        bail!("nginx with nchan does not respond; run bench/peers/setup.sh")
    }
}
