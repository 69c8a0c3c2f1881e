//! The command line: one file per command.

mod check;
mod config_options;
mod demo;
mod emulator;
mod extract;
mod facilities;
mod migrate;
mod queue;
mod secrets;
mod storm;
mod tiles;
mod token;
mod user;
mod workflow;

use crate::deps::ClockAndRng;
use crate::logging::LogFormat;
use crate::output::print;
use crate::serve;
use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use config_options::ConfigOptions;
use stormwire_city::config::Config;

/// Watches a mailbox, turns messages into rows exactly once, and says how close the lightning is.
#[derive(Debug, Parser)]
#[command(name = "stormwire", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
    /// The form of log lines.
    #[arg(long, global = true, value_enum, default_value = "text")]
    pub(crate) log_format: LogFormat,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Everything on this machine with no set-up, in a temporary folder.
    Demo(demo::Options),
    /// Run the service.
    Serve(ServeOptions),
    /// Bring the tables up to date, or say what keeps them from it.
    Migrate(ConfigOptions),
    /// Make users.
    #[command(subcommand)]
    User(user::Action),
    /// Make API tokens.
    #[command(subcommand)]
    Token(token::Action),
    /// Look after the key that seals secrets.
    #[command(subcommand)]
    Secrets(secrets::Action),
    /// Bring facilities in from a file.
    #[command(subcommand)]
    Facilities(facilities::Action),
    /// Bring aerial tiles in, or make them from larger pictures.
    #[command(subcommand)]
    Tiles(tiles::Action),
    /// Put ready workflows into watchers, and compare one with the job that it replaces.
    #[command(subcommand)]
    Workflow(workflow::Action),
    /// Show what waits, what is in hand and what was given up in the background.
    Queue(queue::Options),
    /// Whether everything that watching needs is there, and what to do where it is not.
    Check(check::Options),
    /// Try the config of a TextExtract action on a mail or a text; prints Items and Count.
    Extract(extract::Options),
    /// Microsoft Graph mail on this machine, to develop and test against.
    GraphEmulator(emulator::Options),
    /// Make up storms, to try things out with.
    #[command(subcommand)]
    Storm(storm::Action),
    /// Print the OpenAPI document.
    Openapi,
}

#[derive(Debug, Args)]
struct ServeOptions {
    #[command(flatten)]
    config: ConfigOptions,
    /// Where to listen, as in 127.0.0.1:8080; port 0 picks a free one.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
    /// What the provider calls.
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
}

impl ServeOptions {
    fn load(&self) -> Result<Config> {
        let flags = [("server.listen", &self.listen), ("server.public_url", &self.public_url)];
        let given = flags.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
        let sources = given.fold(self.config.sources()?, |sources, (key, value)| sources.with_flag(key, value));
        Ok(Config::load(&sources)?)
    }
}

pub(crate) async fn run(cli: Cli) -> Result<()> {
    match cli.command {
        Command::Demo(options) => demo::run(options).await,
        Command::Serve(options) => {
            serve::run(options.load()?, ClockAndRng::system(), crate::signals::stop()?, |_| String::new(), None).await
        }
        Command::Migrate(options) => migrate::run(&options.load()?).await,
        Command::User(action) => user::run(action).await,
        Command::Token(action) => token::run(action).await,
        Command::Secrets(action) => secrets::run(action).await,
        Command::Facilities(action) => facilities::run(action).await,
        Command::Tiles(action) => tiles::run(action).await,
        Command::Workflow(action) => workflow::run(action).await,
        Command::Queue(options) => queue::run(&options).await,
        Command::Check(options) => check::run(options).await,
        Command::Extract(options) => extract::run(options).await,
        Command::GraphEmulator(options) => emulator::run(options).await,
        Command::Storm(action) => storm::run(action),
        Command::Openapi => print(stormwire_api::openapi()),
    }
}
