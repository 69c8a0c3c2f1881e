//! The binary `stormwire`: command line, wiring, signals, listeners, demo.

mod backup;
mod command;
mod command_database;
mod demo;
mod file_facts;
mod listen;
mod log_limit;
mod logging;
mod observe;
mod output;
mod serve;
mod signals;
mod version;

use clap::Parser;
use std::process::ExitCode;

/// Extraction allocates many small strings and spent half of its time in the system allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = command::Cli::parse();
    let log_limit = logging::start(cli.log_format);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let result = match runtime {
        Ok(runtime) => {
            runtime.spawn(log_limit.report());
            let result = runtime.block_on(command::run(cli));
            // A thread that is still reading a disk must not delay the exit.
            runtime.shutdown_background();
            result
        }
        Err(error) => Err(error.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::debug!(?error, "command failed");
            print_error(&error);
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "a command prints its error to the terminal, not to the log")]
fn print_error(error: &anyhow::Error) {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        // Many errors contain their cause already.
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    eprintln!("stormwire: {text}");
}
