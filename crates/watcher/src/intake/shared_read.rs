//! A read that all requests which wait for it share: any number of requests costs one read at a time.

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::Mutex;

pub(super) struct SharedRead<T> {
    requests: AtomicU64,
    last: Mutex<Option<Completed<T>>>,
}

struct Completed<T> {
    /// Requests with a smaller number arrived before the read began.
    covers: u64,
    value: T,
}

impl<T> Default for SharedRead<T> {
    fn default() -> Self {
        Self { requests: AtomicU64::new(0), last: Mutex::new(None) }
    }
}

impl<T: Clone> SharedRead<T> {
    /// The result of a read that began after this call, so that it contains everything committed before. A read begins after
    /// `start`: the longer that takes, the more requests share the read.
    pub(super) async fn get<E>(
        &self,
        start: impl Future<Output = ()>,
        read: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let number = self.requests.fetch_add(1, Ordering::SeqCst);
        let mut last = self.last.lock().await;
        if let Some(completed) = last.as_ref().filter(|completed| number < completed.covers) {
            return Ok(completed.value.clone());
        }
        start.await;
        let covers = self.requests.load(Ordering::SeqCst);
        let value = read.await?;
        *last = Some(Completed { covers, value: value.clone() });
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::future::ready;
    use tokio::sync::oneshot;

    #[tokio::test]
    async fn waiting_requests_share_one_read_and_never_get_an_older_one() {
        let (shared, reads) = (SharedRead::<u64>::default(), AtomicU64::new(0));
        let read = async || Ok::<_, Infallible>(reads.fetch_add(1, Ordering::SeqCst) + 1);
        let (release, is_released) = oneshot::channel::<()>();
        let slow = shared.get(ready(()), async {
            let _ = is_released.await;
            read().await
        });
        let waiting = async {
            let waiting = futures_util::future::join_all((0..100).map(|_| shared.get(ready(()), read())));
            release.send(()).unwrap();
            waiting.await
        };
        let (first, others) = tokio::join!(slow, waiting);
        assert_eq!(first, Ok(1));
        assert!(others.iter().all(|result| *result == Ok(2)), "they arrived after the first read began: {others:?}");
        assert_eq!(shared.get(ready(()), read()).await, Ok(3));
    }

    #[tokio::test]
    async fn requests_that_arrive_before_the_start_share_the_read() {
        let (shared, reads) = (SharedRead::<u64>::default(), AtomicU64::new(0));
        let read = async || Ok::<_, Infallible>(reads.fetch_add(1, Ordering::SeqCst) + 1);
        let (start, is_started) = oneshot::channel::<()>();
        let first = shared.get(async { drop(is_started.await) }, read());
        let second = async {
            let second = shared.get(ready(()), read());
            tokio::join!(second, async { start.send(()).unwrap() }).0
        };
        assert_eq!(tokio::join!(first, second), (Ok(1), Ok(1)));
    }
}
