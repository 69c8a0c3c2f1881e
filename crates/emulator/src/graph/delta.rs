//! `messages/delta`: what is in a folder, then what has changed, by links that each stand for a state.

use crate::graph::Ask;
use crate::graph::answer::Answer;
use crate::graph::round::{Round, Told, Wish};
use crate::odata::filter::Comparison;
use crate::odata::literal::Literal;
use crate::refusal::Refusal;
use crate::settings::{DeltaTop, Settings};
use crate::shared::Shared;
use crate::store::mailbox::Mailbox;
use crate::store::message::Message;
use crate::wire::message::{Look, Selection, show};
use axum::http::StatusCode;
use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// What a link holds.
#[derive(Debug, Serialize, Deserialize)]
struct Token {
    chain: u64,
    generation: u64,
    folder: u32,
    round: Round,
}

const USUAL_PAGE: usize = 10;
const LARGEST_PAGE: usize = 1_000;

pub(crate) fn page(shared: &Shared, ask: &Ask, user: &str, folder: &str) -> Result<Answer, Refusal> {
    let mut state = shared.state();
    let settings = state.settings.clone();
    let (number, version, restart) = {
        let mailbox = state.mailbox(user)?;
        let folder = mailbox.find_folder(folder)?;
        (folder.number, mailbox.version(), address(ask, mailbox, folder.number))
    };
    let token = match ask.query.sync_token.as_deref().filter(|token| !token.is_empty() && *token != "latest") {
        None => {
            let wish = wish(ask, &settings)?;
            let (chain, generation) = state.chains.begin();
            Token { chain, generation, folder: number, round: Round::first(version, wish) }
        }
        Some(text) => {
            let token = Token::read(text).filter(|token| token.folder == number).ok_or_else(bad_token)?;
            let advanced = state.chains.advance(token.chain, token.generation, &settings);
            let generation = advanced.map_err(|lost| lost.refusal(settings.delta_loss, &restart))?;
            Token { generation, ..token }
        }
    };
    let mailbox = state.mailbox(user)?;
    let folder = mailbox.folder(number).ok_or_else(Refusal::item_not_found)?;
    let size = ask.prefer.page_size.unwrap_or(USUAL_PAGE).min(LARGEST_PAGE);
    let page = token.round.page(folder, size, ask.prefer.ids, &settings);
    let look = Look {
        ids: ask.prefer.ids,
        body: ask.prefer.body,
        selection: Selection::parse(page.round.wish.select.as_deref())?,
        enclosed: page.round.wish.enclosed.clone(),
    };
    let value: Vec<Value> = page.told.iter().filter_map(|told| tell(mailbox, *told, &look)).collect();
    let (key, option) = if page.more { ("@odata.nextLink", "skiptoken") } else { ("@odata.deltaLink", "deltatoken") };
    let link = format!("{restart}?${option}={}", Token { round: page.round, ..token }.write());
    let mut map = Map::new();
    map.insert("@odata.context".into(), format!("{}/$metadata#Collection(message)", ask.base).into());
    map.insert(key.into(), link.into());
    map.insert("value".into(), value.into());
    Ok(Answer::json(StatusCode::OK, map).with("preference-applied", ask.prefer.applied(true)))
}

fn tell(mailbox: &Mailbox, told: Told, look: &Look) -> Option<Value> {
    match told {
        Told::Here { item } => {
            let mut map = show(mailbox, mailbox.message(item)?, look);
            map.insert("@odata.type".into(), "#microsoft.graph.message".into());
            Some(map.into())
        }
        Told::Gone { item, placement } => Some(json!({
            "@odata.type": "#microsoft.graph.message",
            "id": mailbox.message_id(&gone(item, placement), look.ids),
            "@removed": {"reason": "deleted"},
        })),
    }
}

/// Only the id of what is gone is left.
fn gone(item: u64, placement: u32) -> Message {
    Message {
        item,
        placement,
        folder: 0,
        version: 0,
        created_at: Timestamp::MIN,
        modified_at: Timestamp::MIN,
        received_at: Timestamp::MIN,
        sent_at: Timestamp::MIN,
        marks: crate::store::message::Marks::default(),
        content: std::sync::Arc::default(),
    }
}

fn address(ask: &Ask, mailbox: &Mailbox, folder: u32) -> String {
    format!("{}/users/{}/mailFolders('{}')/messages/delta", ask.base, mailbox.guid, mailbox.folder_id(folder))
}

/// Reads what may be asked for at the beginning of a chain, and refuses the rest as the service does.
fn wish(ask: &Ask, settings: &Settings) -> Result<Wish, Refusal> {
    let invalid = |message: String| Refusal::new(StatusCode::BAD_REQUEST, "ErrorInvalidUrlQuery", message);
    Selection::parse(ask.query.select.as_deref())?;
    let received_from = match &ask.query.filter {
        None => None,
        Some(filter) => Some(received_from(filter.single()).ok_or_else(|| {
            invalid("The '$filter' parameter value is not supported for 'Messages' resource; only a value of 'receivedDateTime ge value' is supported.".into())
        })?),
    };
    let usual_order = |order: &crate::odata::query::Order| order.property == "receiveddatetime" && order.descending;
    if !ask.query.order_by.iter().all(usual_order) {
        return Err(invalid("The '$orderby' parameter value is not supported for 'Messages' resource; only a value of 'receivedDateTime desc' is supported.".into()));
    }
    if let Some(kind) =
        ask.query.change_type.as_deref().filter(|kind| !["created", "updated", "deleted"].contains(kind))
    {
        return Err(invalid(format!("The 'changeType' parameter value '{kind}' is not supported.")));
    }
    if ask.query.top.is_some() && settings.delta_top == DeltaTop::Refused {
        return Err(invalid(
            "The '$top' parameter is not supported with change tracking over the 'Messages' resource.".into(),
        ));
    }
    Ok(Wish {
        select: ask.query.select.clone(),
        enclosed: ask.query.expanded_attachments()?,
        received_from,
        change_type: ask.query.change_type.clone(),
        top: ask.query.top,
    })
}

fn received_from(comparison: Option<(&str, Comparison, &Literal)>) -> Option<(Timestamp, bool)> {
    match comparison? {
        ("receiveddatetime", Comparison::GreaterOrEqual, Literal::Time(at)) => Some((*at, true)),
        ("receiveddatetime", Comparison::Greater, Literal::Time(at)) => Some((*at, false)),
        _ => None,
    }
}

fn bad_token() -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, "SyncStateInvalid", "Badly formed token.")
}

impl Token {
    fn write(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(self).unwrap_or_default())
    }

    fn read(text: &str) -> Option<Self> {
        serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(text).ok()?).ok()
    }
}
