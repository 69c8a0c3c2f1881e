//! What the actions of a workflow write to the context and read from it, derived from their configs. Pure: no message is
//! needed.
//!
//! [`written_paths`] lists what an action adds for later ones, [`warnings`] what an action reads that no earlier one sets.
//! The actions run in their order, Phase 2 after Phase 1.

mod check;
mod read;
mod written;

pub use check::{FlowWarning, Workflow, warnings};
pub use written::{ContextPath, removed_keys, written_paths};

use stormwire_store::ActionId;
use stormwire_store::tables::action::Action;

/// The actions that have run when an action starts, in run order. `None` for an action after all others.
pub fn actions_before(actions: &[Action], id: Option<ActionId>) -> Vec<&Action> {
    run_order(actions).into_iter().take_while(|action| Some(action.id) != id).collect()
}

fn run_order(actions: &[Action]) -> Vec<&Action> {
    let mut order: Vec<&Action> = actions.iter().collect();
    order.sort_by_key(|action| !action.is_phase_one);
    order
}

/// The first key of a path: `Extract` of `$.Extract.Items`. `None` if the path can lead to any key.
pub fn root_key(path: &str) -> Option<&str> {
    let rest = path.trim().strip_prefix('$')?;
    if let Some(quoted) = rest.strip_prefix('[') {
        let quote = quoted.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
        return quoted[1..].split(quote).next().filter(|key| !key.is_empty());
    }
    let name = rest.strip_prefix('.')?;
    let end = name.find(|letter: char| !(letter.is_alphanumeric() || letter == '_')).unwrap_or(name.len());
    Some(&name[..end]).filter(|key| !key.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_key_is_the_first_name_of_a_path() {
        for (path, expected) in [
            ("$.Extract.Items[0].Latitude", Some("Extract")),
            ("$.Extract", Some("Extract")),
            ("$._RawBody", Some("_RawBody")),
            ("$['a b'].c", Some("a b")),
            ("$[\"a\"]", Some("a")),
            ("$.Rows[?@.A==1]", Some("Rows")),
            ("$.Count | default(0)", Some("Count")),
            ("$", None),
            ("$..Items", None),
            ("$.*", None),
            ("$[0]", None),
            ("Extract", None),
        ] {
            assert_eq!(root_key(path), expected, "{path}");
        }
    }
}
