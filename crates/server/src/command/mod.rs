//! The command line. One file per command; this page says which there are.

mod check;
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

use crate::logging::LogFormat;
use crate::serve;
use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::sync::Arc;
use stormwire_city::config::{Config, Sources};
use stormwire_clock::{Clock, Rng, SystemClock, SystemRng};
use stormwire_store::Store;

/// Watches a mailbox, turns messages into rows exactly once, and says how close the lightning is.
#[derive(Debug, Parser)]
#[command(name = "stormwire", version)]
pub(crate) struct Line {
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

/// Where the configuration comes from.
#[derive(Debug, Args)]
struct ConfigOptions {
    /// The TOML file; without it, stormwire.toml of the current folder where there is one.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Where the rows are: sqlite:FOLDER or postgres://user@host/database.
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,
    /// Set one key over file and environment, as in --set city.name=Springfield.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = pair)]
    settings: Vec<(String, String)>,
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

impl ConfigOptions {
    fn sources(&self) -> Result<Sources> {
        let sources = Sources::from_file(self.config.as_deref())?.with_environment(environment());
        let named = self.database_url.iter().map(|url| ("database.url", url));
        let set = self.settings.iter().map(|(key, value)| (key.as_str(), value));
        Ok(named.chain(set).fold(sources, |sources, (key, value)| sources.with_flag(key, value)))
    }

    fn load(&self) -> Result<Config> {
        Ok(Config::load(&self.sources()?)?)
    }
}

impl ServeOptions {
    fn load(&self) -> Result<Config> {
        let named = [("server.listen", &self.listen), ("server.public_url", &self.public_url)];
        let given = named.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
        let sources = given.fold(self.config.sources()?, |sources, (key, value)| sources.with_flag(key, value));
        Ok(Config::load(&sources)?)
    }
}

/// Variables whose name or value is not text cannot be ours.
#[expect(clippy::disallowed_methods, reason = "the environment is read here, once, for the configuration")]
fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or_else(|| format!("{text:?} is not KEY=VALUE"))?;
    Ok((key.trim().to_owned(), value.to_owned()))
}

pub(crate) async fn run(line: Line) -> Result<()> {
    match line.command {
        Command::Demo(options) => demo::run(options).await,
        Command::Serve(options) => {
            serve::run(options.load()?, world(), crate::signals::stop()?, |_| String::new(), None).await
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
        Command::Openapi => print(&stormwire_api::openapi()),
    }
}

/// The database as a command beside a service opens it.
pub(crate) async fn store(config: &Config) -> Result<Store> {
    Ok(Store::open(&config.database, None).await?)
}

/// The machine's time and randomness.
pub(crate) fn world() -> (Arc<dyn Clock>, Arc<dyn Rng>) {
    (Arc::new(SystemClock), Arc::new(SystemRng))
}

/// What a command was asked for goes to standard output; everything else is logged. Whoever has stopped reading, as `head`
/// does, has what he wanted.
pub(crate) fn print(text: &str) -> Result<()> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}
