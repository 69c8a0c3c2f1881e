//! Chooses the operation for a method and path.

use crate::graph::access::check_access;
use crate::graph::message_ref::MessageRef;
use crate::graph::request::GraphRequest;
use crate::graph::resource_path::{MessageResource, ResourcePath, UserResource};
use crate::graph::response::GraphResponse;
use crate::graph::{attachments, delta_query, folders, message_list, messages, send_mail, subscriptions, users};
use crate::graph_error::GraphError;
use crate::shared::EmulatorShared;
use axum::http::{Method, StatusCode};

pub(crate) async fn dispatch(
    shared: &EmulatorShared,
    request: &GraphRequest,
    path: &ResourcePath,
) -> Result<GraphResponse, GraphError> {
    match (&request.method, path) {
        (&Method::POST, ResourcePath::Subscriptions) => subscriptions::create(shared, request).await,
        (&Method::GET, ResourcePath::Subscriptions) => Ok(subscriptions::list(shared, request)),
        (&Method::GET, ResourcePath::Subscription { id }) => subscriptions::get(shared, request, id),
        (&Method::PATCH, ResourcePath::Subscription { id }) => subscriptions::renew(shared, request, id).await,
        (&Method::DELETE, ResourcePath::Subscription { id }) => subscriptions::delete(shared, request, id),
        (&Method::POST, ResourcePath::Reauthorize { id }) => subscriptions::reauthorize(shared, request, id),
        (_, ResourcePath::User { user, resource }) => {
            check_access(&shared.state(), &request.app, user).map_err(|error| match resource {
                // The directory responds to this one, Exchange to all others.
                UserResource::Profile if error.code() == "ErrorInvalidUser" => GraphError::resource_not_found(user),
                _ => error,
            })?;
            dispatch_user(shared, request, user, resource)
        }
        _ => Err(method_not_allowed()),
    }
}

fn dispatch_user(
    shared: &EmulatorShared,
    request: &GraphRequest,
    user: &str,
    resource: &UserResource,
) -> Result<GraphResponse, GraphError> {
    match (&request.method, resource) {
        (&Method::GET, UserResource::Profile) => users::profile(shared, request, user),
        (&Method::POST, UserResource::SendMail) => send_mail::send_mail(shared, request, user),
        (&Method::GET, UserResource::Folders) => folders::list(shared, request, user, None),
        (&Method::GET, UserResource::ChildFolders { folder }) => folders::list(shared, request, user, Some(folder)),
        (&Method::POST, UserResource::Folders) => folders::create(shared, request, user, None),
        (&Method::POST, UserResource::ChildFolders { folder }) => folders::create(shared, request, user, Some(folder)),
        (&Method::GET, UserResource::Folder { folder }) => folders::get(shared, request, user, folder),
        (&Method::PATCH, UserResource::Folder { folder }) => folders::rename(shared, request, user, folder),
        (&Method::DELETE, UserResource::Folder { folder }) => folders::delete(shared, user, folder),
        (&Method::GET, UserResource::Messages { folder }) => {
            message_list::list(shared, request, user, folder.as_deref())
        }
        (&Method::GET, UserResource::Delta { folder: Some(folder) }) => {
            delta_query::page(shared, request, user, folder)
        }
        (&Method::GET, UserResource::Delta { folder: None }) => Err(GraphError::bad_request(
            "Unsupported request: Change tracking is not supported against 'microsoft.graph.message'.",
        )),
        (_, UserResource::Message { folder, message, resource }) => {
            let message = MessageRef { user, folder: folder.as_deref(), message };
            dispatch_message(shared, request, &message, resource)
        }
        _ => Err(method_not_allowed()),
    }
}

fn dispatch_message(
    shared: &EmulatorShared,
    request: &GraphRequest,
    message: &MessageRef<'_>,
    resource: &MessageResource,
) -> Result<GraphResponse, GraphError> {
    match (&request.method, resource) {
        (&Method::GET, MessageResource::Whole) => messages::get(shared, request, message),
        (&Method::PATCH, MessageResource::Whole) => messages::update(shared, request, message),
        (&Method::DELETE, MessageResource::Whole) => messages::delete(shared, message),
        (&Method::GET, MessageResource::Mime) => messages::mime(shared, message),
        (&Method::POST, MessageResource::Move) => messages::move_to_folder(shared, request, message),
        (&Method::GET, MessageResource::Attachments) => attachments::list(shared, request, message),
        (&Method::GET, MessageResource::Attachment { attachment }) => {
            attachments::get(shared, request, message, attachment)
        }
        (&Method::GET, MessageResource::AttachmentValue { attachment }) => {
            attachments::value(shared, message, attachment)
        }
        _ => Err(method_not_allowed()),
    }
}

fn method_not_allowed() -> GraphError {
    let message = "Specified HTTP method is not allowed for the request target.";
    GraphError::new(StatusCode::METHOD_NOT_ALLOWED, "BadRequest", message)
}
