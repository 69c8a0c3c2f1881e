//! Never lose, never double: many messages, a provider at its worst. `make soak` does the same with more of all.

use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::hard::{burst, races, worst};

on_both_databases! {
    async fn two_hundred_messages_with_duplicate_unordered_notifications_run_once(db: &TestDb) {
        burst(db, 200).await;
    }

    async fn a_failing_provider_loses_and_duplicates_nothing(db: &TestDb) {
        worst(db, 4, 300).await;
    }

    async fn notification_and_poll_race_to_exactly_one_run(db: &TestDb) {
        races(db, 100).await;
    }
}
