//! Query parameters of the audit trail.

use crate::Problem;
use crate::params::parse_time;
use serde::Deserialize;
use stormwire_city::accounts::audit::AuditFilter;
use utoipa::IntoParams;

const MAX_FILTER_LENGTH: usize = 200;

/// Declares query parameters that contain those of the filter. A flattened struct would not do: serde then rejects no
/// unknown parameters and reads no numbers.
macro_rules! filtered_params {
    ($name:ident { $($before:tt)* } filter { $($after:tt)* }) => {
        #[derive(Debug, Deserialize, IntoParams)]
        #[serde(deny_unknown_fields)]
        #[into_params(parameter_in = Query)]
        pub(crate) struct $name {
            $($before)*
            /// Only entries of this user, in any case.
            pub(super) user: Option<String>,
            /// Only this action, such as `sign-in-failed`.
            pub(super) action: Option<String>,
            /// Only this resource, such as `session`.
            pub(super) resource: Option<String>,
            /// At this time or later. UTC if it has no offset.
            pub(super) from: Option<String>,
            /// At this time or earlier. UTC if it has no offset.
            pub(super) to: Option<String>,
            /// Text in the names, the address or the values, in any case.
            pub(super) q: Option<String>,
            $($after)*
        }

        impl $name {
            pub(super) fn filter(&self) -> Result<AuditFilter, Problem> {
                let time = |name, value| text(name, value)?.map(|text| parse_time(name, &text)).transpose();
                Ok(AuditFilter {
                    username: text("user", self.user.as_deref())?,
                    action: text("action", self.action.as_deref())?,
                    resource: text("resource", self.resource.as_deref())?,
                    from: time("from", self.from.as_deref())?,
                    to: time("to", self.to.as_deref())?,
                    text: text("q", self.q.as_deref())?,
                })
            }
        }
    };
}

filtered_params!(AuditParams {} filter {
    /// `nextCursor` of the previous page.
    pub(super) cursor: Option<String>,
    /// 1 to 500; default 50.
    #[param(minimum = 1, maximum = 500)]
    pub(super) limit: Option<u32>,
});

filtered_params!(ExportParams {
    /// `csv` (default) or `jsonl`: one JSON object per line.
    pub(super) format: Option<String>,
} filter {});

/// An empty parameter is the same as none, as a form sends it.
fn text(name: &str, value: Option<&str>) -> Result<Option<String>, Problem> {
    match value.filter(|text| !text.trim().is_empty()) {
        Some(text) if text.len() > MAX_FILTER_LENGTH || text.contains('\0') => {
            Err(Problem::field(name, format!("must have at most {MAX_FILTER_LENGTH} bytes")))
        }
        other => Ok(other.map(str::to_owned)),
    }
}
