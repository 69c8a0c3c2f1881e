//! The clock of the server jumps by hours, forward and back.

use std::time::Duration;
use stormwire_emulator::FaultSet;
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::TestService;

const BOX: &str = "storm@example.gov";

enum ClockJump {
    Forward(u64),
    Back(u64),
}

/// In hours. The clock never shows a time before the watcher was created, from which on messages are new.
const JUMPS: [ClockJump; 5] =
    [ClockJump::Forward(8), ClockJump::Back(5), ClockJump::Forward(2), ClockJump::Back(4), ClockJump::Forward(30)];

on_both_databases! {
    async fn polls_go_on_and_each_message_runs_once_when_the_clock_jumps(db: &TestDb) {
        let mut service = TestService::new(db).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.wait_subscribed(watcher).await;
        // Only polls find the messages: their times are planned.
        service.emulator.set_faults(FaultSet { drop: 1.0, ..FaultSet::default() }).unwrap();
        for (number, jump) in JUMPS.iter().enumerate() {
            match jump {
                ClockJump::Forward(hours) => service.clock.advance(Duration::from_hours(*hours)),
                ClockJump::Back(hours) => service.clock.set_back(Duration::from_hours(*hours)),
            }
            service.deliver(BOX, &number.to_string());
            service.wait_processed(number + 1).await;
        }
        let runs = service.recorder.runs();
        assert_eq!((runs.len(), runs.values().sum::<usize>()), (JUMPS.len(), JUMPS.len()));
        service.stop().await;
    }
}
