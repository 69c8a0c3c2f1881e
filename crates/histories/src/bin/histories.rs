//! Runs random histories: `histories FIRST_SEED COUNT [LENGTH]`. Prints a line for each, and each that fails as short as it can be.

use anyhow::{Context, Result};
use std::env;
use stormwire_histories::{History, Seen, Template, shrink};

#[expect(clippy::disallowed_methods, clippy::print_stdout, reason = "a program for the terminal")]
fn main() -> Result<()> {
    let mut numbers = env::args().skip(1).map(|text| text.parse::<u64>().context("not a number"));
    let first = numbers.next().context("usage: histories FIRST_SEED COUNT [LENGTH]")??;
    let count = numbers.next().context("usage: histories FIRST_SEED COUNT [LENGTH]")??;
    let length = usize::try_from(numbers.next().transpose()?.unwrap_or(60))?;
    let template = Template::make()?;
    let mut seen = Seen::default();
    for seed in first..first + count {
        let history = History::draw(seed, length);
        let began = std::time::Instant::now();
        let outcome = history.run(&template)?;
        println!("history {seed}: {:.2} s, {} operations", began.elapsed().as_secs_f64(), outcome.lines.len());
        seen.merge(&outcome.seen);
        if let Some(failure) = outcome.failure {
            println!("  {failure}");
            let shortest = shrink(&history, &template, &failure)?;
            let outcome = shortest.run(&template)?;
            for line in outcome.lines {
                println!("    {line}");
            }
            if let Some(failure) = outcome.failure {
                println!("  {failure}");
            }
        }
    }
    println!("{seen:#?}");
    Ok(())
}
