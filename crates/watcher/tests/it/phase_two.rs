//! Phase 2 continues with the actions that have no outcome, however the list was changed while it was interrupted.

use serde_json::json;
use std::time::Duration;
use stormwire_store::tables::log::{LogEntry, PhaseTwoStatus};
use stormwire_store::tables::workflow::{Step, StepStatus};
use stormwire_store::{ActionId, WatcherId};
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::{TestService, action_fields, actor, wait_until};

const BOX: &str = "storm@example.gov";

/// Stops the service after the first action of Phase 2 has ended, while the second one runs. Returns all three.
async fn interrupt_second_action(service: &mut TestService, watcher: WatcherId) -> [ActionId; 3] {
    let admin = service.watchers.admin();
    let set = action_fields("Data", json!({"Op": {"Action": "Set"}, "Data": {"Key": 1}}), false);
    let first = admin.create_action(watcher, set, actor()).await.unwrap().id;
    let second = service.add_count_action(watcher, json!({"Wait": true}), false).await;
    let third = service.add_count_action(watcher, json!({}), false).await;
    service.deliver(BOX, "Strike");
    // Phase 1 has an action that counts, too.
    wait_until(async || count_runs(service) == 2).await;
    let clock = service.clock.clone();
    // The item is released after the time that running items have.
    let pass_time = wait_until(async || {
        clock.advance(Duration::from_secs(1));
        false
    });
    tokio::select! {
        () = service.stop() => {}
        () = pass_time => {}
    }
    [first, second, third]
}

fn count_runs(service: &TestService) -> usize {
    service.recorder.runs().values().sum()
}

/// The message and the steps of Phase 2.
async fn wait_ended(service: &TestService) -> (LogEntry, Vec<Step>) {
    service.recorder.wait_permits.add_permits(1);
    let log = service.wait_processed(1).await.remove(0);
    let steps = service.watchers.repair().log(log.id).await.unwrap().steps;
    (log, steps.into_iter().filter(|step| step.phase == 2).collect())
}

fn outcomes(steps: &[Step]) -> Vec<(ActionId, StepStatus)> {
    steps.iter().map(|step| (step.action_id.unwrap(), step.status)).collect()
}

on_both_databases! {
    async fn no_action_is_left_out_if_one_before_it_was_deleted(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        let [first, second, third] = interrupt_second_action(&mut service, watcher).await;
        service.watchers.admin().delete_action(watcher, first, actor()).await.unwrap();
        service.start(db).await;
        let (log, steps) = wait_ended(&service).await;
        assert_eq!((log.phase_two_status, log.error_message), (PhaseTwoStatus::Success, None));
        assert_eq!(outcomes(&steps), [first, second, third].map(|id| (id, StepStatus::Success)));
        assert_eq!(count_runs(&service), 4, "the second one twice, because it was interrupted");
        service.stop().await;
    }

    async fn no_action_is_repeated_if_one_was_added_before_it(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        let [first, second, third] = interrupt_second_action(&mut service, watcher).await;
        let admin = service.watchers.admin();
        let added = service.add_count_action(watcher, json!({}), false).await;
        let phase_one = admin.actions(watcher).await.unwrap().into_iter().find(|one| one.is_phase_one).unwrap().id;
        admin.order_actions(watcher, vec![added, third, second, first, phase_one], actor()).await.unwrap();
        service.start(db).await;
        let (log, steps) = wait_ended(&service).await;
        assert_eq!((log.phase_two_status, log.error_message), (PhaseTwoStatus::Success, None));
        assert_eq!(outcomes(&steps), [first, second, added, third].map(|id| (id, StepStatus::Success)));
        service.stop().await;
    }

    async fn an_action_that_may_have_run_and_was_deleted_fails_phase_two(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_hours(1)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        let [first, second, third] = interrupt_second_action(&mut service, watcher).await;
        service.watchers.admin().delete_action(watcher, second, actor()).await.unwrap();
        service.start(db).await;
        let (log, steps) = wait_ended(&service).await;
        assert_eq!(log.phase_two_status, PhaseTwoStatus::Failed);
        assert!(log.error_message.unwrap().contains("outcome unknown: the action was changed"));
        let expected = [(first, StepStatus::Success), (second, StepStatus::Failed), (third, StepStatus::Skipped)];
        assert_eq!(outcomes(&steps), expected);
        wait_until(async || service.recorder.mails().iter().any(|mail| mail.text.contains("outcome unknown"))).await;
        service.stop().await;
    }
}
