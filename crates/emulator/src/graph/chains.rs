//! The generations of delta links. Every answer of a chain makes a new link; only the newest few still work.

use crate::refusal::Refusal;
use crate::settings::{DeltaLoss, Settings};
use axum::http::{StatusCode, header};
use std::collections::HashMap;

/// Which chains there are, and how far each has come.
#[derive(Debug, Default)]
pub(crate) struct Chains {
    highest: HashMap<u64, u64>,
    next: u64,
}

impl Chains {
    /// A new chain, whose first answer is generation 1.
    pub(crate) fn begin(&mut self) -> (u64, u64) {
        self.next += 1;
        self.highest.insert(self.next, 1);
        (self.next, 1)
    }

    /// The next generation of a chain, when the link that is used is still known.
    pub(crate) fn advance(&mut self, chain: u64, generation: u64, settings: &Settings) -> Result<u64, Lost> {
        let highest = self.highest.get_mut(&chain).ok_or(Lost { generation, highest: 0 })?;
        if generation.saturating_add(settings.delta_generations) <= *highest {
            return Err(Lost { generation, highest: *highest });
        }
        *highest += 1;
        Ok(*highest)
    }

    /// Forgets all of them.
    pub(crate) fn lose(&mut self) {
        self.highest.clear();
    }
}

/// A link that is not known any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lost {
    generation: u64,
    highest: u64,
}

impl Lost {
    /// In one of the ways in which the service says so; `restart` is the address without a state.
    pub(crate) fn refusal(self, how: DeltaLoss, restart: &str) -> Refusal {
        let Self { generation, highest } = self;
        let gone = |code: &str, message: String| Refusal::new(StatusCode::GONE, code, message);
        match how {
            DeltaLoss::SyncStateNotFound => {
                let (second, third) = (highest.saturating_sub(1), highest.saturating_sub(2));
                let kept = format!("[{highest}][{second}][{third}]");
                let text = format!(
                    "The sync state generation is not found; generation={generation};[highest={highest}]{kept}."
                );
                gone("SyncStateNotFound", text)
            }
            DeltaLoss::SyncStateInvalid => gone("SyncStateInvalid", "The sync state is invalid.".into()),
            DeltaLoss::ResyncRequired => {
                gone("resyncRequired", "Resync required. Replace any local items with the server's version.".into())
            }
            DeltaLoss::Location => gone("resyncRequired", "Resync required.".into())
                .with(header::LOCATION, &format!("{restart}?$deltatoken=")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_three_links_work_and_an_older_one_is_lost() {
        let (mut chains, settings) = (Chains::default(), Settings::default());
        let (chain, first) = chains.begin();
        assert_eq!(chains.advance(chain, first, &settings), Ok(2));
        assert_eq!(chains.advance(chain, first, &settings), Ok(3), "a retry of a link that is still kept");
        assert_eq!(chains.advance(chain, 3, &settings), Ok(4));
        let lost = chains.advance(chain, first, &settings).unwrap_err();
        let words = format!("{:?}", lost.refusal(DeltaLoss::SyncStateNotFound, ""));
        assert!(words.contains("generation=1;[highest=4][4][3][2]."), "{words}");
        chains.lose();
        assert!(chains.advance(chain, 4, &settings).is_err());
    }
}
