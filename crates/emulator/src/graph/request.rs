use crate::auth::application::Application;
use crate::odata::prefer::Preferences;
use crate::odata::query::QueryOptions;
use axum::body::Bytes;
use axum::http::Method;

/// An authenticated call to Graph.
#[derive(Debug)]
pub(crate) struct GraphRequest {
    pub(crate) method: Method,
    pub(crate) query: QueryOptions,
    pub(crate) preferences: Preferences,
    pub(crate) app: Application,
    /// `http://host/v1.0`, as the client sees the emulator.
    pub(crate) base_url: String,
    pub(crate) if_match: Option<String>,
    /// In lower case.
    pub(crate) content_type: String,
    pub(crate) authorization: String,
    pub(crate) body: Bytes,
}
