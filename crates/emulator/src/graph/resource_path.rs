//! Parses the path of a call. Clients write the same path in many ways: segments in any case, ids in brackets or between
//! slashes, encoded once, twice or not at all.

use crate::graph_error::GraphError;
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// What a call is about. Users, folders, messages and attachments are as written in the path: names or ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ResourcePath {
    User { user: String, resource: UserResource },
    Subscriptions,
    Subscription { id: String },
    Reauthorize { id: String },
    Batch,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum UserResource {
    Profile,
    SendMail,
    Folders,
    Folder { folder: String },
    ChildFolders { folder: String },
    Messages { folder: Option<String> },
    Delta { folder: Option<String> },
    Message { folder: Option<String>, message: String, resource: MessageResource },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MessageResource {
    Whole,
    Mime,
    Move,
    Attachments,
    Attachment { attachment: String },
    AttachmentValue { attachment: String },
}

impl ResourcePath {
    /// `path` starts after the version.
    pub(crate) fn parse(path: &str) -> Result<Self, GraphError> {
        let segments = decode_segments(path);
        let lower: Vec<String> = segments.iter().map(|segment| segment.to_lowercase()).collect();
        let names: Vec<&str> = lower.iter().map(String::as_str).collect();
        let text = |at: usize| segments[at].clone();
        Ok(match names.as_slice() {
            ["users", _, rest @ ..] => {
                let resource = user_resource(rest, &segments[2..])?;
                Self::User { user: text(1), resource }
            }
            ["me", ..] => {
                return Err(GraphError::bad_request("/me request is only valid with delegated authentication flow."));
            }
            ["subscriptions"] => Self::Subscriptions,
            ["subscriptions", _] => Self::Subscription { id: text(1) },
            ["subscriptions", _, "reauthorize"] => Self::Reauthorize { id: text(1) },
            ["$batch"] => Self::Batch,
            _ => return Err(unknown_path(&segments)),
        })
    }

    pub(crate) fn user(&self) -> Option<&str> {
        match self {
            Self::User { user, .. } => Some(user),
            _ => None,
        }
    }

    /// The path with placeholders for ids.
    pub(crate) fn template(&self) -> String {
        match self {
            Self::Subscriptions => "/subscriptions".into(),
            Self::Subscription { .. } => "/subscriptions/{id}".into(),
            Self::Reauthorize { .. } => "/subscriptions/{id}/reauthorize".into(),
            Self::Batch => "/$batch".into(),
            Self::User { resource, .. } => format!("/users/{{id}}{}", resource.template()),
        }
    }
}

impl UserResource {
    fn template(&self) -> String {
        let folder_prefix = |folder: &Option<String>| if folder.is_some() { "/mailFolders/{id}" } else { "" };
        match self {
            Self::Profile => String::new(),
            Self::SendMail => "/sendMail".into(),
            Self::Folders => "/mailFolders".into(),
            Self::Folder { .. } => "/mailFolders/{id}".into(),
            Self::ChildFolders { .. } => "/mailFolders/{id}/childFolders".into(),
            Self::Messages { folder } => format!("{}/messages", folder_prefix(folder)),
            Self::Delta { folder } => format!("{}/messages/delta", folder_prefix(folder)),
            Self::Message { folder, resource, .. } => {
                format!("{}/messages/{{id}}{}", folder_prefix(folder), resource.template())
            }
        }
    }
}

impl MessageResource {
    fn template(&self) -> &'static str {
        match self {
            Self::Whole => "",
            Self::Mime => "/$value",
            Self::Move => "/move",
            Self::Attachments => "/attachments",
            Self::Attachment { .. } => "/attachments/{id}",
            Self::AttachmentValue { .. } => "/attachments/{id}/$value",
        }
    }
}

fn user_resource(names: &[&str], segments: &[String]) -> Result<UserResource, GraphError> {
    let text = |at: usize| segments[at].clone();
    Ok(match names {
        [] => UserResource::Profile,
        ["sendmail"] => UserResource::SendMail,
        ["mailfolders"] => UserResource::Folders,
        // A child folder is addressed like any other folder.
        ["mailfolders", _, "childfolders", _, ..] => {
            let mut names = names[2..].to_vec();
            names[0] = "mailfolders";
            return user_resource(&names, &segments[2..]);
        }
        ["mailfolders", _] => UserResource::Folder { folder: text(1) },
        ["mailfolders", _, "childfolders"] => UserResource::ChildFolders { folder: text(1) },
        ["mailfolders", _, "messages", rest @ ..] => message_resource(Some(text(1)), rest, &segments[3..])?,
        ["messages", rest @ ..] => message_resource(None, rest, &segments[1..])?,
        _ => return Err(unknown_path(segments)),
    })
}

fn message_resource(folder: Option<String>, names: &[&str], segments: &[String]) -> Result<UserResource, GraphError> {
    let text = |at: usize| segments[at].clone();
    let resource = match names {
        [] => return Ok(UserResource::Messages { folder }),
        ["delta"] => return Ok(UserResource::Delta { folder }),
        [_] => MessageResource::Whole,
        [_, "$value"] => MessageResource::Mime,
        [_, "move"] => MessageResource::Move,
        [_, "attachments"] => MessageResource::Attachments,
        [_, "attachments", _] => MessageResource::Attachment { attachment: text(2) },
        [_, "attachments", _, "$value"] => MessageResource::AttachmentValue { attachment: text(2) },
        _ => return Err(unknown_path(segments)),
    };
    Ok(UserResource::Message { folder, message: text(0), resource })
}

/// Names the last segment, as Graph does. It is often the rest of an id that contains an unencoded slash.
fn unknown_path(segments: &[String]) -> GraphError {
    GraphError::unknown_segment(segments.last().map_or("", String::as_str))
}

/// Decodes the path, splits it at slashes outside of brackets, extracts ids from brackets and decodes each part again.
fn decode_segments(path: &str) -> Vec<String> {
    let path = decode(path);
    let mut segments = vec![String::new()];
    let mut in_brackets = false;
    for char in path.chars() {
        match char {
            '/' if !in_brackets => segments.push(String::new()),
            _ => {
                in_brackets = char == '(' || (in_brackets && char != ')');
                if let Some(last) = segments.last_mut() {
                    last.push(char);
                }
            }
        }
    }
    segments.iter().filter(|segment| !segment.is_empty()).flat_map(|segment| split_brackets(segment)).collect()
}

/// `mailFolders('id')` becomes two segments, `delta()` and `microsoft.graph.delta` become one.
fn split_brackets(segment: &str) -> Vec<String> {
    let plain = |name: &str| name.strip_prefix("microsoft.graph.").unwrap_or(name).to_owned();
    match segment.split_once('(').and_then(|(name, rest)| Some((name, rest.strip_suffix(')')?))) {
        Some((name, "")) => vec![plain(name)],
        Some((name, argument)) => vec![plain(name), decode(&unquote(argument)).into_owned()],
        None => vec![plain(&decode(segment))],
    }
}

/// A quote inside of quotes is written twice.
fn unquote(argument: &str) -> String {
    let inner = argument.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).unwrap_or(argument);
    inner.replace("''", "'")
}

fn decode(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(folder: Option<&str>, message: &str, resource: MessageResource) -> ResourcePath {
        let folder = folder.map(str::to_owned);
        let resource = UserResource::Message { folder, message: message.into(), resource };
        ResourcePath::User { user: "a@b.c".into(), resource }
    }

    #[test]
    fn accepts_all_spellings_of_a_path() {
        let delta = |folder: &str| ResourcePath::User {
            user: "a@b.c".into(),
            resource: UserResource::Delta { folder: Some(folder.into()) },
        };
        for path in [
            "/users/a@b.c/mailFolders/Inbox/messages/delta",
            "/Users('a@b.c')/mailfolders('Inbox')/Messages/delta()",
            "/users/a%40b.c/MAILFOLDERS(%27Inbox%27)/messages/microsoft.graph.delta()",
            "users/a@b.c/mailFolders/x/childFolders/Inbox/messages/delta/",
        ] {
            assert_eq!(ResourcePath::parse(path).unwrap(), delta("Inbox"), "{path}");
        }
        for path in
            ["/users/a@b.c/messages/A-_B=", "/users/a@b.c/messages('A-_B%3D')", "/users/a@b.c/messages/A-_B%253D"]
        {
            assert_eq!(ResourcePath::parse(path).unwrap(), message(None, "A-_B=", MessageResource::Whole), "{path}");
        }
        for path in ["/users/o'neil@b.c", "/users('o''neil@b.c')", "/users/o%27neil@b.c"] {
            let profile = ResourcePath::User { user: "o'neil@b.c".into(), resource: UserResource::Profile };
            assert_eq!(ResourcePath::parse(path).unwrap(), profile, "{path}");
        }
        let attachment = MessageResource::AttachmentValue { attachment: "a/b".into() };
        let path = "/users/a@b.c/mailFolders/f/messages/m/attachments('a/b')/$value";
        assert_eq!(ResourcePath::parse(path).unwrap(), message(Some("f"), "m", attachment));
    }

    #[test]
    fn an_unencoded_slash_splits_an_id() {
        let error = ResourcePath::parse("/users/a@b.c/messages/AB/z").unwrap_err();
        assert!(format!("{error:?}").contains("segment 'z'"), "{error:?}");
        assert!(ResourcePath::parse("/users/a@b.c/messages/AB%2Fz").is_err());
        assert_eq!(
            ResourcePath::parse("/users/a@b.c/messages/AB%252Fz").unwrap(),
            message(None, "AB/z", MessageResource::Whole)
        );
    }

    #[test]
    fn the_template_contains_no_ids() {
        let template = |path: &str| ResourcePath::parse(path).unwrap().template();
        assert_eq!(
            template("/users/x/mailFolders/y/messages/z/move"),
            "/users/{id}/mailFolders/{id}/messages/{id}/move"
        );
        assert_eq!(template("/users/x/messages/z/attachments/a"), "/users/{id}/messages/{id}/attachments/{id}");
        assert_eq!(template("/subscriptions/1/reauthorize"), "/subscriptions/{id}/reauthorize");
        assert_eq!(template("/users/x"), "/users/{id}");
    }
}
