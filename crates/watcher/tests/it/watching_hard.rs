//! Never lose, never double: many messages, a provider at its worst. `make soak` does the same with more of all.

use stormwire_testkit::on_both_databases;
use stormwire_testkit::station::hard::{burst, races, worst};

on_both_databases! {
    async fn two_hundred_messages_at_once_with_doubled_and_disordered_notifications(bed: &Bed) {
        burst(bed, 200).await;
    }

    async fn a_provider_at_its_worst_loses_nothing_and_doubles_nothing(bed: &Bed) {
        worst(bed, 4, 300).await;
    }

    async fn a_notification_and_a_look_race_a_hundred_times_and_one_run_each_comes_of_it(bed: &Bed) {
        races(bed, 100).await;
    }
}
