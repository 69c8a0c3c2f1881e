//! Fields of a watcher for unit tests.

use stormwire_store::tables::watcher::WatcherFields;

pub(crate) fn fields() -> WatcherFields {
    WatcherFields::new("Storm", "storm@example.gov")
}
