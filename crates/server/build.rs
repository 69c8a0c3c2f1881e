//! Finds the commit that is built, for `stormwire --version`: from the variable `STORMWIRE_COMMIT`, from git, or from
//! `commit.txt`, which `git archive` fills in.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=STORMWIRE_COMMIT");
    println!("cargo::rerun-if-changed=commit.txt");
    let commit = from_environment().or_else(from_git).or_else(from_archive).unwrap_or_else(|| "unknown".into());
    println!("cargo::rustc-env=STORMWIRE_COMMIT={commit}");
}

#[expect(clippy::disallowed_methods, reason = "a build script is configured by the environment")]
fn from_environment() -> Option<String> {
    std::env::var("STORMWIRE_COMMIT").ok().filter(|commit| !commit.is_empty())
}

fn from_git() -> Option<String> {
    // Grows with every commit and checkout.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    Some(text).filter(|text| !text.is_empty())
}

fn from_archive() -> Option<String> {
    let text = std::fs::read_to_string("commit.txt").ok()?;
    Some(text.trim().to_owned()).filter(|commit| !commit.is_empty() && commit.chars().all(|c| c.is_ascii_hexdigit()))
}
