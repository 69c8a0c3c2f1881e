//! nginx, serving an answer of ours as a file, with the headers that we send.

use crate::service::Service;
use anyhow::{Context, Result, bail, ensure};
use std::fmt::Write;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};
use tempfile::TempDir;

/// Ended when dropped.
pub(crate) struct Nginx {
    port: u16,
    pub(crate) bytes: usize,
    process: Child,
    _folder: TempDir,
}

/// What nginx writes by itself.
const OWN: [&str; 7] =
    ["content-type", "content-length", "etag", "date", "connection", "x-request-id", "last-modified"];

impl Nginx {
    pub(crate) async fn serving(service: &Service, path: &str) -> Result<Self> {
        let http = reqwest::Client::builder().no_proxy().build()?;
        // Twice: the second one is at hand, as those are that are measured.
        http.get(format!("{}{path}", service.base)).send().await?;
        let answer = http.get(format!("{}{path}", service.base)).send().await?.error_for_status()?;
        let mut added = String::new();
        for (name, value) in answer.headers().iter().filter(|(name, _)| !OWN.contains(&name.as_str())) {
            writeln!(added, "add_header {name} \"{}\";", value.to_str()?)?;
        }
        let body = answer.bytes().await?;
        let folder = tempfile::tempdir_in("/tmp")?;
        let file = folder.path().join("root").join(path.trim_start_matches('/'));
        std::fs::create_dir_all(file.parent().context("a folder")?)?;
        std::fs::write(&file, &body)?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let place = folder.path().display();
        let settings = format!(
            "worker_processes 2; daemon off; pid {place}/pid; error_log /dev/null crit; events {{ worker_connections 1024; }}\n\
             http {{ access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100;\n\
             client_body_temp_path {place}/a; proxy_temp_path {place}/b; fastcgi_temp_path {place}/c; uwsgi_temp_path {place}/d; scgi_temp_path {place}/e;\n\
             default_type application/json; server {{ listen 127.0.0.1:{port} reuseport; root {place}/root; {added} }} }}\n"
        );
        let conf = folder.path().join("nginx.conf");
        std::fs::write(&conf, settings)?;
        // Its workers run as another user.
        let open = Command::new("chmod").args(["-R", "a+rX"]).arg(folder.path()).status()?;
        ensure!(open.success(), "the folder cannot be opened");
        let process = Command::new("nginx")
            .arg("-c")
            .arg(&conf)
            .stderr(Stdio::null())
            .spawn()
            .context("bench/peers/setup.sh installs nginx")?;
        let nginx = Self { port, bytes: body.len(), process, _folder: folder };
        for _ in 0..200 {
            if let Ok(found) = http.get(nginx.url(path)).send().await {
                ensure!(found.status() == 200 && found.bytes().await? == body, "nginx serves something else");
                return Ok(nginx);
            }
            SystemClock.sleep(Duration::from_millis(50)).await;
        }
        bail!("nginx does not answer")
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // The master ends its workers; killed outright it would leave them.
        let _ = Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status();
        let _ = self.process.wait();
    }
}
