//! Logging to standard error, one line per event.

use crate::log_limit::LogLimit;
use clap::ValueEnum;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Human-readable
    Text,
    /// One JSON object per line
    Json,
}

/// `RUST_LOG` sets the filter; the default is INFO, and WARN for SQL. The caller reports what the limit leaves out.
pub(crate) fn start(format: LogFormat) -> LogLimit {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false);
    let limit = LogLimit::default();
    match format {
        LogFormat::Text => {
            let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
            lines.with_ansi(is_terminal).finish().with(limit.clone()).init();
        }
        LogFormat::Json => lines.json().flatten_event(true).finish().with(limit.clone()).init(),
    }
    limit
}
