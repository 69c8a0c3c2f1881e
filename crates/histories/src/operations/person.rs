//! What administrators and operators do.

use crate::draw::Draw;
use crate::operation::Operation;
use crate::scene::Scene;
use serde_json::json;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "disable the watcher", apply: disable },
    Operation { name: "enable the watcher", apply: enable },
    Operation { name: "reload the watcher", apply: reload },
    Operation { name: "retry a message", apply: retry },
    Operation { name: "dismiss a message", apply: dismiss },
    Operation { name: "replay what is missing", apply: replay_missing },
];

fn disable(scene: &mut Scene, _: &Draw) -> Option<String> {
    let path = format!("/mailbox-watcher/{}/disable", scene.model.city.watcher);
    let answer = scene.simulation.call("POST", &path, None)?;
    if answer.is_success() {
        scene.model.watcher.is_enabled = false;
    }
    Some(format!("the watcher is disabled: {}", answer.status))
}

fn enable(scene: &mut Scene, _: &Draw) -> Option<String> {
    let path = format!("/mailbox-watcher/{}/enable", scene.model.city.watcher);
    let answer = scene.simulation.call("POST", &path, None)?;
    if answer.is_success() {
        scene.model.watcher.is_enabled = true;
    }
    Some(format!("the watcher is enabled: {}", answer.status))
}

fn reload(scene: &mut Scene, _: &Draw) -> Option<String> {
    let path = format!("/mailbox-watcher/{}/reload", scene.model.city.watcher);
    let answer = scene.simulation.call("POST", &path, None)?;
    Some(format!("the watcher is reloaded: {}", answer.status))
}

/// A row of the log, whatever its state.
fn any_row(scene: &mut Scene, draw: &Draw) -> Option<(i64, String)> {
    let log = scene.simulation.get("/mailbox-watcher/log?limit=20")?.json();
    let rows = log["items"].as_array()?;
    if rows.is_empty() {
        return None;
    }
    let row = draw.one_of(rows);
    Some((row["id"].as_i64()?, row["messageKey"].as_str()?.to_owned()))
}

fn retry(scene: &mut Scene, draw: &Draw) -> Option<String> {
    let (id, key) = any_row(scene, draw)?;
    let body = json!({"force": draw.one_in(2)});
    let answer = scene.simulation.call("POST", &format!("/mailbox-watcher/log/{id}/retry"), Some(&body))?;
    if let Some(mail) = scene.model.mails.iter_mut().find(|mail| mail.id == key) {
        mail.came_in_an_outage = true;
    }
    Some(format!("message {id} is tried again, {body}: {}", answer.status))
}

fn dismiss(scene: &mut Scene, draw: &Draw) -> Option<String> {
    let (id, key) = any_row(scene, draw)?;
    let answer = scene.simulation.call("POST", &format!("/mailbox-watcher/log/{id}/dismiss"), None)?;
    if answer.is_success()
        && let Some(mail) = scene.model.mails.iter_mut().find(|mail| mail.id == key)
    {
        mail.is_dismissed = true;
    }
    Some(format!("message {id} is dismissed: {}", answer.status))
}

fn replay_missing(scene: &mut Scene, _: &Draw) -> Option<String> {
    let path = format!("/mailbox-watcher/{}/replay-missing", scene.model.city.watcher);
    let answer = scene.simulation.call("POST", &path, None)?;
    Some(format!("what is missing is replayed: {}", answer.status))
}
