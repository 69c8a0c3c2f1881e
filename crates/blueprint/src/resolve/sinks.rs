//! Sinks, and the secrets that they need.

use super::{Resolver, WantedSink};
use crate::describe::sink_entry;
use crate::document::SinkEntry;
use stormwire_announce::{SinkInput, masked_url};
use stormwire_city::action_secrets::MASK;
use stormwire_store::FacilityId;
use stormwire_store::tables::event_sink::{SinkFields, SinkKind};

impl Resolver<'_> {
    pub(super) fn sink(&mut self, entry: &SinkEntry) -> Option<WantedSink> {
        let path = format!("sinks[{:?}]", entry.name);
        let stored = self.installation.it.sink(&entry.name);
        if let Some(before) = stored.map(|one| one.fields.kind).filter(|kind| *kind != entry.kind) {
            let message = format!("cannot be changed from {before} to {}; use another name for a new sink", entry.kind);
            self.reject(format!("{path}.kind"), message);
        }
        let url = masked_url(&entry.url);
        if url != entry.url {
            let message = format!(
                "the query may be a key, which a file must not contain; write ?{MASK}, and enter it in the portal"
            );
            self.reject(format!("{path}.url"), message);
        }
        let facility_ids = self.sink_facilities(&path, entry).ok()?;
        let input = SinkInput {
            name: entry.name.clone(),
            kind: entry.kind.name().to_owned(),
            url: url.split('?').next().unwrap_or_default().to_owned(),
            secret: None,
            facility_ids,
            statuses: entry.statuses.as_ref().map(|all| all.iter().map(ToString::to_string).collect()),
            is_enabled: entry.is_enabled,
        };
        let fields = input.validate().map_err(|violations| {
            for violation in violations {
                let field = if violation.field == "facilityIds" { "facilities" } else { violation.field };
                self.reject(format!("{path}.{field}"), violation.message);
            }
        });
        let known_url = stored.map(|one| one.fields.url.clone()).filter(|known| masked_url(known) == url);
        let mut missing_secrets = Vec::new();
        if known_url.is_none() && url.contains(MASK) {
            missing_secrets.push(format!("the query of the URL of the sink {:?}", entry.name));
        }
        if entry.kind == SinkKind::Webhook && stored.is_none_or(|one| one.sealed_secret.is_none()) {
            missing_secrets.push(format!("the secret of the sink {:?}", entry.name));
        }
        let fields = SinkFields { url: known_url.unwrap_or(url), ..fields.ok()? };
        let entry = sink_entry(&fields, &self.names).map_err(|message| self.reject(path, message)).ok()?;
        Some(WantedSink { entry, fields, missing_secrets })
    }

    /// Fails if one of them does not exist.
    fn sink_facilities(&mut self, path: &str, entry: &SinkEntry) -> Result<Option<Vec<i64>>, ()> {
        let ids: Option<Result<Vec<i64>, String>> =
            entry.facilities.as_ref().map(|names| names.iter().map(|name| self.facility_number(name)).collect());
        ids.transpose().map_err(|message| self.reject(format!("{path}.facilities"), message))
    }

    fn facility_number(&self, name: &str) -> Result<i64, String> {
        self.names.facility(name).map(FacilityId::get)
    }
}
