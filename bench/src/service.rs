//! The real service in a child process, with an emulated provider.

use crate::built_programs::built_program;
use anyhow::{Context, Result, bail, ensure};
use jiff::Timestamp;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock, SystemRng, VirtualClock};
use stormwire_emulator::Emulator;
use stormwire_store::Database;
use stormwire_workflow::ready_workflows;
use tempfile::TempDir;

/// A minute.
const SUBSCRIPTION_CHECKS: usize = 3_000;

/// Stopped when dropped.
pub struct Service {
    pub base: String,
    pub emulator: Emulator,
    process: Child,
    http: reqwest::Client,
    token: String,
    database: Database,
    _folder: TempDir,
}

/// By default SQLite in a temporary folder, without TLS.
#[derive(Default)]
pub struct ServiceOptions {
    pub database: Option<Database>,
    /// Environment variables of the service.
    pub settings: Vec<(&'static str, String)>,
    /// The client of [`Service::get`].
    pub http: Option<reqwest::Client>,
}

impl Service {
    pub async fn start() -> Result<Self> {
        Self::start_with(ServiceOptions::default()).await
    }

    pub async fn start_on(database: Database) -> Result<Self> {
        Self::start_with(ServiceOptions { database: Some(database), ..ServiceOptions::default() }).await
    }

    pub async fn start_with(options: ServiceOptions) -> Result<Self> {
        let ServiceOptions { database, settings, http } = options;
        let emulator = Emulator::new(Arc::new(VirtualClock::running()), Box::new(SystemRng))?;
        let provider = emulator.listen(([127, 0, 0, 1], 0).into()).await?;
        let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR"))?;
        let database = database.unwrap_or_else(|| Database::Sqlite(folder.path().join("data")));
        let program = built_program("stormwire")?;
        let token = create_user(&program, folder.path(), &database)?;
        let provider = format!("http://{provider}");
        let mut process = command(&program, folder.path(), &database, &["serve", "--listen", "127.0.0.1:0"])
            .env("STORMWIRE__GRAPH__BASE_URL", format!("{provider}/v1.0"))
            .env("STORMWIRE__GRAPH__AUTHORITY", provider)
            .envs(settings)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().context("no pipe")?).read_line(&mut line)?;
        let base = line.trim().trim_start_matches("listening on ").to_owned();
        let http = http.map_or_else(|| reqwest::Client::builder().no_proxy().build(), Ok)?;
        Ok(Self { base, emulator, process, http, token, database, _folder: folder })
    }

    pub fn database(&self) -> Database {
        self.database.clone()
    }

    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// Creates a watcher with one action. Returns the id of its subscription.
    pub async fn create_watcher(&self, mailbox: &str) -> Result<String> {
        let config = json!({"Op": {"Action": "Copy"}, "FieldMap": {"Sender": "$.Message.From"}});
        let action = json!({"name": "copy", "actionType": "Data", "config": config});
        self.create_watcher_with(mailbox, &[action]).await
    }

    /// Creates a watcher that stores the strikes of the vendor's emails. Returns the id of its subscription.
    pub async fn create_lightning_watcher(&self, mailbox: &str) -> Result<String> {
        let workflow = ready_workflows().into_iter().next().context("the gallery is empty")?;
        let actions: Vec<Value> = workflow
            .actions
            .into_iter()
            .map(|action| json!({"name": action.name, "actionType": action.action_type, "config": action.config}))
            .collect();
        self.create_watcher_with(mailbox, &actions).await
    }

    async fn create_watcher_with(&self, mailbox: &str, actions: &[Value]) -> Result<String> {
        self.emulator.add_mailbox(mailbox).map_err(anyhow::Error::msg)?;
        let credential = self.credential().await?;
        let watcher = json!({"name": "storm", "mailboxAddress": mailbox, "credentialId": credential});
        let watcher = self.post("/mailbox-watcher", &watcher).await?["id"].clone();
        for action in actions {
            self.post(&format!("/mailbox-watcher/{watcher}/action"), action).await?;
        }
        self.post(&format!("/mailbox-watcher/{watcher}/enable"), &json!({})).await?;
        for _ in 0..SUBSCRIPTION_CHECKS {
            if let Some(id) = self.emulator.subscription_ids().pop() {
                return Ok(id);
            }
            SystemClock.sleep(Duration::from_millis(20)).await;
        }
        let watcher = self.get(&format!("/mailbox-watcher/{watcher}")).await?;
        bail!("the watcher has no subscription: {}", watcher["lastSubscriptionError"])
    }

    /// The id of the one credential, which is created on first use.
    async fn credential(&self) -> Result<Value> {
        if let Some(created) = self.get("/credential").await?.get(0) {
            return Ok(created["id"].clone());
        }
        let credential = json!({"name": "city", "clientId": "app", "clientSecret": "s", "namespace": "contoso.com"});
        Ok(self.post("/credential", &credential).await?["id"].clone())
    }

    /// Waits until that many messages have succeeded. Returns their keys and when they were processed.
    pub async fn wait_processed(&self, count: usize) -> Result<Vec<(String, Timestamp)>> {
        loop {
            let page = self.get("/mailbox-watcher/log?status=Success&limit=500").await?;
            let items = page["items"].as_array().context("no items")?;
            if items.len() >= count {
                let row = |item: &Value| {
                    let text = |name: &str| item[name].as_str().unwrap_or_default().to_owned();
                    Ok((text("messageKey"), text("processedAt").parse()?))
                };
                return items.iter().map(row).collect();
            }
            SystemClock.sleep(Duration::from_millis(50)).await;
        }
    }

    pub async fn post(&self, path: &str, body: &Value) -> Result<Value> {
        let call = self.http.post(format!("{}{path}", self.base)).bearer_auth(&self.token).json(body);
        Ok(call.send().await?.error_for_status()?.json().await.unwrap_or_default())
    }

    pub async fn get(&self, path: &str) -> Result<Value> {
        let call = self.http.get(format!("{}{path}", self.base)).bearer_auth(&self.token);
        Ok(call.send().await?.error_for_status()?.json().await?)
    }
}

/// 503: the last state is too old to be shown, for example while millions of strikes are read for the first time.
pub fn is_unavailable(error: &anyhow::Error) -> bool {
    let status = error.downcast_ref::<reqwest::Error>().and_then(reqwest::Error::status);
    status == Some(reqwest::StatusCode::SERVICE_UNAVAILABLE)
}

/// Returns an API token of a new administrator.
fn create_user(program: &Path, folder: &Path, database: &Database) -> Result<String> {
    let add = ["user", "add", "bench", "--role", "admin", "--password-stdin"];
    let mut add = command(program, folder, database, &add)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .context("cannot start stormwire; run make bench or make soak")?;
    add.stdin.take().context("no pipe")?.write_all(b"a long password")?;
    ensure!(add.wait()?.success(), "cannot create the user");
    let token = command(program, folder, database, &["token", "create", "--user", "bench"]).output()?;
    Ok(String::from_utf8(token.stdout)?.trim().to_owned())
}

fn command(program: &Path, folder: &Path, database: &Database, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    let at = |name: &str| folder.join(name).display().to_string();
    command
        .current_dir(folder)
        .args(arguments)
        .env("STORMWIRE__DATABASE__URL", url(database))
        .env("STORMWIRE__SECRETS__KEY_FILE", at("secret.key"))
        .env("STORMWIRE__PATHS__WORK", at("work"))
        .stderr(Stdio::null());
    command
}

fn url(database: &Database) -> String {
    match database {
        Database::Sqlite(folder) => format!("sqlite:{}", folder.display()),
        Database::Postgres(url) => url.as_str().to_owned(),
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
