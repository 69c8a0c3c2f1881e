//! What an administrator should change in the settings of a watcher. Pure.

use super::folder_check::is_same_folder;
use super::sender_rule;
use crate::files::{FAILED, PROCESSED, watched_folder};
use stormwire_store::tables::action::Action;
use stormwire_store::tables::watcher::{Watcher, WatcherFields, WatcherKind};

/// `all` are the watchers of the installation.
pub(super) fn setting_warnings(own: &Watcher, actions: &[Action], all: &[Watcher]) -> Vec<String> {
    let others = all.iter().filter(|other| other.id != own.id);
    sender_rule::warning(&own.fields, actions)
        .into_iter()
        .chain(no_actions(&own.fields, actions))
        .chain(same_name(own, all))
        .chain(others.filter_map(|other| filed_messages(&own.fields, &other.fields)))
        .collect()
}

/// Everything would be a success, although nothing was done with it.
fn no_actions(fields: &WatcherFields, actions: &[Action]) -> Option<String> {
    let consequence = match fields.kind {
        WatcherKind::Mailbox => "messages are filed as Success, and nothing else happens with them",
        WatcherKind::File => "files are filed as Success, and nothing else happens with them",
        WatcherKind::StatusEvent => "a change of status starts nothing",
    };
    (fields.is_enabled && actions.is_empty())
        .then(|| format!("the watcher has no actions: {consequence}; add an action"))
}

/// Watchers work with equal names, and clients may have created some, so that saving is not rejected.
fn same_name(own: &Watcher, all: &[Watcher]) -> Option<String> {
    let others = all.iter().filter(|other| other.id != own.id && other.fields.name == own.fields.name);
    let ids: Vec<String> = others.map(|other| other.id.to_string()).collect();
    let subject = match ids.as_slice() {
        [] => return None,
        [id] => format!("watcher {id} has"),
        several => format!("watchers {} have", several.join(", ")),
    };
    Some(format!(
        "{subject} the same name: stormwire config export and config apply find watchers by name and fail until each has a \
         name of its own; change the name"
    ))
}

/// What another watcher has filed would be processed once more.
fn filed_messages(own: &WatcherFields, other: &WatcherFields) -> Option<String> {
    let is_filed_here = |name: &&str| is_same_folder(own, &in_subfolder(other, name));
    let name = [PROCESSED, FAILED].into_iter().find(is_filed_here).filter(|_| other.move_on_process)?;
    let watcher = &other.name;
    Some(format!(
        "this is the folder {name} of the watcher {watcher:?}: what that watcher files is processed again by this one; watch \
         another folder"
    ))
}

fn in_subfolder(fields: &WatcherFields, name: &str) -> WatcherFields {
    let WatcherFields { folder_path, .. } = fields;
    WatcherFields {
        folder: fields.folder.is_some().then(|| format!("{}/{name}", watched_folder(fields))),
        folder_path: format!("{folder_path}/{name}"),
        folder_id: None,
        ..fields.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use stormwire_store::tables::watcher::WatcherState;
    use stormwire_store::{ActionId, WatcherId};

    fn watcher(id: i64, fields: WatcherFields) -> Watcher {
        Watcher { id: WatcherId::new(id), fields, state: WatcherState::default() }
    }

    fn action() -> Action {
        Action {
            id: ActionId::new(1),
            watcher_id: WatcherId::new(1),
            order: 1,
            name: "Set".into(),
            action_type: "Data".into(),
            config: json!({"Op": {"Action": "Set"}}),
            credential_id: None,
            is_phase_one: true,
            sealed_secrets: None,
        }
    }

    #[test]
    fn an_enabled_watcher_without_actions_gets_a_warning() {
        for (fields, expected) in [
            (WatcherFields::new("Storm", "storm@example.gov"), "messages are filed as Success"),
            (WatcherFields::of_files("Share", "/srv/share"), "files are filed as Success"),
            (WatcherFields::of_status_events("Siren"), "a change of status starts nothing"),
        ] {
            let of = |is_enabled, actions: &[Action]| {
                setting_warnings(&watcher(1, WatcherFields { is_enabled, ..fields.clone() }), actions, &[])
            };
            assert_eq!((of(false, &[]), of(true, &[action()])), (vec![], vec![]));
            let found = of(true, &[]);
            assert!(found.len() == 1 && found[0].contains(expected), "{found:?}");
        }
    }

    #[test]
    fn watchers_of_equal_names_get_a_warning() {
        let named = |id, name: &str| watcher(id, WatcherFields::of_status_events(name));
        let found = |all: &[Watcher]| setting_warnings(&all[0], &[action()], all);
        assert_eq!(found(&[named(1, "Siren"), named(2, "siren"), named(3, "Sirens")]), Vec::<String>::new());
        for (others, expected) in
            [(vec![2], "watcher 2 has the same name: "), (vec![2, 7], "watchers 2, 7 have the same name: ")]
        {
            let others = others.into_iter().map(|id| named(id, "Siren"));
            let all: Vec<Watcher> = std::iter::once(named(1, "Siren")).chain(others).collect();
            let found = found(&all);
            assert!(found.len() == 1 && found[0].starts_with(expected), "{found:?}");
        }
    }

    #[test]
    fn the_folder_where_another_watcher_files_gets_a_warning() {
        let files = |folder: &str| WatcherFields::of_files("Share", folder);
        let mail =
            |path: &str| WatcherFields { folder_path: path.into(), ..WatcherFields::new("Storm", "storm@example.gov") };
        let other_mailbox = |path: &str| WatcherFields { mailbox_address: "other@example.gov".into(), ..mail(path) };
        let in_place = |fields: WatcherFields| WatcherFields { move_on_process: false, ..fields };
        for (own, other, expected) in [
            (files("/srv/a/Processed"), files("/srv/a"), true),
            (files("/srv/a/Failed/"), files("/srv/a/"), true),
            (files("/srv/a/Processed"), in_place(files("/srv/a")), false),
            (files("/srv/a"), files("/srv/a/Processed"), false),
            (files("/srv/a/Archive"), files("/srv/a"), false),
            (mail("Inbox/Processed"), mail("Inbox"), true),
            (mail("inbox/failed"), mail("Inbox"), true),
            (mail("Inbox/Processed"), other_mailbox("Inbox"), false),
            (mail("Inbox/Processed"), files("/srv/a"), false),
        ] {
            let other = WatcherFields { name: "Other".into(), ..other };
            let all = [watcher(1, own.clone()), watcher(2, other.clone())];
            let found = setting_warnings(&all[0], &[action()], &all);
            assert_eq!(found.len(), usize::from(expected), "{:?} {:?} {found:?}", own.folder, other.folder);
        }
        let itself = watcher(1, files("/srv/a"));
        assert_eq!(setting_warnings(&itself, &[action()], std::slice::from_ref(&itself)), Vec::<String>::new());
    }
}
