//! Sets up the city, as an administrator does.

use crate::city::{CREW, City, Facility, HOOK, MAILBOX, RADIUS_MILES, SECRETS, VENDOR};
use crate::simulation::Simulation;
use anyhow::{Context, Result};
use jiff::SignedDuration;
use serde_json::{Value, json};

struct Site {
    name: &'static str,
    lat: f64,
    lng: f64,
    /// Danger and all-clear window; none: the city's default.
    minutes: Option<[i64; 2]>,
}

/// More than 60 miles apart, so that a strike counts for one of them.
const SITES: [Site; 3] = [
    Site { name: "Pool", lat: 34.7, lng: -86.5, minutes: None },
    Site { name: "Golf", lat: 33.5, lng: -86.0, minutes: Some([2, 2]) },
    Site { name: "Zoo", lat: 32.3, lng: -85.5, minutes: Some([30, 120]) },
];
const DEFAULT_MINUTES: [i64; 2] = [30, 30];

pub(crate) fn set_up(simulation: &mut Simulation) -> Result<City> {
    let mut facilities = Vec::new();
    for Site { name, lat, lng, minutes } in SITES {
        let policy = match minutes {
            Some([danger, all_clear]) => {
                let policy = json!({
                    "name": name, "radiusMiles": RADIUS_MILES, "dangerMinutes": danger, "allClearMinutes": all_clear,
                    "historyHours": 8, "rings": [{"name": "outer", "radiusMiles": 20, "clearMinutes": all_clear}],
                });
                simulation.expect("POST", "/policy", Some(&policy))?["id"].clone()
            }
            None => Value::Null,
        };
        let facility = json!({"name": name, "position": {"lat": lat, "lng": lng}, "policyId": policy});
        let created = simulation.expect("POST", "/facility", Some(&facility))?;
        let [danger, all_clear] = minutes.unwrap_or(DEFAULT_MINUTES);
        let clear_after = SignedDuration::from_mins(danger.max(all_clear));
        facilities.push(Facility { id: id(&created)?, name, lat, lng, clear_after });
    }
    let credential = json!({
        "name": "Mail", "clientId": "histories", "clientSecret": SECRETS[0], "namespace": "city.test", "purpose": "mailbox",
    });
    let credential = id(&simulation.expect("POST", "/credential", Some(&credential))?)?;
    let watcher = json!({
        "name": "Storm", "mailboxAddress": MAILBOX, "folderPath": "Inbox", "credentialId": credential, "fromFilter": VENDOR,
        "processExisting": true,
    });
    let watcher = id(&simulation.expect("POST", "/mailbox-watcher", Some(&watcher))?)?;
    let gallery = simulation.expect("GET", "/workflow/gallery", None)?;
    let workflow = workflow(&gallery)?;
    let import = json!({"workflow": workflow, "settings": {"Recipients": CREW}});
    simulation.expect("POST", &format!("/mailbox-watcher/{watcher}/workflow"), Some(&import))?;
    let secret = format!("whsec_{}", SECRETS[1]);
    let sink = json!({"name": "Hook", "kind": "Webhook", "url": format!("http://{HOOK}/events"), "secret": secret});
    simulation.expect("POST", "/event-sink", Some(&sink))?;
    Ok(City { facilities, watcher })
}

/// The ready workflow with mail to the crew, sent through the provider.
fn workflow(gallery: &Value) -> Result<Value> {
    let workflows = gallery.as_array().into_iter().flatten().map(|ready| &ready["workflow"]);
    let found = workflows.into_iter().find(|workflow| workflow["name"] == "Lightning ingest with facility mail");
    let mut workflow = found.context("the gallery has no facility mail")?.clone();
    for action in workflow["actions"].as_array_mut().into_iter().flatten() {
        if action["actionType"] == "Email" {
            action["config"]["Op"]["Via"] = json!("Graph");
            action["config"]["Op"]["From"] = json!(MAILBOX);
        }
    }
    Ok(workflow)
}

fn id(created: &Value) -> Result<i64> {
    created["id"].as_i64().with_context(|| format!("no id in {created}"))
}
