//! Calls that come while another is being stored are stored together: one unit for all that wait, so that a burst costs
//! few transactions and no caller waits long.

use super::Watch;
use super::error::WatchError;
use super::intake::Intake;
use std::sync::{Arc, Mutex, PoisonError};
use stormwire_graph::Notice;
use stormwire_store::StoreError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// The most calls of one unit: a unit stays short however many wait.
const MOST: usize = 256;
/// So many units at once: while one is being written to the disk, the next is weighed.
const TURNS: usize = 2;

/// What one call of the provider said, and who waits for the answer.
pub(super) struct Call {
    pub(super) notices: Vec<Notice>,
    pub(super) answer: oneshot::Sender<Result<Intake, WatchError>>,
}

impl Call {
    /// Nothing of it was looked at.
    pub(super) fn refuse(self, error: &StoreError) {
        // Whoever asked may have gone away.
        let _ = self.answer.send(Err(error.clone().into()));
    }
}

/// The calls that wait.
pub(super) struct Gather {
    waiting: Mutex<Vec<Call>>,
    turns: Arc<Semaphore>,
}

impl Default for Gather {
    fn default() -> Self {
        Self { waiting: Mutex::default(), turns: Arc::new(Semaphore::new(TURNS)) }
    }
}

impl Gather {
    fn push(&self, call: Call) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(call);
    }

    /// The first of those that wait.
    fn pull(&self) -> Vec<Call> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let count = waiting.len().min(MOST);
        waiting.drain(..count).collect()
    }
}

impl Watch {
    /// Takes the notifications of one call. Whoever gets the turn works for all who wait.
    pub async fn take_notices(&self, notices: Vec<Notice>) -> Result<Intake, WatchError> {
        let gather = &self.0.gather;
        let (answer, mut answered) = oneshot::channel();
        gather.push(Call { notices, answer });
        loop {
            tokio::select! {
                biased;
                said = &mut answered => return said.unwrap_or_else(|_| Err(StoreError::Panicked.into())),
                Ok(turn) = gather.turns.clone().acquire_owned() => self.take_turn(turn).await,
            }
        }
    }

    /// In a task of its own: the caller may go away, those who wait with it may not.
    async fn take_turn(&self, turn: OwnedSemaphorePermit) {
        let watch = self.clone();
        let calls = tokio::spawn(async move {
            let calls = watch.0.gather.pull();
            watch.take_calls(calls).await;
            drop(turn);
        });
        // A panic has dropped the answers, which tells whoever waits for them.
        let _ = calls.await;
    }
}
