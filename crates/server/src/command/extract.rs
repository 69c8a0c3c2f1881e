//! `stormwire extract`: runs the config of a `TextExtract` action on a file, without a running service.

use crate::output::print;
use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::Value;
use std::path::{Path, PathBuf};
use stormwire_clock::SystemClock;
use stormwire_watcher::sample_text::{SampleMail, SampleText, extract, warnings};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// JSON file with the Config object of the action
    #[arg(long, value_name = "ACTION.json")]
    action: PathBuf,
    /// Email if the name ends in .eml, otherwise text
    file: PathBuf,
}

pub(super) async fn run(options: Options) -> Result<()> {
    let config = config(&options.action)?;
    let sample = sample(&options.file)?;
    for warning in warnings(&config) {
        tracing::warn!("{warning}");
    }
    let found = extract(&SystemClock, config, sample).await?;
    if found.unread > 0 {
        tracing::warn!(
            unread = found.unread,
            "text that looks like more strikes was not read; check Segment.StartPattern and Segment.ClosePattern"
        );
    }
    print(&format!("{}\n", serde_json::to_string_pretty(&found)?))
}

pub(super) fn config(path: &Path) -> Result<Value> {
    let text = String::from_utf8(read(path)?).with_context(|| format!("{} is not UTF-8", path.display()))?;
    // Editors on Windows start a file with a byte order mark.
    let text = text.trim_start_matches('\u{feff}');
    serde_json::from_str(text).with_context(|| format!("{} is not JSON", path.display()))
}

pub(super) fn sample(path: &Path) -> Result<SampleText> {
    let bytes = read(path)?;
    if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("eml")) {
        let Some(mail) = SampleMail::from_eml(&bytes) else { bail!("{} is not an email", path.display()) };
        return Ok(SampleText::Mail(Box::new(mail)));
    }
    let text = String::from_utf8_lossy(&bytes);
    if matches!(text, std::borrow::Cow::Owned(_)) {
        tracing::warn!(file = %path.display(), "file is not UTF-8; invalid bytes are replaced");
    }
    Ok(SampleText::Text(text.trim_start_matches('\u{feff}').to_owned()))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}
