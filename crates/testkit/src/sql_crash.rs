//! Kills a process between the commit of a SQL step and its end, then checks the rows.

use crate::process::Process;
use crate::test_db::TestDb;
use std::io::{self, Read};
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use stormwire_clock::SeededRng;

/// What a worker prints for each step. A pipe holds few of them: until the test has read them, the worker does not go on.
pub const STEP_OUTPUT: [u8; 4_096] = [b'.'; 4_096];

#[derive(Debug, Clone, Copy)]
pub struct SqlCrashTest {
    /// Each step belongs to another message.
    pub steps: u64,
    /// Kills before the last worker finishes.
    pub kills: u64,
}

impl SqlCrashTest {
    /// Starts workers that die, alternately at a random moment and between the commit of a step and its end. Then a worker
    /// runs all steps.
    pub async fn run(self, program: &Path, db: &TestDb) {
        db.execute("create table data.CrashTest (Number integer not null)").await;
        let rng = SeededRng::new(20_260_502);
        for kill in 1..=self.kills {
            // Each worker gets further than the one before, through steps that are already done.
            let step = self.steps * kill / (self.kills + 1) + rng.next() % 7;
            if kill % 2 == 0 {
                self.kill_after(step, program, db);
                continue;
            }
            let (mut process, mut output) = self.start(program, db, Some(step));
            io::copy(&mut output, &mut io::sink()).expect("read the pipe");
            assert!(!process.wait().success(), "the worker aborts");
            let committed = format!("select count(*) from data.CrashTest where Number = {step}");
            assert_eq!(db.count(&committed).await, 1, "the step was committed but not ended");
        }
        let (mut process, mut output) = self.start(program, db, None);
        io::copy(&mut output, &mut io::sink()).expect("read the pipe");
        assert!(process.wait().success(), "the last worker runs all steps");
        let steps = i64::try_from(self.steps).expect("a small count");
        assert_eq!(db.count("select count(*) from data.CrashTest").await, steps, "no row is lost or duplicated");
        assert_eq!(db.count("select count(distinct Number) from data.CrashTest").await, steps);
        assert_eq!(db.count("select count(*) from data.WorkflowEffect").await, steps);
    }

    fn kill_after(self, steps: u64, program: &Path, db: &TestDb) {
        let (mut process, output) = self.start(program, db, None);
        let mut output = output.take(steps * STEP_OUTPUT.len() as u64);
        io::copy(&mut output, &mut io::sink()).expect("read the pipe");
        assert!(process.is_running(), "killed while it works");
        process.kill();
    }

    fn start(self, program: &Path, db: &TestDb, last: Option<u64>) -> (Process, ChildStdout) {
        let mut command = Command::new(program);
        command.arg("sql").arg(db.url()).arg(self.steps.to_string()).args(last.map(|last| last.to_string()));
        command.stdout(Stdio::piped());
        let mut process = Process::start(command);
        let output = process.stdout();
        (process, output)
    }
}
