//! The demo's watcher, on a mailbox of the emulated provider.

use anyhow::{Context, Result};
use serde_json::json;
use stormwire_city::config::Config;
use stormwire_city::credentials::{CredentialFields, Credentials};
use stormwire_city::secrets::Secrets;
use stormwire_service::watchers;
use stormwire_service::{Deps, Surroundings};
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::watcher::WatcherFields;
use stormwire_store::{CredentialId, Store};
use stormwire_workflow::{Workflow, ready_workflows};

pub(crate) const MAILBOX: &str = "storm@demo.example";

/// Receives the emails about facilities.
pub(crate) const CREW: &str = "crew@demo.example";

/// Creates a credential and an enabled watcher that stores the strikes from the vendor's emails and notifies the crew.
pub(super) async fn seed_watcher(config: &Config, store: &Store, surroundings: &Surroundings) -> Result<()> {
    let secrets = Secrets::load(config.key_file.clone(), surroundings.rng.clone())?;
    let credentials = Credentials::new(store.clone(), surroundings.clock.clone(), secrets.clone());
    let registration = CredentialFields {
        name: "Demo".into(),
        client_id: "demo".into(),
        namespace: "demo.example".into(),
        secret_expires_at: None,
        usage: None,
    };
    let credential = credentials.create(registration, "demo".into(), Actor::command_line()).await?;
    let deps = Deps::new(store.clone(), surroundings, secrets);
    // The public URL is known once the service listens; nothing here uses it.
    let watchers = watchers::build(config, &deps, &"http://127.0.0.1".parse()?)?;
    let admin = watchers.admin();
    let created = admin.create(fields(credential.id), Actor::command_line()).await?;
    let id = created.watcher.id;
    let settings = [("Recipients".to_owned(), json!(CREW))].into_iter().collect();
    admin.import_workflow(id, &workflow()?, &settings, Actor::command_line()).await?;
    admin.set_enabled(id, true, Actor::command_line()).await?;
    Ok(())
}

fn fields(credential: CredentialId) -> WatcherFields {
    WatcherFields {
        description: Some("Watches the mailbox of the emulated provider".into()),
        credential_id: Some(credential),
        reconciliation_interval_seconds: Some(10),
        process_existing: Some(true),
        ..WatcherFields::new("Lightning mail", MAILBOX)
    }
}

/// The workflow of the gallery, sending through the emulated provider.
fn workflow() -> Result<Workflow> {
    let with_mail = |workflow: &Workflow| workflow.name == "Lightning ingest with facility mail";
    let mut workflow = ready_workflows().into_iter().find(with_mail).context("the gallery has no facility mail")?;
    for action in workflow.actions.iter_mut().filter(|action| action.action_type == "Email") {
        action.config["Op"]["Via"] = json!("Graph");
        action.config["Op"]["From"] = json!(MAILBOX);
    }
    Ok(workflow)
}
