//! Where a call goes. Clients write the same address in many ways: segments in any case, ids in brackets or between
//! slashes, encoded once, twice or not at all. They all end up as one [`Address`].

use crate::refusal::Refusal;
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// An address that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Address {
    User { user: String, part: UserPart },
    Subscriptions,
    Subscription { id: String },
    Reauthorize { id: String },
    Batch,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum UserPart {
    Profile,
    SendMail,
    Folders,
    Folder { folder: String },
    ChildFolders { folder: String },
    Messages { folder: Option<String> },
    Delta { folder: Option<String> },
    Message { folder: Option<String>, message: String, part: MessagePart },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MessagePart {
    Whole,
    Mime,
    Move,
    Attachments,
    Attachment { attachment: String },
    AttachmentValue { attachment: String },
}

impl Address {
    /// From the path after the version.
    pub(crate) fn parse(path: &str) -> Result<Self, Refusal> {
        let segments = segments(path);
        let lower: Vec<String> = segments.iter().map(|segment| segment.to_lowercase()).collect();
        let names: Vec<&str> = lower.iter().map(String::as_str).collect();
        let text = |at: usize| segments[at].clone();
        Ok(match names.as_slice() {
            ["users", _, rest @ ..] => {
                let part = user_part(rest, &segments[2..])?;
                Self::User { user: text(1), part }
            }
            ["me", ..] => {
                return Err(Refusal::bad_request("/me request is only valid with delegated authentication flow."));
            }
            ["subscriptions"] => Self::Subscriptions,
            ["subscriptions", _] => Self::Subscription { id: text(1) },
            ["subscriptions", _, "reauthorize"] => Self::Reauthorize { id: text(1) },
            ["$batch"] => Self::Batch,
            _ => return Err(unknown(&segments)),
        })
    }

    /// The mailbox that the call is about, where it is about one.
    pub(crate) fn user(&self) -> Option<&str> {
        match self {
            Self::User { user, .. } => Some(user),
            _ => None,
        }
    }

    /// The address with its ids taken out.
    pub(crate) fn template(&self) -> String {
        match self {
            Self::Subscriptions => "/subscriptions".into(),
            Self::Subscription { .. } => "/subscriptions/{id}".into(),
            Self::Reauthorize { .. } => "/subscriptions/{id}/reauthorize".into(),
            Self::Batch => "/$batch".into(),
            Self::User { part, .. } => format!("/users/{{id}}{}", part.template()),
        }
    }
}

impl UserPart {
    fn template(&self) -> String {
        let within = |folder: &Option<String>| if folder.is_some() { "/mailFolders/{id}" } else { "" };
        match self {
            Self::Profile => String::new(),
            Self::SendMail => "/sendMail".into(),
            Self::Folders => "/mailFolders".into(),
            Self::Folder { .. } => "/mailFolders/{id}".into(),
            Self::ChildFolders { .. } => "/mailFolders/{id}/childFolders".into(),
            Self::Messages { folder } => format!("{}/messages", within(folder)),
            Self::Delta { folder } => format!("{}/messages/delta", within(folder)),
            Self::Message { folder, part, .. } => format!("{}/messages/{{id}}{}", within(folder), part.template()),
        }
    }
}

impl MessagePart {
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

fn user_part(names: &[&str], segments: &[String]) -> Result<UserPart, Refusal> {
    let text = |at: usize| segments[at].clone();
    Ok(match names {
        [] => UserPart::Profile,
        ["sendmail"] => UserPart::SendMail,
        ["mailfolders"] => UserPart::Folders,
        // A folder below a folder is a folder.
        ["mailfolders", _, "childfolders", _, ..] => {
            let mut names = names[2..].to_vec();
            names[0] = "mailfolders";
            return user_part(&names, &segments[2..]);
        }
        ["mailfolders", _] => UserPart::Folder { folder: text(1) },
        ["mailfolders", _, "childfolders"] => UserPart::ChildFolders { folder: text(1) },
        ["mailfolders", _, "messages", rest @ ..] => messages(Some(text(1)), rest, &segments[3..])?,
        ["messages", rest @ ..] => messages(None, rest, &segments[1..])?,
        _ => return Err(unknown(segments)),
    })
}

fn messages(folder: Option<String>, names: &[&str], segments: &[String]) -> Result<UserPart, Refusal> {
    let text = |at: usize| segments[at].clone();
    let part = match names {
        [] => return Ok(UserPart::Messages { folder }),
        ["delta"] => return Ok(UserPart::Delta { folder }),
        [_] => MessagePart::Whole,
        [_, "$value"] => MessagePart::Mime,
        [_, "move"] => MessagePart::Move,
        [_, "attachments"] => MessagePart::Attachments,
        [_, "attachments", _] => MessagePart::Attachment { attachment: text(2) },
        [_, "attachments", _, "$value"] => MessagePart::AttachmentValue { attachment: text(2) },
        _ => return Err(unknown(segments)),
    };
    Ok(UserPart::Message { folder, message: text(0), part })
}

/// The last segment is what usually went wrong: an id with a slash in it falls apart here, as it does at the service.
fn unknown(segments: &[String]) -> Refusal {
    Refusal::unknown_segment(segments.last().map_or("", String::as_str))
}

/// Decoded as a whole, cut at slashes outside of brackets, ids taken out of their brackets, each decoded once more.
fn segments(path: &str) -> Vec<String> {
    let path = decode(path);
    let mut segments = vec![String::new()];
    let mut within = false;
    for sign in path.chars() {
        match sign {
            '/' if !within => segments.push(String::new()),
            _ => {
                within = sign == '(' || (within && sign != ')');
                if let Some(last) = segments.last_mut() {
                    last.push(sign);
                }
            }
        }
    }
    segments.iter().filter(|segment| !segment.is_empty()).flat_map(|segment| parts(segment)).collect()
}

/// `mailFolders('id')` is two, `delta()` and `microsoft.graph.delta` are one.
fn parts(segment: &str) -> Vec<String> {
    let plain = |name: &str| name.strip_prefix("microsoft.graph.").unwrap_or(name).to_owned();
    match segment.split_once('(').and_then(|(name, rest)| Some((name, rest.strip_suffix(')')?))) {
        Some((name, "")) => vec![plain(name)],
        Some((name, argument)) => vec![plain(name), decode(&unquoted(argument)).into_owned()],
        None => vec![plain(&decode(segment))],
    }
}

/// A quote inside of quotes stands twice.
fn unquoted(argument: &str) -> String {
    let inner = argument.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).unwrap_or(argument);
    inner.replace("''", "'")
}

fn decode(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(folder: Option<&str>, message: &str, part: MessagePart) -> Address {
        let folder = folder.map(str::to_owned);
        let part = UserPart::Message { folder, message: message.into(), part };
        Address::User { user: "a@b.c".into(), part }
    }

    #[test]
    fn one_address_is_written_in_many_ways() {
        let delta = |folder: &str| Address::User {
            user: "a@b.c".into(),
            part: UserPart::Delta { folder: Some(folder.into()) },
        };
        for path in [
            "/users/a@b.c/mailFolders/Inbox/messages/delta",
            "/Users('a@b.c')/mailfolders('Inbox')/Messages/delta()",
            "/users/a%40b.c/MAILFOLDERS(%27Inbox%27)/messages/microsoft.graph.delta()",
            "users/a@b.c/mailFolders/x/childFolders/Inbox/messages/delta/",
        ] {
            assert_eq!(Address::parse(path).unwrap(), delta("Inbox"), "{path}");
        }
        for path in
            ["/users/a@b.c/messages/A-_B=", "/users/a@b.c/messages('A-_B%3D')", "/users/a@b.c/messages/A-_B%253D"]
        {
            assert_eq!(Address::parse(path).unwrap(), message(None, "A-_B=", MessagePart::Whole), "{path}");
        }
        for path in ["/users/o'neil@b.c", "/users('o''neil@b.c')", "/users/o%27neil@b.c"] {
            let profile = Address::User { user: "o'neil@b.c".into(), part: UserPart::Profile };
            assert_eq!(Address::parse(path).unwrap(), profile, "{path}");
        }
        let attachment = MessagePart::AttachmentValue { attachment: "a/b".into() };
        let path = "/users/a@b.c/mailFolders/f/messages/m/attachments('a/b')/$value";
        assert_eq!(Address::parse(path).unwrap(), message(Some("f"), "m", attachment));
    }

    #[test]
    fn an_id_with_a_slash_falls_apart() {
        let refusal = Address::parse("/users/a@b.c/messages/AB/z").unwrap_err();
        assert!(format!("{refusal:?}").contains("segment 'z'"), "{refusal:?}");
        assert!(Address::parse("/users/a@b.c/messages/AB%2Fz").is_err());
        assert_eq!(
            Address::parse("/users/a@b.c/messages/AB%252Fz").unwrap(),
            message(None, "AB/z", MessagePart::Whole)
        );
    }

    #[test]
    fn the_template_has_no_ids() {
        let template = |path: &str| Address::parse(path).unwrap().template();
        assert_eq!(
            template("/users/x/mailFolders/y/messages/z/move"),
            "/users/{id}/mailFolders/{id}/messages/{id}/move"
        );
        assert_eq!(template("/users/x/messages/z/attachments/a"), "/users/{id}/messages/{id}/attachments/{id}");
        assert_eq!(template("/subscriptions/1/reauthorize"), "/subscriptions/{id}/reauthorize");
        assert_eq!(template("/users/x"), "/users/{id}");
    }
}
