//! The binary `stormwire`: command line, wiring, signals, listeners.

mod command;
mod demo;
mod listen;
mod logging;
mod serve;
mod signals;
mod watching;

use clap::Parser;
use std::process::ExitCode;

/// Mail becomes many small texts at once: with the system's allocator half of an extraction was asking it for memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let line = command::Line::parse();
    logging::start(line.log_format);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let result = match runtime {
        Ok(runtime) => {
            let result = runtime.block_on(command::run(line));
            // A thread that is still reading a disk must not keep a service from ending.
            runtime.shutdown_background();
            result
        }
        Err(error) => Err(error.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::debug!(?error, "the command failed");
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

/// One line for people.
#[expect(clippy::print_stderr, reason = "the last word of a command goes to the terminal")]
fn complain(error: &anyhow::Error) {
    let mut said = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        // Many errors say their cause already.
        if !said.contains(&cause) {
            said = format!("{said}: {cause}");
        }
    }
    eprintln!("stormwire: {said}");
}
