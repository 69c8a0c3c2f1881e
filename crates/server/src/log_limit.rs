//! Limits log lines of one cause: a flood of requests must not fill the disk with the same warning.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};
use tracing::callsite::Identifier;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

/// Lines per second of one warning or error.
const MAX_WARNINGS: u32 = 10;
/// Lines per second of one other kind, such as completed requests.
const MAX_OTHERS: u32 = 500;

/// Lines are of one cause if the same statement writes them.
#[derive(Clone, Default)]
pub(crate) struct LogLimit(Arc<Mutex<HashMap<Identifier, Lines>>>);

/// The lines of one cause in the current second.
#[derive(Default)]
struct Lines {
    written: u32,
    left_out: u32,
    /// Of the first line that was left out.
    message: String,
}

/// Lines that were left out.
struct LeftOut {
    message: String,
    count: u32,
}

impl Lines {
    /// Counts a line; false if it is left out.
    fn count(&mut self, most: u32) -> bool {
        if self.written < most {
            self.written += 1;
            return true;
        }
        self.left_out += 1;
        false
    }
}

fn most_lines(metadata: &Metadata<'_>) -> u32 {
    if *metadata.level() <= Level::WARN { MAX_WARNINGS } else { MAX_OTHERS }
}

impl LogLimit {
    /// Every second, writes one line per cause with the number of lines that were left out.
    pub(crate) async fn report(self) {
        loop {
            SystemClock.sleep(Duration::from_secs(1)).await;
            for LeftOut { message, count } in self.start_second() {
                tracing::warn!(count, message_text = message, "similar log lines were left out");
            }
        }
    }

    fn start_second(&self) -> Vec<LeftOut> {
        let ended = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let left_out = ended.into_values().filter(|lines| lines.left_out > 0);
        left_out.map(|lines| LeftOut { message: lines.message, count: lines.left_out }).collect()
    }
}

impl<S: Subscriber> Layer<S> for LogLimit {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        let metadata = event.metadata();
        let mut causes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let lines = causes.entry(metadata.callsite()).or_default();
        let is_written = lines.count(most_lines(metadata));
        if lines.left_out == 1 {
            event.record(&mut MessageText(&mut lines.message));
        }
        is_written
    }
}

/// Copies the message of an event, without its fields.
struct MessageText<'a>(&'a mut String);

impl Visit for MessageText<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            *self.0 = format!("{value:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use tracing_subscriber::fmt::MakeWriter;
    use tracing_subscriber::layer::SubscriberExt;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl<'a> MakeWriter<'a> for Written {
        type Writer = Self;

        fn make_writer(&'a self) -> Self {
            self.clone()
        }
    }

    #[test]
    fn a_flood_of_one_warning_is_one_line_with_a_count() {
        let (written, limit) = (Written::default(), LogLimit::default());
        let subscriber = tracing_subscriber::fmt().with_writer(written.clone()).finish().with(limit.clone());
        tracing::subscriber::with_default(subscriber, || {
            for number in 0..1_000 {
                tracing::warn!(number, "webhook rejected");
            }
            tracing::warn!("another cause");
        });
        let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        assert_eq!(text.lines().filter(|line| line.contains("webhook rejected")).count(), 10);
        assert!(text.contains("another cause"));
        let left_out = limit.start_second();
        assert_eq!(left_out.len(), 1);
        assert_eq!((left_out[0].message.as_str(), left_out[0].count), ("webhook rejected", 990));
        assert!(limit.start_second().is_empty(), "reported once");
    }
}
