//! The trial of SQL effects: a process that is killed between the commit of a step and its end, and the rows afterwards.

use crate::process::Process;
use crate::test_db::TestDb;
use std::io::Read;
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use stormwire_clock::SeededRng;

/// How many of what.
#[derive(Debug, Clone, Copy)]
pub struct SqlTrial {
    /// Steps, each about a message of its own.
    pub steps: u64,
    /// Kills before the last worker may finish.
    pub kills: u64,
}

impl SqlTrial {
    /// Workers that die, by turns at any moment and between the commit of a step and its end; then one that does all steps.
    pub async fn run(self, program: &Path, db: &TestDb) {
        db.execute("create table data.Trial (Number integer not null)").await;
        let rng = SeededRng::new(20_260_502);
        for kill in 1..=self.kills {
            // Each comes further than the one before it, through steps that were done already.
            let step = self.steps * kill / (self.kills + 1) + rng.next() % 7;
            if kill % 2 == 0 {
                self.kill_after(step, program, db);
                continue;
            }
            let (mut process, _output) = self.start(program, db, Some(step));
            assert!(!process.end().success(), "it dies by itself");
            let written = format!("select count(*) from data.Trial where Number = {step}");
            assert_eq!(db.count(&written).await, 1, "the step was committed and never ended");
        }
        let (mut process, mut output) = self.start(program, db, None);
        output.read_to_end(&mut Vec::new()).expect("the pipe can be read");
        assert!(process.end().success(), "the last one does all steps");
        let steps = i64::try_from(self.steps).expect("a count");
        assert_eq!(db.count("select count(*) from data.Trial").await, steps, "no row is lost or doubled");
        assert_eq!(db.count("select count(distinct Number) from data.Trial").await, steps);
        assert_eq!(db.count("select count(*) from data.WorkflowEffect").await, steps);
    }

    fn kill_after(self, steps: u64, program: &Path, db: &TestDb) {
        let (mut process, mut output) = self.start(program, db, None);
        (&mut output).take(steps).read_to_end(&mut Vec::new()).expect("the pipe can be read");
        assert!(process.lives(), "it is killed in the middle of its work");
        process.kill();
    }

    fn start(self, program: &Path, db: &TestDb, last: Option<u64>) -> (Process, ChildStdout) {
        let mut command = Command::new(program);
        command.arg(db.url()).arg(self.steps.to_string()).args(last.map(|last| last.to_string()));
        command.stdout(Stdio::piped());
        let mut process = Process::start(command);
        let output = process.stdout();
        (process, output)
    }
}
