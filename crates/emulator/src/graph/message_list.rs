use crate::graph::collection::{CollectionPage, next_link};
use crate::graph::messages::message_view;
use crate::graph::request::GraphRequest;
use crate::graph::response::GraphResponse;
use crate::graph_error::GraphError;
use crate::odata::query::OrderBy;
use crate::shared::EmulatorShared;
use crate::store::message::Message;
use crate::wire::message::message_json;
use crate::wire::message_filter::{FILTERABLE_PROPERTIES, matches_filter, property_literal};
use serde_json::Value;
use std::cmp::{Ordering, Reverse};

const DEFAULT_PAGE_SIZE: usize = 10;
const MAX_PAGE_SIZE: usize = 1_000;

pub(crate) fn list(
    shared: &EmulatorShared,
    request: &GraphRequest,
    user: &str,
    folder: Option<&str>,
) -> Result<GraphResponse, GraphError> {
    let query = &request.query;
    query.check_properties(FILTERABLE_PROPERTIES, "message")?;
    query.check_order()?;
    let view = message_view(request)?;
    let state = shared.state();
    let mailbox = state.mailbox(user)?;
    let folder = folder.map(|folder| mailbox.find_folder(folder)).transpose()?;
    let is_wanted = |message: &&Message| query.filter.as_ref().is_none_or(|filter| matches_filter(message, filter));
    let mut all: Vec<&Message> = if let Some(folder) = folder {
        mailbox.messages_in(folder).filter(is_wanted).collect()
    } else {
        let mut all: Vec<&Message> = mailbox.messages().filter(is_wanted).collect();
        all.sort_by_key(|message| Reverse((message.received_at, message.key)));
        all
    };
    sort(&mut all, &query.order_by);
    let page_size = query.top.or(request.preferences.page_size).unwrap_or(DEFAULT_PAGE_SIZE).min(MAX_PAGE_SIZE);
    let page = all.iter().skip(query.skip).take(page_size);
    let items = page.map(|message| Value::from(message_json(mailbox, message, &view))).collect();
    let in_folder = folder.map_or(String::new(), |folder| format!("/mailFolders('{}')", mailbox.folder_id(folder.key)));
    let end = query.skip.saturating_add(page_size);
    let path = format!("/users/{}{in_folder}/messages", mailbox.user_id);
    let page = CollectionPage {
        context: format!("users('{}'){in_folder}/messages{}", mailbox.user_id, view.selection.context_suffix()),
        items,
        total: all.len(),
        next_link: (end < all.len()).then(|| next_link(request, &path, end)),
    };
    Ok(page.into_response(request).with_preferences(request.preferences.preference_applied_header(false)))
}

/// A stable sort: without `$orderby`, or if values cannot be compared, messages stay newest first.
fn sort(messages: &mut [&Message], order_by: &[OrderBy]) {
    messages.sort_by(|left, right| {
        let orderings = order_by.iter().map(|order| {
            let values = (property_literal(left, &order.property), property_literal(right, &order.property));
            let ordering = match values {
                (Some(left), Some(right)) => left.compare(&right).unwrap_or(Ordering::Equal),
                _ => Ordering::Equal,
            };
            if order.descending { ordering.reverse() } else { ordering }
        });
        orderings.fold(Ordering::Equal, Ordering::then)
    });
}
