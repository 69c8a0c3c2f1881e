//! Limits how long a user waits for the mail provider. The portal cancels a request after 15 s; an error before that shows
//! the user that the provider did not answer.

use crate::error::WatcherError;
use std::future::Future;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_graph::MailError;

/// For a whole request of a user.
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// For one of several calls in a request.
pub(crate) const CALL_TIMEOUT: Duration = Duration::from_secs(5);

/// Cancels `work` after `limit`. `call` names it in the error.
pub(crate) async fn with_timeout<T, E: Into<WatcherError>>(
    clock: &dyn Clock,
    limit: Duration,
    call: &'static str,
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, WatcherError> {
    tokio::select! {
        result = work => result.map_err(Into::into),
        () = clock.sleep(limit) => Err(MailError::TimedOut { call, after: limit }.into()),
    }
}
