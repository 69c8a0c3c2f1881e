//! What the OpenAPI document says about the parameters of the proximity routes; [`super::query`] reads them.

/// Parameters of the proximity routes, for the OpenAPI document.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "read by the OpenAPI document alone")]
#[expect(non_snake_case, reason = "these are the names in a query")]
pub(crate) struct ParametersDoc {
    /// Danger radius in miles, above 0 and at most 500; default: that of each facility's policy.
    #[param(exclusive_minimum = 0, maximum = 500)]
    radiusMiles: Option<f64>,
    /// Danger window in minutes, above 0 and at most 1,440; default: that of each facility's policy.
    #[param(exclusive_minimum = 0, maximum = 1_440)]
    dangerMinutes: Option<f64>,
    /// All-clear window in minutes, above 0 and at most 1,440; default: that of each facility's policy.
    #[param(exclusive_minimum = 0, maximum = 1_440)]
    allClearMinutes: Option<f64>,
    /// History window in hours, above 0 and at most 168; default: that of each facility's policy.
    #[param(exclusive_minimum = 0, maximum = 168)]
    historyHours: Option<f64>,
    /// Time to evaluate, for replay, in RFC 3339, at most 60 s in the future; default now. A date alone is rejected.
    #[param(format = DateTime)]
    asOf: Option<String>,
}
