//! The command line: one file per command.

mod backup;
mod check;
mod config;
mod config_options;
mod copy;
mod demo;
mod doctor;
mod dry_run;
mod emulator;
mod extract;
mod facilities;
mod layer;
mod migrate;
mod queue;
mod ready;
mod restore;
mod secrets;
mod service_account;
mod storm;
mod tiles;
mod token;
mod user;
mod workflow;

use crate::logging::LogFormat;
use crate::output::print;
use crate::serve;
use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use config_options::ConfigOptions;
use service_account::require_service_account;
use stormwire_city::config::Config;
use stormwire_service::Surroundings;

/// Watch mailboxes, process each message once, and show the lightning status of facilities
#[derive(Debug, Parser)]
#[command(name = "stormwire", version = crate::version::VERSION_AND_COMMIT)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Format of log lines
    #[arg(long, global = true, value_enum, default_value = "text")]
    pub(crate) log_format: LogFormat,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run a complete demo in a temporary folder
    Demo(demo::Options),
    /// Run the service
    Serve(ServeOptions),
    /// Migrate the database
    Migrate(ConfigOptions),
    /// Manage users
    #[command(subcommand)]
    User(user::Action),
    /// Manage API tokens
    #[command(subcommand)]
    Token(token::Action),
    /// Manage the key that encrypts secrets
    #[command(subcommand)]
    Secrets(secrets::Action),
    /// Back up database, media and open messages into one file, also while the service runs
    Backup(backup::Options),
    /// Restore a backup into an empty folder
    Restore(restore::Options),
    /// Copy all rows from SQLite to PostgreSQL or back
    Copy(copy::Options),
    /// Export the configuration as a file, or apply such a file
    #[command(subcommand)]
    Config(config::Action),
    /// Import facilities
    #[command(subcommand)]
    Facilities(facilities::Action),
    /// Import aerial tiles or build them from larger images
    #[command(subcommand)]
    Tiles(tiles::Action),
    /// Import, list and remove map layers: boundaries, roads, water and parks
    #[command(subcommand)]
    Layer(layer::Action),
    /// Import ready-made workflows, and compare a watcher with the job it replaces
    #[command(subcommand)]
    Workflow(workflow::Action),
    /// List background jobs, and retry failed ones
    Queue(queue::Options),
    /// Check configuration, database, credentials, mailboxes and webhook
    Check(check::Options),
    /// Print a report for support, without secrets
    Doctor(ConfigOptions),
    /// Check whether the service on this machine is ready
    Ready(ConfigOptions),
    /// Run the config of a TextExtract action on an email or text file
    Extract(extract::Options),
    /// Run an emulator of Microsoft Graph mail, for development and tests
    GraphEmulator(emulator::Options),
    /// Generate synthetic storms
    #[command(subcommand)]
    Storm(storm::Action),
    /// Print the OpenAPI document
    Openapi,
}

#[derive(Debug, Args)]
struct ServeOptions {
    #[command(flatten)]
    config: ConfigOptions,
    /// Address to listen on, such as 127.0.0.1:8080; port 0 picks a free port
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
    /// Public URL of the service, which the mail provider calls
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
}

impl ServeOptions {
    fn load(&self) -> Result<Config> {
        let flags = [("server.listen", &self.listen), ("server.public_url", &self.public_url)];
        let given = flags.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
        let sources = given.fold(self.config.sources()?, |sources, (key, value)| sources.with_flag(key, value));
        let config = Config::load(&sources)?;
        require_service_account(&config)?;
        if let Some(path) = sources.path() {
            tracing::info!(path = %path.display(), "configuration file read");
        }
        Ok(config)
    }
}

pub(crate) async fn run(cli: Cli) -> Result<()> {
    match cli.command {
        Command::Demo(options) => Box::pin(demo::run(options)).await,
        Command::Serve(options) => {
            serve::run(options.load()?, Surroundings::system(), crate::signals::stop()?, |_| String::new(), None).await
        }
        Command::Migrate(options) => migrate::run(&options.load()?).await,
        Command::User(action) => user::run(action).await,
        Command::Token(action) => token::run(action).await,
        Command::Secrets(action) => secrets::run(action).await,
        Command::Backup(options) => backup::run(options).await,
        Command::Restore(options) => restore::run(options).await,
        Command::Copy(options) => copy::run(options).await,
        Command::Config(action) => Box::pin(config::run(action)).await,
        Command::Facilities(action) => facilities::run(action).await,
        Command::Tiles(action) => tiles::run(action).await,
        Command::Layer(action) => layer::run(action).await,
        Command::Workflow(action) => workflow::run(action).await,
        Command::Queue(options) => queue::run(&options).await,
        Command::Check(options) => check::run(options).await,
        Command::Doctor(options) => doctor::run(&options).await,
        Command::Ready(options) => ready::run(&options).await,
        Command::Extract(options) => extract::run(options).await,
        Command::GraphEmulator(options) => emulator::run(options).await,
        Command::Storm(action) => storm::run(action),
        Command::Openapi => print(stormwire_api::openapi()),
    }
}
