//! Node-RED with one flow: `http in` to `http response`.

use anyhow::{Context, Result, bail};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};

/// Stopped when dropped.
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
            .context("cannot start Node-RED; run bench/peers/setup.sh")?;
        let node_red = Self { base: format!("http://127.0.0.1:{port}"), process };
        let http = reqwest::Client::builder().no_proxy().build()?;
        let url = format!("{}/webhooks/graph/mail", node_red.base);
        for _ in 0..600 {
            if http.post(&url).json(&serde_json::json!({})).send().await.is_ok_and(|response| response.status() == 202)
            {
                return Ok(node_red);
            }
            SystemClock.sleep(Duration::from_millis(100)).await;
        }
        bail!("Node-RED does not respond on {url}")
    }
}

impl Drop for NodeRed {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
