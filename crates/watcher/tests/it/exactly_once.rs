//! Each message is processed exactly once. `make soak` runs the same tests with more messages.

use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::exactly_once::{
    duplicate_notifications, failing_provider, failing_shares, file_burst, notification_poll_races, status_event_bursts,
};

on_both_databases! {
    async fn duplicate_unordered_notifications_run_each_message_once(db: &TestDb) {
        duplicate_notifications(db, 100).await;
    }

    async fn a_failing_provider_loses_and_duplicates_nothing(db: &TestDb) {
        failing_provider(db, 4, 120).await;
    }

    async fn notification_and_poll_race_to_exactly_one_run(db: &TestDb) {
        notification_poll_races(db, 50).await;
    }

    async fn bursts_of_status_events_run_each_event_once(db: &TestDb) {
        // More than a poll reads at once.
        status_event_bursts(db, 20, 30).await;
    }

    async fn a_burst_of_files_runs_each_file_once(db: &TestDb) {
        file_burst(db, 150).await;
    }

    async fn failing_shares_lose_and_duplicate_nothing(db: &TestDb) {
        failing_shares(db, 4, 120).await;
    }
}
