//! Processes that tests start, and most of which they kill: `test-worker KIND [ARGUMENTS]`. One program, because linking takes longer
//! than compiling what is special about each of them.

mod events;
mod fixtures;
mod month;
mod postgres;
mod queue;
mod sql;
mod watchers;

use anyhow::{Result, bail};

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (kind, arguments) = arguments.split_first().map_or(("", &[][..]), |(kind, rest)| (kind.as_str(), rest));
    match kind {
        "events" => Box::pin(events::run(arguments)).await,
        "fixtures" => fixtures::run(arguments).await,
        "month" => Box::pin(month::run(arguments)).await,
        "postgres" => postgres::run(),
        "queue" => Box::pin(queue::run(arguments)).await,
        "sql" => Box::pin(sql::run(arguments)).await,
        "watchers" => Box::pin(watchers::run(arguments)).await,
        _ => bail!("usage: test-worker events|fixtures|month|postgres|queue|sql|watchers [ARGUMENTS]"),
    }
}
