//! What a message told of strikes: needed to see whether its times can be right.

use super::{Watch, WatchError};
use crate::flow::Context;
use crate::lightning::source::{newest_strike, writes_strikes};
use crate::store::action::Action;
use crate::store::workflow;
use futures_util::FutureExt;
use jiff::Timestamp;

impl Watch {
    /// When the newest of the strikes struck that a run has written so far; none when it has written none.
    pub(super) async fn newest_strike(
        &self,
        run_id: &str,
        actions: &[Action],
        context: &Context,
    ) -> Result<Option<Timestamp>, WatchError> {
        if !actions.iter().any(writes_strikes) {
            return Ok(None);
        }
        let read = || async { Ok(workflow::steps(&mut self.store.reader().await?, run_id).await?) }.boxed();
        let steps = self.patiently(read).await?;
        let is_done =
            |action: &&Action| steps.iter().any(|step| step.action_id == Some(action.id) && step.status == "Success");
        Ok(newest_strike(actions.iter().filter(is_done), context))
    }
}
