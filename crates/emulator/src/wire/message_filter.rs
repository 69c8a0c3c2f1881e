//! The properties of a message that `$filter` and `$orderby` support.

use crate::odata::filter::Filter;
use crate::odata::literal::Literal;
use crate::odata::property_kind::{FilterableProperty, PropertyKind};
use crate::store::message::{Message, Recipient};
use crate::wire::content::body_preview;
use crate::wire::message::conversation_id;

/// In lower case.
pub(crate) const FILTERABLE_PROPERTIES: &[FilterableProperty] = &[
    ("isread", PropertyKind::Bool),
    ("isdraft", PropertyKind::Bool),
    ("hasattachments", PropertyKind::Bool),
    ("receiveddatetime", PropertyKind::Time),
    ("sentdatetime", PropertyKind::Time),
    ("createddatetime", PropertyKind::Time),
    ("lastmodifieddatetime", PropertyKind::Time),
    ("subject", PropertyKind::Text),
    ("importance", PropertyKind::Text),
    ("inferenceclassification", PropertyKind::Text),
    ("flag/flagstatus", PropertyKind::Text),
    ("internetmessageid", PropertyKind::Text),
    ("from/emailaddress/address", PropertyKind::Text),
    ("from/emailaddress/name", PropertyKind::Text),
    ("sender/emailaddress/address", PropertyKind::Text),
    ("bodypreview", PropertyKind::Text),
    ("categories", PropertyKind::List),
    ("conversationid", PropertyKind::Text),
];

pub(crate) fn matches_filter(message: &Message, filter: &Filter) -> bool {
    filter.matches(&|property| property_literal(message, property))
}

/// `property` is one of [`FILTERABLE_PROPERTIES`].
pub(crate) fn property_literal(message: &Message, property: &str) -> Option<Literal> {
    let content = &message.content;
    let properties = &message.properties;
    let text = |text: &str| Literal::text(text);
    let of_sender =
        |field: fn(&Recipient) -> &str| content.from.as_ref().map_or(Literal::Null, |from| text(field(from)));
    Some(match property {
        "isread" => Literal::Bool(properties.is_read),
        "isdraft" => Literal::Bool(properties.is_draft),
        "hasattachments" => Literal::Bool(content.has_attachments()),
        "receiveddatetime" => Literal::Time(message.received_at),
        "sentdatetime" => Literal::Time(message.sent_at),
        "createddatetime" => Literal::Time(message.created_at),
        "lastmodifieddatetime" => Literal::Time(message.modified_at),
        "subject" => content.subject.as_deref().map_or(Literal::Null, text),
        "importance" => text(&properties.importance),
        "inferenceclassification" => text(&properties.inference_classification),
        "flag/flagstatus" => text(&properties.flag_status),
        "internetmessageid" => text(&content.internet_message_id),
        "from/emailaddress/address" | "sender/emailaddress/address" => of_sender(|from| &from.address),
        "from/emailaddress/name" => of_sender(|from| &from.name),
        "bodypreview" => text(&body_preview(&content.body)),
        "categories" => Literal::List(properties.categories.clone()),
        "conversationid" => text(&conversation_id(message)),
        _ => return None,
    })
}
