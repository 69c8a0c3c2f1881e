//! Mail to the operator about receivers that do not accept events. Pure.

use stormwire_mailer::operator::OperatorMail;
use stormwire_store::tables::event_delivery::{FailedDelivery, WaitingDelivery};
use stormwire_store::tables::event_sink::EventSink;

/// The attempt after which the operator gets a mail: about four minutes after the first.
const REPORTED_ATTEMPT: i32 = 8;

/// `None` if the operator need not know yet, or knows already.
pub(crate) fn not_delivered(
    sink: &EventSink,
    waiting: &WaitingDelivery,
    failed: &FailedDelivery,
) -> Option<OperatorMail> {
    let consequence = match failed.next_attempt_at {
        None => "It was retried for 24 hours and is not retried any more. Fix the cause, then retry it in the portal.",
        Some(_) if waiting.attempts + 1 == REPORTED_ATTEMPT => {
            "It is retried for 24 hours. Until then the receiver may show or act on an old status of this facility."
        }
        Some(_) => return None,
    };
    let event = &waiting.event;
    let facts = format!(
        "Event {}: {} changed from {} to {} at {}",
        event.id, event.facility_name, event.from, event.to, event.at.0
    );
    Some(mail(sink, "does not accept events", &format!("{facts}\n{}\n\n{consequence}\n", failed.error)))
}

pub(crate) fn disabled(sink: &EventSink, reason: &str) -> OperatorMail {
    let text = format!("{reason}\n\nThe event sink gets no more events. Enable it in the portal if that is wrong.\n");
    mail(sink, "was disabled", &text)
}

fn mail(sink: &EventSink, what: &str, text: &str) -> OperatorMail {
    let name = &sink.fields.name;
    OperatorMail {
        reason: format!("event sink {} {what}", sink.id),
        subject: format!("stormwire: event sink {name} {what}"),
        text: format!("Event sink: {name} (id {})\n{text}", sink.id),
        page: Some(format!("/portal/sinks/{}", sink.id)),
    }
}
