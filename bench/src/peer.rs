//! Node-RED with one flow: `http in` to `http response`.

use anyhow::{Context, Result, bail};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};

/// Ended when dropped.
pub(crate) struct NodeRed {
    pub(crate) base: String,
    process: Child,
}

impl NodeRed {
    pub(crate) async fn start() -> Result<Self> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/peers/node-red");
        let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let process = Command::new("node")
            .current_dir(folder)
            .args(["node_modules/node-red/red.js", "--port", &port.to_string(), "--userDir", ".", "flows.json"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("Node-RED does not start; bench/peers/setup.sh installs it")?;
        let peer = Self { base: format!("http://127.0.0.1:{port}"), process };
        let http = reqwest::Client::builder().no_proxy().build()?;
        let url = format!("{}/webhooks/graph/mail", peer.base);
        for _ in 0..600 {
            if http.post(&url).json(&serde_json::json!({})).send().await.is_ok_and(|answer| answer.status() == 202) {
                return Ok(peer);
            }
            SystemClock.sleep(Duration::from_millis(100)).await;
        }
        bail!("Node-RED does not answer on {url}")
    }
}

impl Drop for NodeRed {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
