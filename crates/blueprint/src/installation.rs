//! What the database has. A unit of work sees one schema, so the two parts are read apart.

use stormwire_store::tables::action::{self, Action};
use stormwire_store::tables::credential::{self, Credential};
use stormwire_store::tables::event_sink::{self, EventSink};
use stormwire_store::tables::facility::{self, Facility};
use stormwire_store::tables::policy::{self, Policy};
use stormwire_store::tables::watcher::{self, Watcher};
use stormwire_store::{Conn, StoreError};

const FACILITIES_PER_PAGE: u32 = 1_000;

#[derive(Debug, Clone)]
pub(crate) struct Installation {
    pub(crate) it: ItRows,
    pub(crate) organization: OrganizationRows,
}

/// Of the schema `it`.
#[derive(Debug, Clone)]
pub(crate) struct ItRows {
    pub(crate) credentials: Vec<Credential>,
    pub(crate) watchers: Vec<StoredWatcher>,
    pub(crate) sinks: Vec<EventSink>,
}

/// Of the schema `organization`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OrganizationRows {
    pub(crate) policies: Vec<Policy>,
    pub(crate) facilities: Vec<Facility>,
}

#[derive(Debug, Clone)]
pub(crate) struct StoredWatcher {
    pub(crate) watcher: Watcher,
    /// In their order.
    pub(crate) actions: Vec<Action>,
}

impl Installation {
    pub(crate) async fn read(conn: &mut Conn) -> Result<Self, StoreError> {
        Ok(Self { it: ItRows::read(conn).await?, organization: OrganizationRows::read(conn).await? })
    }
}

impl ItRows {
    pub(crate) async fn read(conn: &mut Conn) -> Result<Self, StoreError> {
        let credentials = credential::list(conn, None).await?;
        let mut watchers = Vec::new();
        for watcher in watcher::list(conn).await? {
            let actions = action::list(conn, watcher.id).await?;
            watchers.push(StoredWatcher { watcher, actions });
        }
        Ok(Self { credentials, watchers, sinks: event_sink::list(conn, None).await? })
    }

    pub(crate) fn watcher(&self, name: &str) -> Option<&StoredWatcher> {
        self.watchers.iter().find(|one| one.watcher.fields.name == name)
    }

    pub(crate) fn sink(&self, name: &str) -> Option<&EventSink> {
        self.sinks.iter().find(|one| one.fields.name == name)
    }

    pub(crate) fn credential(&self, name: &str) -> Option<&Credential> {
        self.credentials.iter().find(|one| one.name == name)
    }
}

impl OrganizationRows {
    pub(crate) async fn read(conn: &mut Conn) -> Result<Self, StoreError> {
        let policies = policy::list(conn, None).await?;
        let mut facilities: Vec<Facility> = Vec::new();
        loop {
            let after = facilities.last().map(|last| last.id);
            let page = facility::list(conn, after, FACILITIES_PER_PAGE).await?;
            let is_last = page.len() < FACILITIES_PER_PAGE as usize;
            facilities.extend(page);
            if is_last {
                return Ok(Self { policies, facilities });
            }
        }
    }
}
