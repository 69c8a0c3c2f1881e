//! Known failures: conditions under which a rule is not judged yet, one function for each row of the audit. A row that was repaired
//! loses its function.

/// E1: after an outage, a restart or a retry the service says Clear before it has read what waited.
pub(crate) fn is_judged_against_clear(came_in_an_outage: bool) -> bool {
    !came_in_an_outage
}
