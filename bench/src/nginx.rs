//! nginx, which the benchmark compares with.

use anyhow::{Context, Result, bail, ensure};
use std::fmt::Write;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use stormwire_bench::service::Service;
use stormwire_clock::{Clock, SystemClock};
use tempfile::TempDir;

/// nginx with settings of our own. Stopped when dropped.
pub(crate) struct NginxProcess {
    process: Child,
    _folder: TempDir,
}

impl NginxProcess {
    /// `http` are the settings of its block `http`, `main` those outside of it.
    pub(crate) fn start(folder: TempDir, main: &str, http: &str) -> Result<Self> {
        let root = folder.path().display();
        let settings = format!(
            "worker_processes 2; daemon off; pid {root}/pid; error_log /dev/null crit; {main}\n\
             http {{ access_log off; client_body_temp_path {root}/a; proxy_temp_path {root}/b; fastcgi_temp_path {root}/c;\n\
             uwsgi_temp_path {root}/d; scgi_temp_path {root}/e; {http} }}\n"
        );
        let conf = folder.path().join("nginx.conf");
        std::fs::write(&conf, settings)?;
        // The workers run as another user.
        let changed = Command::new("chmod").args(["-R", "a+rX"]).arg(folder.path()).status()?;
        ensure!(changed.success(), "cannot make the folder readable");
        let process = Command::new("nginx")
            .arg("-c")
            .arg(&conf)
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start nginx; run bench/peers/setup.sh")?;
        Ok(Self { process, _folder: folder })
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for NginxProcess {
    fn drop(&mut self) {
        // SIGTERM, so that the master process stops its workers.
        let _ = Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status();
        let _ = self.process.wait();
    }
}

pub(crate) fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Serves one of our responses as a file with the same headers.
pub(crate) struct Nginx {
    port: u16,
    pub(crate) bytes: usize,
    _process: NginxProcess,
}

/// Headers that nginx sets itself.
const NGINX_HEADERS: [&str; 7] =
    ["content-type", "content-length", "etag", "date", "connection", "x-request-id", "last-modified"];

impl Nginx {
    pub(crate) async fn start_serving(service: &Service, path: &str) -> Result<Self> {
        let http = reqwest::Client::builder().no_proxy().build()?;
        // Twice: the second response comes from the cache, like the measured ones.
        http.get(format!("{}{path}", service.base)).send().await?;
        let response = http.get(format!("{}{path}", service.base)).send().await?.error_for_status()?;
        let mut headers = String::new();
        for (name, value) in response.headers().iter().filter(|(name, _)| !NGINX_HEADERS.contains(&name.as_str())) {
            writeln!(headers, "add_header {name} \"{}\";", value.to_str()?)?;
        }
        let body = response.bytes().await?;
        let folder = tempfile::tempdir_in("/tmp")?;
        let file = folder.path().join("root").join(path.trim_start_matches('/'));
        std::fs::create_dir_all(file.parent().context("no parent folder")?)?;
        std::fs::write(&file, &body)?;
        let (port, root) = (free_port()?, folder.path().display());
        let settings = format!(
            "sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100; default_type application/json;\n\
             server {{ listen 127.0.0.1:{port} reuseport; root {root}/root; {headers} }}"
        );
        let process = NginxProcess::start(folder, "events { worker_connections 1024; }", &settings)?;
        let nginx = Self { port, bytes: body.len(), _process: process };
        for _ in 0..200 {
            if let Ok(found) = http.get(nginx.url(path)).send().await {
                ensure!(
                    found.status() == 200 && found.bytes().await? == body,
                    "nginx does not serve the expected file"
                );
                return Ok(nginx);
            }
            SystemClock.sleep(Duration::from_millis(50)).await;
        }
        bail!("nginx does not respond")
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }
}
