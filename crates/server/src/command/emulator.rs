//! `stormwire graph-emulator`: Microsoft Graph mail, emulated for development and tests.

use crate::output::print;
use crate::signals;
use anyhow::{Context, Result};
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use stormwire_clock::SystemRng;
use stormwire_clock::VirtualClock;
use stormwire_emulator::{Certificate, Emulator};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// HTTP port; 0 picks a free port
    #[arg(long, value_name = "N", default_value = "8090")]
    port: u16,
    /// HTTPS port; 0 picks a free port
    #[arg(long, value_name = "N", requires = "tls_certificate")]
    tls_port: Option<u16>,
    /// File to write the certificate to; a new one is created at each start
    #[arg(long, value_name = "FILE", requires = "tls_port")]
    tls_certificate: Option<PathBuf>,
    /// Mailbox to create; can be repeated
    #[arg(long = "mailbox", value_name = "ADDRESS")]
    mailboxes: Vec<String>,
}

pub(super) async fn run(options: Options) -> Result<()> {
    let stop = signals::stop()?;
    let emulator = Emulator::new(Arc::new(VirtualClock::running()), Box::new(SystemRng))?;
    for address in &options.mailboxes {
        emulator.add_mailbox(address).map_err(anyhow::Error::msg).context("--mailbox")?;
    }
    let plain = local_address(options.port);
    let address = emulator.listen(plain).await.with_context(|| format!("cannot listen on {plain}"))?;
    let mut ready = vec![format!("http://{address}")];
    if let (Some(port), Some(file)) = (options.tls_port, &options.tls_certificate) {
        let certificate = Certificate::new()?;
        tokio::fs::write(file, certificate.pem())
            .await
            .with_context(|| format!("cannot write the certificate to {}", file.display()))?;
        let secure = local_address(port);
        let address =
            emulator.listen_tls(secure, &certificate).await.with_context(|| format!("cannot listen on {secure}"))?;
        ready.push(format!("https://{address}"));
    }
    for address in ready {
        print(&format!("listening on {address}\n"))?;
    }
    stop.await;
    Ok(())
}

fn local_address(port: u16) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], port))
}
