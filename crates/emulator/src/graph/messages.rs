//! Messages: listed, read, marked, moved, thrown away.

use crate::graph::Ask;
use crate::graph::answer::Answer;
use crate::graph::params::{Params, wrong_type};
use crate::refusal::Refusal;
use crate::shared::{Shared, State};
use crate::store::mailbox::Mailbox;
use crate::store::message::{Marks, Message};
use crate::wire::message::{COMPARABLE, Look, Selection, etag, literal, show};
use crate::wire::mime;
use axum::http::StatusCode;
use serde_json::{Map, Value, json};
use std::cmp::Ordering;

/// A message as a path names it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Named<'a> {
    pub(crate) user: &'a str,
    pub(crate) folder: Option<&'a str>,
    pub(crate) message: &'a str,
}

impl Named<'_> {
    /// A message is found through its own folder, or through none.
    pub(crate) fn find<'s>(&self, state: &'s State) -> Result<(&'s Mailbox, &'s Message), Refusal> {
        let mailbox = state.mailbox(self.user)?;
        let message = mailbox.find(self.message)?;
        match self.folder.map(|folder| mailbox.find_folder(folder)).transpose()? {
            Some(folder) if folder.number != message.folder => Err(Refusal::item_not_found()),
            _ => Ok((mailbox, message)),
        }
    }
}

pub(crate) fn list(shared: &Shared, ask: &Ask, user: &str, folder: Option<&str>) -> Result<Answer, Refusal> {
    ask.query.check_properties(COMPARABLE, "message")?;
    ask.query.check_order()?;
    let look = look(ask)?;
    let state = shared.state();
    let mailbox = state.mailbox(user)?;
    let folder = folder.map(|folder| mailbox.find_folder(folder)).transpose()?;
    let fits = |message: &&Message| {
        ask.query.filter.as_ref().is_none_or(|filter| filter.matches(&|name| literal(message, name)))
    };
    let mut all: Vec<&Message> = if let Some(folder) = folder {
        mailbox.messages_in(folder).filter(fits).collect()
    } else {
        let mut all: Vec<&Message> = mailbox.messages().filter(fits).collect();
        all.sort_by_key(|message| std::cmp::Reverse((message.received_at, message.item)));
        all
    };
    sort(&mut all, ask);
    let (skip, top) = (ask.query.skip, ask.query.top.or(ask.prefer.page_size).unwrap_or(10).min(1000));
    let shown = |message: &&Message| Value::from(show(mailbox, message, &look));
    let page: Vec<Value> = all.iter().skip(skip).take(top).map(shown).collect();
    let within = folder.map_or(String::new(), |folder| format!("/mailFolders('{}')", mailbox.folder_id(folder.number)));
    let context = format!("users('{}'){within}/messages{}", mailbox.guid, look.selection.context());
    let end = skip.saturating_add(top);
    let next = (end < all.len()).then(|| more(ask, &format!("/users/{}{within}/messages", mailbox.guid), end));
    Ok(listing(ask, &context, page, all.len(), next).with("preference-applied", ask.prefer.applied(false)))
}

/// Newest first unless asked otherwise; what cannot be compared keeps its place.
fn sort(all: &mut [&Message], ask: &Ask) {
    if ask.query.order_by.is_empty() {
        return;
    }
    all.sort_by(|a, b| {
        let orders = ask.query.order_by.iter().map(|order| {
            let sides = (literal(a, &order.property), literal(b, &order.property));
            let by = match sides {
                (Some(a), Some(b)) => a.compare(&b).unwrap_or(Ordering::Equal),
                _ => Ordering::Equal,
            };
            if order.descending { by.reverse() } else { by }
        });
        orders.fold(Ordering::Equal, Ordering::then)
    });
}

pub(crate) fn look(ask: &Ask) -> Result<Look, Refusal> {
    let selection = Selection::parse(ask.query.select.as_deref())?;
    let enclosed = ask.query.expanded_attachments()?;
    Ok(Look { ids: ask.prefer.ids, body: ask.prefer.body, selection, enclosed })
}

/// A page of a list.
pub(crate) fn listing(ask: &Ask, context: &str, page: Vec<Value>, count: usize, next: Option<String>) -> Answer {
    let mut map = Map::new();
    map.insert("@odata.context".into(), format!("{}/$metadata#{context}", ask.base).into());
    if ask.query.count {
        map.insert("@odata.count".into(), count.into());
    }
    map.insert("value".into(), page.into());
    if let Some(next) = next {
        map.insert("@odata.nextLink".into(), next.into());
    }
    Answer::json(StatusCode::OK, map)
}

/// The link to the next page: the same question, further on.
pub(crate) fn more(ask: &Ask, path: &str, skip: usize) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    let select = ask.query.select.as_ref().map(|names| names.join(","));
    let order: Vec<String> = ask
        .query
        .order_by
        .iter()
        .map(|order| format!("{}{}", order.property, if order.descending { " desc" } else { "" }))
        .collect();
    for (name, value) in [
        ("$select", select),
        ("$filter", ask.query.filter.as_ref().map(|filter| filter.text.clone())),
        ("$orderby", (!order.is_empty()).then(|| order.join(","))),
        ("$expand", (!ask.query.expand.is_empty()).then(|| ask.query.expand.join(","))),
        ("$top", ask.query.top.map(|top| top.to_string())),
        ("$count", ask.query.count.then(|| "true".to_owned())),
        ("includeHiddenFolders", ask.query.include_hidden.then(|| "true".to_owned())),
        ("$skip", Some(skip.to_string())),
    ] {
        if let Some(value) = value {
            query.append_pair(name, &value);
        }
    }
    format!("{}{path}?{}", ask.base, query.finish().replace("%24", "$"))
}

pub(crate) fn get(shared: &Shared, ask: &Ask, letter: &Named<'_>) -> Result<Answer, Refusal> {
    let look = look(ask)?;
    let mut state = shared.state();
    let item = letter.find(&state)?.1.item;
    let first = state.store.get_mut(letter.user).is_some_and(|mailbox| mailbox.asked_for.insert(item));
    if first && state.faults.set.not_found_once {
        return Err(Refusal::item_not_found());
    }
    let (mailbox, message) = letter.find(&state)?;
    let context = format!("users('{}')/messages{}/$entity", mailbox.guid, look.selection.context());
    let map = entity(ask, &context, show(mailbox, message, &look));
    Ok(Answer::json(StatusCode::OK, map).with("preference-applied", ask.prefer.applied(false)))
}

fn entity(ask: &Ask, context: &str, mut map: Map<String, Value>) -> Map<String, Value> {
    map.insert("@odata.context".into(), format!("{}/$metadata#{context}", ask.base).into());
    map
}

pub(crate) fn mime(shared: &Shared, letter: &Named<'_>) -> Result<Answer, Refusal> {
    let (content, sent_at) = {
        let state = shared.state();
        let (_, message) = letter.find(&state)?;
        (message.content.clone(), message.sent_at)
    };
    Ok(Answer::bytes(mime::write(&content, sent_at), "text/plain"))
}

pub(crate) fn update(shared: &Shared, ask: &Ask, letter: &Named<'_>) -> Result<Answer, Refusal> {
    let params = Params::read(&ask.body)?;
    let mut state = shared.state();
    let (_, message) = letter.find(&state)?;
    check_match(ask, message)?;
    let marks = changed(&message.marks, &params)?;
    let item = message.item;
    let mailbox = state.store.get_mut(letter.user).ok_or_else(Refusal::item_not_found)?;
    let event = mailbox.mark(item, marks, shared.now())?;
    shared.tell(&mut state, letter.user, &[event]);
    let (mailbox, message) = letter.find(&state)?;
    let context = format!("users('{}')/messages/$entity", mailbox.guid);
    let map = entity(ask, &context, show(mailbox, message, &look(ask)?));
    Ok(Answer::json(StatusCode::OK, map).with("preference-applied", ask.prefer.applied(false)))
}

fn check_match(ask: &Ask, message: &Message) -> Result<(), Refusal> {
    match &ask.if_match {
        Some(wanted) if wanted != "*" && *wanted != etag(message) => {
            let text = "The send or update operation could not be performed because the change key passed in the request does not match the current change key for the item.";
            Err(Refusal::new(StatusCode::PRECONDITION_FAILED, "ErrorIrresolvableConflict", text))
        }
        _ => Ok(()),
    }
}

/// What was asked for over what was there; what may not be changed on a received message is refused by name.
fn changed(marks: &Marks, params: &Params) -> Result<Marks, Refusal> {
    let mut marks = marks.clone();
    for name in params.names().map(str::to_owned).collect::<Vec<_>>() {
        match name.to_lowercase().as_str() {
            "isread" => marks.is_read = params.boolean(&name)?.unwrap_or(false),
            "categories" => marks.categories = texts(params.get(&name), &name)?,
            "importance" => marks.importance = params.text(&name)?.unwrap_or("normal").to_lowercase(),
            "inferenceclassification" => marks.inference = params.text(&name)?.unwrap_or("focused").to_lowercase(),
            "flag" => {
                let status = params.get(&name).and_then(|flag| flag["flagStatus"].as_str());
                marks.flag = status.ok_or_else(|| wrong_type(&name, "microsoft.graph.followupFlag"))?.into();
            }
            other if other.contains("odata.") => {}
            _ => {
                let message =
                    format!("Update operation is invalid for property '{name}' on a message that is not a draft.");
                return Err(Refusal::new(StatusCode::BAD_REQUEST, "ErrorInvalidPropertySet", message));
            }
        }
    }
    Ok(marks)
}

fn texts(value: Option<&Value>, name: &str) -> Result<Vec<String>, Refusal> {
    let Some(value) = value else { return Ok(Vec::new()) };
    serde_json::from_value(value.clone()).map_err(|_| wrong_type(name, "Collection(Edm.String)"))
}

pub(crate) fn move_to(shared: &Shared, ask: &Ask, letter: &Named<'_>) -> Result<Answer, Refusal> {
    let params = Params::read(&ask.body)?;
    let destination = params.text("destinationId")?.ok_or_else(|| {
        Refusal::new(StatusCode::BAD_REQUEST, "ErrorInvalidRequest", "The parameter 'DestinationId' is required.")
    })?;
    let mut state = shared.state();
    let (mailbox, message) = letter.find(&state)?;
    let (item, to) = (message.item, mailbox.find_folder(destination)?.number);
    let mailbox = state.store.get_mut(letter.user).ok_or_else(Refusal::item_not_found)?;
    let events = mailbox.move_to(item, to, shared.now())?;
    shared.tell(&mut state, letter.user, &events);
    let mailbox = state.store.get(letter.user).ok_or_else(Refusal::item_not_found)?;
    let message = mailbox.message(item).ok_or_else(Refusal::item_not_found)?;
    let mut map = entity(ask, "message", show(mailbox, message, &look(ask)?));
    map.insert("@odata.type".into(), json!("#microsoft.graph.message"));
    Ok(Answer::json(StatusCode::CREATED, map).with("preference-applied", ask.prefer.applied(false)))
}

pub(crate) fn delete(shared: &Shared, letter: &Named<'_>) -> Result<Answer, Refusal> {
    let mut state = shared.state();
    let item = letter.find(&state)?.1.item;
    let mailbox = state.store.get_mut(letter.user).ok_or_else(Refusal::item_not_found)?;
    let events = mailbox.delete(item, shared.now())?;
    shared.tell(&mut state, letter.user, &events);
    Ok(Answer::nothing(StatusCode::NO_CONTENT))
}
