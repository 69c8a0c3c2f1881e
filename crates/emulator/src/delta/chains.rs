//! The generations of delta links. Every response of a chain has a new link; only the newest few still work.

use crate::graph_error::GraphError;
use crate::settings::{LostDeltaLinkError, Settings};
use axum::http::{StatusCode, header};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A delta query and all queries that follow its links.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(crate) struct ChainId(u64);

/// Numbers the responses of a chain from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Generation(u64);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DeltaLink {
    chain: ChainId,
    generation: Generation,
}

/// The newest generation of each chain.
#[derive(Debug, Default)]
pub(crate) struct DeltaChains {
    newest: HashMap<ChainId, Generation>,
    last_chain: ChainId,
}

impl DeltaChains {
    /// Starts a chain. Returns the link of its first response.
    pub(crate) fn start(&mut self) -> DeltaLink {
        let chain = ChainId(self.last_chain.0 + 1);
        let generation = Generation(1);
        self.last_chain = chain;
        self.newest.insert(chain, generation);
        DeltaLink { chain, generation }
    }

    /// Returns the link of the next response if the used link still works.
    pub(crate) fn advance(&mut self, used: DeltaLink, settings: &Settings) -> Result<DeltaLink, LostDeltaLink> {
        let DeltaLink { chain, generation } = used;
        let unknown = LostDeltaLink { generation, newest: Generation(0) };
        let newest = self.newest.get_mut(&chain).ok_or(unknown)?;
        if generation.0.saturating_add(settings.delta_generations) <= newest.0 {
            return Err(LostDeltaLink { generation, newest: *newest });
        }
        newest.0 += 1;
        Ok(DeltaLink { chain, generation: *newest })
    }

    /// Invalidates all links.
    pub(crate) fn clear(&mut self) {
        self.newest.clear();
    }
}

/// A link that no longer works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LostDeltaLink {
    generation: Generation,
    newest: Generation,
}

impl LostDeltaLink {
    /// `restart_url` is the URL of the delta query without a state.
    pub(crate) fn into_error(self, kind: LostDeltaLinkError, restart_url: &str) -> GraphError {
        let gone = |code: &str, message: String| GraphError::new(StatusCode::GONE, code, message);
        match kind {
            LostDeltaLinkError::SyncStateNotFound => {
                let (generation, newest) = (self.generation.0, self.newest.0);
                let (second, third) = (newest.saturating_sub(1), newest.saturating_sub(2));
                let known = format!("[{newest}][{second}][{third}]");
                let message = format!(
                    "The sync state generation is not found; generation={generation};[highest={newest}]{known}."
                );
                gone("SyncStateNotFound", message)
            }
            LostDeltaLinkError::SyncStateInvalid => gone("SyncStateInvalid", "The sync state is invalid.".into()),
            LostDeltaLinkError::ResyncRequired => {
                gone("resyncRequired", "Resync required. Replace any local items with the server's version.".into())
            }
            LostDeltaLinkError::Location => gone("resyncRequired", "Resync required.".into())
                .with_header(header::LOCATION, &format!("{restart_url}?$deltatoken=")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_three_newest_links_work() {
        let (mut chains, settings) = (DeltaChains::default(), Settings::default());
        let first = chains.start();
        let chain = first.chain;
        let link = |generation| DeltaLink { chain, generation: Generation(generation) };
        assert_eq!(first, link(1));
        assert_eq!(chains.advance(first, &settings), Ok(link(2)));
        assert_eq!(chains.advance(first, &settings), Ok(link(3)), "a link that still works can be used again");
        assert_eq!(chains.advance(link(3), &settings), Ok(link(4)));
        let lost = chains.advance(first, &settings).unwrap_err();
        let error = format!("{:?}", lost.into_error(LostDeltaLinkError::SyncStateNotFound, ""));
        assert!(error.contains("generation=1;[highest=4][4][3][2]."), "{error}");
        chains.clear();
        assert!(chains.advance(link(4), &settings).is_err());
    }
}
