//! The steps and whether they are done. Pure.

use serde::Serialize;
use stormwire_store::WatcherId;
use utoipa::ToSchema;

#[derive(Debug, Clone)]
pub(super) struct SetupFacts {
    /// In the configuration or in the portal.
    pub(super) is_city_set: bool,
    pub(super) city: String,
    pub(super) crs: String,
    pub(super) timezone: String,
    pub(super) facilities: usize,
    /// Facilities with a position.
    pub(super) located: usize,
    pub(super) credentials: usize,
    pub(super) watchers: Vec<WatcherFact>,
    /// Another program loads strikes: no mailbox is needed.
    pub(super) has_external_loader: bool,
    pub(super) is_feed_healthy: bool,
    pub(super) feed_reason: Option<String>,
    /// Why nobody gets mail about failures.
    pub(super) mail_gap: Option<String>,
}

#[derive(Debug, Clone)]
pub(super) struct WatcherFact {
    pub(super) id: WatcherId,
    pub(super) name: String,
    pub(super) is_enabled: bool,
    pub(super) actions: usize,
    pub(super) feeds_strikes: bool,
    /// The newest message was processed.
    pub(super) has_processed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SetupStepName)]
pub(super) enum StepName {
    City,
    Facilities,
    Credential,
    Watcher,
    Layout,
    Screens,
    Alerts,
}

/// A step of the setup.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SetupStep)]
pub(super) struct StepView {
    step: StepName,
    pub(super) is_done: bool,
    /// The current state, as a sentence.
    state: String,
    /// The page of the portal where the step is done.
    page: String,
}

pub(super) fn checklist(facts: &SetupFacts) -> Vec<StepView> {
    vec![
        city(facts),
        facilities(facts),
        credential(facts),
        watcher(facts),
        layout(facts),
        screens(facts),
        alerts(facts),
    ]
}

fn step(step: StepName, is_done: bool, state: impl Into<String>, page: impl Into<String>) -> StepView {
    StepView { step, is_done, state: state.into(), page: page.into() }
}

fn city(facts: &SetupFacts) -> StepView {
    let SetupFacts { city, crs, timezone, .. } = facts;
    let values = format!("{city}, {crs}, {timezone}");
    let state = if facts.is_city_set { format!("{values}.") } else { format!("Defaults are used: {values}.") };
    step(StepName::City, facts.is_city_set, state, "/portal/setup/city")
}

fn facilities(facts: &SetupFacts) -> StepView {
    let state = match (facts.facilities, facts.located) {
        (0, _) => "There are no facilities yet.".to_owned(),
        (all, located) if located < all => format!("{all} facilities, {} without a position.", all - located),
        (1, _) => "1 facility.".to_owned(),
        (all, _) => format!("{all} facilities, each with a position."),
    };
    let page = if facts.facilities == 0 { "/portal/facilities/import" } else { "/portal/facilities" };
    step(StepName::Facilities, facts.located > 0, state, page)
}

const EXTERNAL: &str = "Not needed: another program loads strikes.";

fn credential(facts: &SetupFacts) -> StepView {
    if facts.has_external_loader {
        return step(StepName::Credential, true, EXTERNAL, "/portal/credentials");
    }
    match facts.credentials {
        0 => step(StepName::Credential, false, "There is no credential yet.", "/portal/credentials/new"),
        1 => step(StepName::Credential, true, "1 credential.", "/portal/credentials"),
        count => step(StepName::Credential, true, format!("{count} credentials."), "/portal/credentials"),
    }
}

fn watcher(facts: &SetupFacts) -> StepView {
    if facts.has_external_loader {
        return step(StepName::Watcher, true, EXTERNAL, "/portal/watchers");
    }
    if let Some(enabled) = facts.watchers.iter().find(|watcher| watcher.is_enabled) {
        return step(StepName::Watcher, true, format!("{} is enabled.", enabled.name), "/portal/watchers");
    }
    match facts.watchers.first() {
        None => step(StepName::Watcher, false, "There is no watcher yet.", "/portal/watchers/new"),
        Some(WatcherFact { id, name, .. }) => {
            step(StepName::Watcher, false, format!("{name} is disabled. Enable it."), format!("/portal/watchers/{id}"))
        }
    }
}

fn layout(facts: &SetupFacts) -> StepView {
    if facts.has_external_loader {
        return step(StepName::Layout, true, EXTERNAL, "/portal/watchers");
    }
    let feeding = facts.watchers.iter().find(|watcher| watcher.feeds_strikes);
    match (feeding.or(facts.watchers.first()), feeding) {
        (None, _) => step(StepName::Layout, false, "Add a watcher first.", "/portal/watchers/new"),
        (Some(WatcherFact { id, actions: 0, name, .. }), _) => {
            let state = format!("{name} has no actions yet. Import a ready workflow.");
            step(StepName::Layout, false, state, format!("/portal/watchers/{id}/gallery"))
        }
        (Some(WatcherFact { id, name, .. }), None) => {
            let state = format!("No action of {name} stores strikes yet.");
            step(StepName::Layout, false, state, format!("/portal/watchers/{id}/actions"))
        }
        (_, Some(WatcherFact { id, name, has_processed: true, .. })) => {
            let state = format!("{name} has processed a message.");
            step(StepName::Layout, true, state, format!("/portal/watchers/{id}/actions"))
        }
        (_, Some(WatcherFact { id, name, .. })) => {
            let state = format!("{name} stores strikes, and waits for its first processed message.");
            step(StepName::Layout, false, state, format!("/portal/watchers/{id}/actions"))
        }
    }
}

fn screens(facts: &SetupFacts) -> StepView {
    let is_done = facts.located > 0 && facts.is_feed_healthy;
    let state = match (facts.located, is_done, &facts.feed_reason) {
        (0, _, _) => "The screens are empty until a facility has a position.".to_owned(),
        (_, true, _) => "The screens show the status of each facility.".to_owned(),
        (_, false, Some(reason)) => format!("The screens show Unknown: {reason}"),
        (_, false, None) => "The screens show Unknown until the feed is healthy.".to_owned(),
    };
    step(StepName::Screens, is_done, state, "/portal/storm")
}

fn alerts(facts: &SetupFacts) -> StepView {
    let state = match &facts.mail_gap {
        None => "Failures are reported by email.".to_owned(),
        Some(gap) => format!("{gap}."),
    };
    step(StepName::Alerts, facts.mail_gap.is_none(), capitalize(&state), "/portal/system")
}

fn capitalize(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing() -> SetupFacts {
        SetupFacts {
            is_city_set: false,
            city: "Our city".into(),
            crs: "ESRI:102629".into(),
            timezone: "America/Chicago".into(),
            facilities: 0,
            located: 0,
            credentials: 0,
            watchers: Vec::new(),
            has_external_loader: false,
            is_feed_healthy: false,
            feed_reason: None,
            mail_gap: Some("failures are not reported".into()),
        }
    }

    fn watcher(is_enabled: bool, actions: usize, feeds_strikes: bool) -> WatcherFact {
        let (id, name) = (WatcherId::new(7), "Storm".into());
        WatcherFact { id, name, is_enabled, actions, feeds_strikes, has_processed: false }
    }

    fn done(facts: &SetupFacts) -> Vec<StepName> {
        checklist(facts).into_iter().filter(|step| step.is_done).map(|step| step.step).collect()
    }

    #[test]
    fn a_new_installation_has_nothing_done() {
        assert_eq!(done(&nothing()), []);
        let steps = checklist(&nothing());
        assert_eq!(steps[0].state, "Defaults are used: Our city, ESRI:102629, America/Chicago.");
        assert_eq!(steps[6].state, "Failures are not reported.");
    }

    #[test]
    fn each_fact_completes_its_step() {
        use StepName::{Alerts, City, Credential, Facilities, Layout, Screens, Watcher};
        let mut facts = SetupFacts { is_city_set: true, facilities: 2, located: 1, credentials: 1, ..nothing() };
        assert_eq!(done(&facts), [City, Facilities, Credential]);
        facts.watchers = vec![watcher(true, 1, true)];
        assert_eq!(done(&facts), [City, Facilities, Credential, Watcher], "no message was processed yet");
        facts.watchers[0].has_processed = true;
        (facts.is_feed_healthy, facts.mail_gap) = (true, None);
        assert_eq!(done(&facts), [City, Facilities, Credential, Watcher, Layout, Screens, Alerts]);
    }

    #[test]
    fn a_step_leads_to_the_page_where_it_goes_on() {
        for (watcher_facts, pages) in [
            (None, ["/portal/watchers/new", "/portal/watchers/new"]),
            (Some(watcher(false, 0, false)), ["/portal/watchers/7", "/portal/watchers/7/gallery"]),
            (Some(watcher(true, 1, false)), ["/portal/watchers", "/portal/watchers/7/actions"]),
        ] {
            let facts = SetupFacts { watchers: watcher_facts.into_iter().collect(), ..nothing() };
            let steps = checklist(&facts);
            assert_eq!([steps[3].page.as_str(), steps[4].page.as_str()], pages);
        }
    }

    #[test]
    fn a_program_that_loads_strikes_needs_no_mailbox() {
        let facts = SetupFacts { has_external_loader: true, ..nothing() };
        assert_eq!(done(&facts), [StepName::Credential, StepName::Watcher, StepName::Layout]);
    }
}
