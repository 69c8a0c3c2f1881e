//! Push subscriptions: one per browser and facility, with at most one pending notification.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::{earlier, later};
use stormwire_store::tables::push_subscription::{
    self as rows, DueNotification, NewPushSubscription, PendingChange, PendingUpdate, PushLanguage, PushLifetime,
    SentNotification,
};
use stormwire_store::tables::status_event::{self, FacilityStatus};
use stormwire_store::tables::web_push;
use stormwire_store::{Conn, FacilityId, Schema, StatusEventId, StoreError};
use stormwire_testkit::{TestDb, on_both_databases};

const DAY: Duration = Duration::from_hours(24);

fn noon() -> Timestamp {
    "2026-05-01T12:00:00.25Z".parse().unwrap()
}

fn browser(number: u32, facility: i64) -> NewPushSubscription {
    NewPushSubscription {
        facility_id: FacilityId::new(facility),
        endpoint: format!("https://push.example/{number}"),
        host: "push.example".into(),
        is_known_service: true,
        p256dh: "key".into(),
        auth: "auth".into(),
        language: PushLanguage::English,
    }
}

async fn write<T: Send + 'static>(
    db: &TestDb,
    unit: impl for<'a> FnOnce(&'a mut Conn) -> BoxFuture<'a, Result<T, StoreError>> + Send + 'static,
) -> T {
    db.store.write(Schema::It, unit).await.unwrap()
}

async fn subscribe(db: &TestDb, token: &'static str, new: NewPushSubscription) {
    let lifetime = PushLifetime { now: noon(), expires_at: later(noon(), 180 * DAY) };
    write(db, move |conn| async move { rows::put(conn, token, &new, lifetime).await }.boxed()).await;
}

/// Records a change of facility 1 at noon and returns its id.
async fn event(db: &TestDb, to: FacilityStatus) -> StatusEventId {
    db.execute(&format!(
        "insert into it.StatusEvent (FacilityId, FacilityName, At, NoticedAt, \"From\", \"To\", Cause) \
         values (1, 'Pool', '{:.6}', '{:.6}', 'Clearing', '{to}', 'Timer')",
        noon(),
        noon()
    ))
    .await;
    status_event::last_id(&mut db.store.reader().await.unwrap()).await.unwrap()
}

async fn update(db: &TestDb, event_id: StatusEventId, status: FacilityStatus, change: PendingChange) {
    let update = PendingUpdate { facility_id: FacilityId::new(1), event_id, status, change };
    write(db, move |conn| async move { rows::update_pending(conn, update, noon()).await }.boxed()).await;
}

async fn due(db: &TestDb, now: Timestamp) -> Vec<DueNotification> {
    rows::list_due(&mut db.store.reader().await.unwrap(), now, true, 10).await.unwrap()
}

fn result_of(due: &DueNotification) -> SentNotification {
    SentNotification { id: due.id, event_id: due.event_id, now: noon() }
}

async fn count(db: &TestDb) -> i64 {
    db.count("select count(*) from it.PushSubscription").await
}

on_both_databases! {
    async fn a_browser_has_one_subscription_per_facility(db: &TestDb) {
        subscribe(db, "one", browser(1, 1)).await;
        subscribe(db, "two", browser(1, 2)).await;
        subscribe(db, "again", NewPushSubscription { language: PushLanguage::Spanish, ..browser(1, 1) }).await;
        assert_eq!(count(db).await, 2);
        let mut conn = db.store.reader().await.unwrap();
        let token = rows::find_token(&mut conn, "https://push.example/1", FacilityId::new(1)).await.unwrap();
        assert_eq!(token.as_deref(), Some("one"), "a renewal keeps the token");
        assert_eq!(db.count("select count(*) from it.PushSubscription where Language = 'es'").await, 1);
        assert!(write(db, |conn| rows::delete_by_token(conn, "one").boxed()).await);
        assert!(!write(db, |conn| rows::delete_by_token(conn, "one").boxed()).await);
        assert_eq!(count(db).await, 1);
    }

    async fn usage_counts_hosts_and_other_services(db: &TestDb) {
        subscribe(db, "one", browser(1, 1)).await;
        subscribe(db, "two", NewPushSubscription { host: "own.example".into(), is_known_service: false, ..browser(2, 1) }).await;
        let usage = rows::usage(&mut db.store.reader().await.unwrap(), "push.example").await.unwrap();
        assert_eq!((usage.total, usage.of_host, usage.of_other_services), (2, 1, 1));
    }

    async fn a_newer_event_replaces_a_pending_notification(db: &TestDb) {
        subscribe(db, "one", browser(1, 1)).await;
        subscribe(db, "other", browser(1, 2)).await;
        let (active, clear) = (event(db, FacilityStatus::Active).await, event(db, FacilityStatus::Clear).await);
        update(db, active, FacilityStatus::Active, PendingChange::Notify).await;
        let first = due(db, noon()).await;
        assert_eq!(first.iter().map(|due| (due.event_id, due.status)).collect::<Vec<_>>(), [(active, FacilityStatus::Active)]);
        update(db, clear, FacilityStatus::Clear, PendingChange::Notify).await;
        let sent = result_of(&first[0]);
        write(db, move |conn| rows::put_sent(conn, sent).boxed()).await;
        let second = due(db, noon()).await;
        assert_eq!(second.iter().map(|due| due.event_id).collect::<Vec<_>>(), [clear], "the newer one stays pending");
        let sent = result_of(&second[0]);
        write(db, move |conn| rows::put_sent(conn, sent).boxed()).await;
        assert_eq!(due(db, later(noon(), DAY)).await, []);
    }

    async fn only_warned_browsers_get_the_end_of_unknown(db: &TestDb) {
        subscribe(db, "one", browser(1, 1)).await;
        let (unknown, clear) = (event(db, FacilityStatus::Unknown).await, event(db, FacilityStatus::Clear).await);
        update(db, clear, FacilityStatus::Clear, PendingChange::NotifyIfWarned).await;
        assert_eq!(due(db, noon()).await, []);
        update(db, unknown, FacilityStatus::Unknown, PendingChange::Notify).await;
        update(db, unknown, FacilityStatus::Unknown, PendingChange::Drop).await;
        assert_eq!(due(db, noon()).await, []);
        update(db, clear, FacilityStatus::Clear, PendingChange::NotifyIfWarned).await;
        assert_eq!(due(db, noon()).await.len(), 1);
        update(db, clear, FacilityStatus::Clear, PendingChange::Drop).await;
        update(db, clear, FacilityStatus::Clear, PendingChange::NotifyIfWarned).await;
        assert_eq!(due(db, noon()).await, [], "after Clear nobody is warned");
    }

    async fn failures_are_retried_then_end_the_subscription(db: &TestDb) {
        subscribe(db, "one", browser(1, 1)).await;
        let active = event(db, FacilityStatus::Active).await;
        update(db, active, FacilityStatus::Active, PendingChange::Notify).await;
        let failed = result_of(&due(db, noon()).await[0]);
        let next = later(noon(), Duration::from_secs(5));
        write(db, move |conn| rows::put_retry(conn, failed, next).boxed()).await;
        assert_eq!(due(db, noon()).await, []);
        let again = due(db, next).await;
        assert_eq!(again.iter().map(|due| due.attempts).collect::<Vec<_>>(), [1]);
        write(db, move |conn| rows::put_failed(conn, failed).boxed()).await;
        assert_eq!(due(db, later(noon(), DAY)).await, []);
        assert_eq!(db.count("select Failures from it.PushSubscription").await, 2);
        let delete = |now, failing_before| write(db, move |conn| rows::delete_expired(conn, now, failing_before).boxed());
        assert_eq!(delete(noon(), noon()).await, 0);
        assert_eq!(delete(noon(), later(noon(), Duration::from_secs(1))).await, 1);
        subscribe(db, "two", browser(1, 1)).await;
        assert_eq!(delete(later(noon(), 180 * DAY), noon()).await, 0);
        assert_eq!(delete(later(noon(), 181 * DAY), noon()).await, 1, "no visit has renewed it");
    }

    async fn a_clock_that_was_set_back_delays_no_notification(db: &TestDb) {
        subscribe(db, "one", browser(1, 1)).await;
        subscribe(db, "nothing to send", browser(1, 2)).await;
        let active = event(db, FacilityStatus::Active).await;
        update(db, active, FacilityStatus::Active, PendingChange::Notify).await;
        let set_back = earlier(noon(), Duration::from_hours(5));
        assert_eq!(due(db, set_back).await, []);
        write(db, move |conn| rows::make_due(conn, set_back).boxed()).await;
        assert_eq!(due(db, set_back).await.len(), 1);
        assert_eq!(db.count("select count(*) from it.PushSubscription where NextAttemptAt is not null").await, 1);
    }

    async fn outdated_notifications_are_dropped(db: &TestDb) {
        subscribe(db, "one", browser(1, 1)).await;
        let active = event(db, FacilityStatus::Active).await;
        update(db, active, FacilityStatus::Active, PendingChange::Notify).await;
        let clear = |before| write(db, move |conn| rows::clear_outdated(conn, before).boxed());
        assert_eq!((clear(earlier(noon(), DAY)).await, due(db, noon()).await.len()), (0, 1));
        assert_eq!((clear(later(noon(), DAY)).await, due(db, noon()).await.len()), (1, 0));
    }

    async fn subscriptions_end_with_their_facility(db: &TestDb) {
        db.execute("insert into organization.Facility (Id, Name) values (1, 'Pool')").await;
        subscribe(db, "one", browser(1, 1)).await;
        subscribe(db, "two", browser(1, 2)).await;
        let found = rows::orphaned_facilities(&mut db.store.reader().await.unwrap()).await.unwrap();
        assert_eq!(found, [FacilityId::new(2)]);
        assert_eq!(write(db, |conn| rows::delete_of_facility(conn, FacilityId::new(2)).boxed()).await, 1);
        assert_eq!(count(db).await, 1);
    }

    async fn events_are_handled_once(db: &TestDb) {
        let id = StatusEventId::new;
        assert_eq!(web_push::get(&mut db.store.reader().await.unwrap()).await.unwrap(), None);
        write(db, move |conn| web_push::put(conn, "public", id(5)).boxed()).await;
        assert_eq!(web_push::get(&mut db.store.reader().await.unwrap()).await.unwrap(), None, "without a private key");
        db.execute("update it.WebPush set PrivateKey = 'sealed'").await;
        assert!(write(db, move |conn| web_push::advance(conn, id(5), id(7)).boxed()).await);
        assert!(!write(db, move |conn| web_push::advance(conn, id(5), id(6)).boxed()).await);
        let found = web_push::get(&mut db.store.reader().await.unwrap()).await.unwrap().unwrap();
        assert_eq!((found.public_key.as_str(), found.last_event_id), ("public", id(7)));
    }
}
