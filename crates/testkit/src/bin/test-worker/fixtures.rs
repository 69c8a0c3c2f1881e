//! Makes the fixtures that a whole run of tests shares: `test-worker fixtures FOLDER`. Prints a line when they are ready, and removes
//! them when the standard input ends.

use anyhow::{Context, Result};
use std::io::Write;
use std::path::PathBuf;
use stormwire_testkit::share_fixtures;

pub(crate) async fn run(arguments: &[String]) -> Result<()> {
    let folder = PathBuf::from(arguments.first().context("usage: test-worker fixtures FOLDER")?);
    let _cluster = share_fixtures(&folder).await?;
    writeln!(std::io::stdout(), "ready")?;
    std::io::copy(&mut std::io::stdin(), &mut std::io::sink())?;
    std::fs::remove_dir_all(folder)?;
    Ok(())
}
