//! The programs that `cargo build` puts next to the running one.

use anyhow::Result;
use std::path::PathBuf;

pub fn built_program(name: &str) -> Result<PathBuf> {
    Ok(std::env::current_exe()?.with_file_name(name))
}
