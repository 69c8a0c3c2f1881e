//! How the service says no: a status, a code that clients act on, and words that they show.

use crate::store::Missing;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};

/// An answer that is not a success.
#[derive(Debug, Clone)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) body: RefusalBody,
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
}

#[derive(Debug, Clone)]
pub(crate) enum RefusalBody {
    /// With the `innerError` that most workloads add.
    Full { code: String, message: String },
    /// As Exchange itself says it: code and message alone.
    Bare { code: String, message: String },
    /// Nothing at all, as proxies on the way do.
    Empty,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, code: impl Into<String>, message: impl Into<String>) -> Self {
        let body = RefusalBody::Full { code: code.into(), message: message.into() };
        Self { status, body, headers: Vec::new() }
    }

    pub(crate) fn bare(status: StatusCode, code: &str, message: &str) -> Self {
        let body = RefusalBody::Bare { code: code.into(), message: message.into() };
        Self { status, body, headers: Vec::new() }
    }

    pub(crate) fn empty(status: StatusCode) -> Self {
        Self { status, body: RefusalBody::Empty, headers: Vec::new() }
    }

    pub(crate) fn with(mut self, name: HeaderName, value: &str) -> Self {
        self.headers.extend(HeaderValue::from_str(value).ok().map(|value| (name, value)));
        self
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "BadRequest", message)
    }

    pub(crate) fn unknown_segment(segment: &str) -> Self {
        Self::bad_request(format!("Resource not found for the segment '{segment}'."))
    }

    pub(crate) fn unreadable_body() -> Self {
        Self::bad_request(
            "Unable to read JSON request payload. Please ensure Content-Type header is set and payload is of valid JSON format.",
        )
    }

    pub(crate) fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "BadRequest", "Maximum request length exceeded.")
    }

    pub(crate) fn item_not_found() -> Self {
        let message = "The specified object was not found in the store.";
        Self::new(StatusCode::NOT_FOUND, "ErrorItemNotFound", message)
    }

    pub(crate) fn invalid_user(user: &str) -> Self {
        let message = format!("The requested user '{user}' is invalid.");
        Self::new(StatusCode::NOT_FOUND, "ErrorInvalidUser", message)
    }

    pub(crate) fn mailbox_inactive() -> Self {
        let message = "The mailbox is either inactive, soft-deleted, or is hosted on-premise.";
        Self::new(StatusCode::NOT_FOUND, "MailboxNotEnabledForRESTAPI", message)
    }

    pub(crate) fn access_denied() -> Self {
        let message = "Access is denied. Check credentials and try again.";
        Self::new(StatusCode::FORBIDDEN, "ErrorAccessDenied", message)
    }

    pub(crate) fn bad_token(message: &str) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "InvalidAuthenticationToken", message).with(
            header::WWW_AUTHENTICATE,
            "Bearer realm=\"\", authorization_uri=\"https://login.microsoftonline.com/common/oauth2/authorize\", \
             client_id=\"00000003-0000-0000-c000-000000000000\"",
        )
    }

    /// A subscription that is gone, or never was.
    pub(crate) fn resource_not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "ResourceNotFound", "The object was not found.")
    }
}

impl From<Missing> for Refusal {
    fn from(missing: Missing) -> Self {
        match missing {
            Missing::Item => Self::item_not_found(),
            Missing::Folder => {
                let message = "The specified folder could not be found in the store.";
                Self::new(StatusCode::NOT_FOUND, "ErrorItemNotFound", message)
            }
            Missing::Malformed => Self::new(StatusCode::BAD_REQUEST, "ErrorInvalidIdMalformed", "Id is malformed."),
            Missing::NameTaken => {
                let message = "A folder with the specified name already exists.";
                Self::new(StatusCode::CONFLICT, "ErrorFolderExists", message)
            }
            Missing::Protected => {
                let message = "The folder is a distinguished folder and cannot be changed that way.";
                Self::new(StatusCode::FORBIDDEN, "ErrorDeleteDistinguishedFolder", message)
            }
        }
    }
}
