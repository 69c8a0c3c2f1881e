//! Retention: old finished messages lose their envelope and are still known.

use crate::claims::{claim, claim_at};
use futures_util::FutureExt;
use std::time::Duration;
use stormwire_clock::{Clock, earlier};
use stormwire_store::Schema;
use stormwire_store::tables::retention;
use stormwire_testkit::{DirectConnection, on_both_databases};

on_both_databases! {
    async fn old_finished_message_loses_its_envelope_but_stays_known(db: &TestDb) {
        let now = db.clock.now();
        for (key, days, status) in [("old", 500, "Success"), ("open", 500, "Processing"), ("new", 10, "Success")] {
            let at = earlier(now, Duration::from_hours(24 * days));
            db.store.write(Schema::It, move |conn| claim_at(conn, 1, key, at)).await.unwrap();
            DirectConnection::connect(&db.database).await.execute(&format!(
                "update it.MailboxWatcherLog set Status = '{status}', Subject = 's', FromAddress = 'f' where MessageKey = '{key}'"
            )).await.unwrap();
        }
        let cutoff = earlier(now, Duration::from_hours(24 * 400));
        let purged = db.store.write(Schema::It, move |conn| retention::purge(conn, cutoff, 100).boxed()).await;
        assert_eq!(purged.unwrap(), 1);
        assert_eq!(db.count("select count(*) from it.MailboxWatcherLog where Subject = 's'").await, 2);
        let known = db.store.write(Schema::It, |conn| claim(conn, 1, "old")).await;
        assert_eq!(known.unwrap(), None, "the pair of watcher and message is never deleted");
        let rest = db.store.write(Schema::It, move |conn| retention::purge(conn, cutoff, 100).boxed()).await;
        assert_eq!(rest.unwrap(), 0, "what is purged is not purged again");
    }
}
