//! The data that the demo starts with: an invented city, its users and its facilities.

mod aerial;
mod city;
pub(crate) mod vendor;
mod watcher;

pub(crate) use aerial::Aerial;
pub(crate) use city::{BOUNDS, CENTRE, CITY, CRS, TIME_ZONE};
pub(crate) use watcher::{CREW, MAILBOX};

use crate::deps::{ClockAndRng, open_store};
use anyhow::Result;
use secrecy::SecretString;
use std::net::SocketAddr;
use std::sync::Arc;
use stormwire_city::accounts::{Password, Users};
use stormwire_city::config::Config;
use stormwire_city::facilities::{CityMap, Facilities};
use stormwire_city::tiles;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::user::Role;

/// Name and password of each role. They are valid in the demo only.
const USERS: [(Role, &str, &str); 3] = [
    (Role::Admin, "admin", "demo-admin"),
    (Role::Operator, "operator", "demo-operator"),
    (Role::Viewer, "viewer", "demo-viewer"),
];

/// Fills the demo's empty database.
pub(crate) async fn seed(config: Config, clock_and_rng: &ClockAndRng, aerial: &Aerial) -> Result<()> {
    let store = open_store(&config).await?;
    tiles::register(&store, aerial.tiles()?, Actor::command_line(), clock_and_rng.clock.now()).await?;
    let users = Users::new(store.clone(), clock_and_rng.clock.clone(), clock_and_rng.rng.clone());
    for (role, name, password) in USERS {
        let password = Password::new(SecretString::from(password))?;
        users.create(name.into(), role, password, Actor::command_line()).await?;
    }
    watcher::seed(&config, &store, clock_and_rng).await?;
    let facilities = city::facilities(&config.city.crs)?;
    let places = Arc::new(CityMap::new(config.city.crs, config.city.bounds));
    let all = Facilities::new(store.clone(), clock_and_rng.clock.clone(), places);
    for facility in facilities {
        all.create(facility, Actor::command_line()).await?;
    }
    store.close().await;
    Ok(())
}

/// Addresses and sign-ins, printed at the start.
pub(crate) fn greeting(address: SocketAddr, provider: &str) -> String {
    let addresses = [
        ("storm", format!("http://{address}/ (what the public sees; the supervisors' is at /portal/storm)")),
        ("portal", format!("http://{address}/portal")),
        ("API", format!("http://{address}/docs")),
        ("status", format!("http://{address}/lightning-strikes/status")),
        ("mail", format!("{provider}/_emulator (a Graph emulator; the watcher looks after {MAILBOX})")),
        ("outbox", format!("{provider}/_emulator/mailboxes/{CREW}/page (the mails about facilities)")),
    ];
    let addresses = addresses.map(|(name, address)| format!("  {name:<8} {address}\n")).concat();
    let users = USERS.map(|(_, name, password)| format!("  sign in as {name} with {password}\n")).concat();
    format!("\n  {CITY}\n{addresses}\n{users}\n  Ctrl-C ends the demo and leaves nothing behind.\n")
}
