//! Permits for computations that are not cached.

use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Uncached computations at once.
const MAX_COMPUTATIONS: usize = 2;
/// Replays among them, so that replays never keep out a live request with its own parameters.
const MAX_REPLAYS: usize = 1;
/// Parts of the list of facilities that are rendered at once.
const MAX_PARTS: usize = 2;
pub(crate) const PERMIT_TIMEOUT: Duration = Duration::from_secs(2);

/// What is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComputationKind {
    /// From the strikes in memory, as of now.
    Live,
    /// As of another time, or with strikes from the database.
    Replay,
    /// Rendered for one client from the evaluation that all clients share. Has permits of its own, so that requests with their
    /// own parameters never keep it out.
    Part,
}

/// Held until an uncached computation ends; freed with its last copy.
#[derive(Clone)]
pub struct ComputePermit(#[expect(dead_code, reason = "held, not read")] Arc<HeldPermits>);

struct HeldPermits {
    #[expect(dead_code, reason = "held, not read")]
    replay: Option<OwnedSemaphorePermit>,
    #[expect(dead_code, reason = "held, not read")]
    computation: OwnedSemaphorePermit,
}

pub(crate) struct ComputePermits {
    replays: Arc<Semaphore>,
    computations: Arc<Semaphore>,
    parts: Arc<Semaphore>,
}

impl Default for ComputePermits {
    fn default() -> Self {
        Self {
            replays: Arc::new(Semaphore::new(MAX_REPLAYS)),
            computations: Arc::new(Semaphore::new(MAX_COMPUTATIONS)),
            parts: Arc::new(Semaphore::new(MAX_PARTS)),
        }
    }
}

impl ComputePermits {
    /// None if the semaphores are closed, which they never are.
    pub(crate) async fn acquire(&self, kind: ComputationKind) -> Option<ComputePermit> {
        let replay = match kind {
            ComputationKind::Live | ComputationKind::Part => None,
            ComputationKind::Replay => Some(self.replays.clone().acquire_owned().await.ok()?),
        };
        let permits = if kind == ComputationKind::Part { &self.parts } else { &self.computations };
        let computation = permits.clone().acquire_owned().await.ok()?;
        Some(ComputePermit(Arc::new(HeldPermits { replay, computation })))
    }
}
