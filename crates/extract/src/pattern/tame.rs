//! What a pattern may contain.
//!
//! Refuses what no vendor's mail needs and no bound covers: calls of groups (their expansion is unbounded), control verbs,
//! and repetitions nested inside a look-around or atomic group that itself has to backtrack. Work inside such a group is
//! forgotten when it ends, so the backtracks of its repetitions are never counted, and each level of nesting multiplies the
//! time by the length of the text.

use super::words::in_words;
use fancy_regex::Expr;

/// A pattern that may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tame {
    /// Whether a part of it has to equal what another part has found.
    pub(super) refers_back: bool,
}

/// Says in words what is wrong with the pattern, if anything.
pub(super) fn judge(pattern: &str) -> Result<Tame, String> {
    if has_recursion_of_others(pattern) {
        return Err("(?R) is not supported: elsewhere it calls the whole pattern".to_owned());
    }
    let tree = Expr::parse_tree(pattern).map_err(|error| in_words(&error))?;
    walk(&tree.expr, Inside::Nothing)?;
    Ok(Tame { refers_back: is_reference(&tree.expr) || tree.expr.has_descendant(is_reference) })
}

/// `(?R)` is a flag to this engine and recursion to all others; whoever writes it means the latter.
fn has_recursion_of_others(pattern: &str) -> bool {
    pattern.match_indices("(?R)").any(|(at, _)| {
        let before = pattern.get(..at).unwrap_or_default();
        (before.len() - before.trim_end_matches('\\').len()).is_multiple_of(2)
    })
}

#[derive(Debug, Clone, Copy)]
enum Inside {
    Nothing,
    /// A group whose backtracking is forgotten at its end, and which has to backtrack.
    Cut,
    /// A repetition inside such a group.
    RepeatInCut,
}

fn walk(expr: &Expr, inside: Inside) -> Result<(), String> {
    if let Some(word) = unsupported(expr) {
        return Err(format!("{word} is not supported"));
    }
    let below = match inside {
        Inside::RepeatInCut if is_repeat(expr) => {
            return Err(
                "nests repetitions inside a look-around or atomic group that contains another look-around, atomic \
                        group or back-reference: its time could not be bounded"
                    .to_owned(),
            );
        }
        Inside::Cut if is_repeat(expr) => Inside::RepeatInCut,
        Inside::Nothing if is_cut(expr) && expr.has_descendant(backtracks) => Inside::Cut,
        unchanged => unchanged,
    };
    expr.children_iter().try_for_each(|child| walk(child, below))
}

fn unsupported(expr: &Expr) -> Option<&'static str> {
    match expr {
        Expr::SubroutineCall(_) | Expr::DefineGroup { .. } => Some("calling a group"),
        Expr::BackrefWithRelativeRecursionLevel { .. } => Some("a back-reference with a recursion level"),
        Expr::BacktrackingControlVerb(_) => Some("a control verb"),
        Expr::Absent(_) => Some("the absence operator"),
        Expr::KeepOut => Some(r"\K"),
        Expr::ContinueFromPreviousMatchEnd => Some(r"\G"),
        Expr::AstNode(..) => Some("this construct"),
        _ => None,
    }
}

fn is_repeat(expr: &Expr) -> bool {
    matches!(expr, Expr::Repeat { hi, .. } if *hi > 1)
}

fn is_cut(expr: &Expr) -> bool {
    matches!(expr, Expr::LookAround(..) | Expr::AtomicGroup(_) | Expr::Conditional { .. })
}

fn backtracks(expr: &Expr) -> bool {
    is_cut(expr) || is_reference(expr)
}

fn is_reference(expr: &Expr) -> bool {
    matches!(expr, Expr::Backref { .. } | Expr::BackrefExistsCondition { .. })
}

#[cfg(test)]
mod tests {
    use super::judge;

    #[test]
    fn what_vendors_mail_needs_is_permitted() {
        let permitted = [
            r"(?:\A|\n[ \t]*\n)\s*(?=\S)",
            r"(?s)<tr(?![^>]*header)[^>]*>(?:(?!</tr>).)*",
            r"(?s)<tr(?=(?:(?!</tr>).)*lightning)",
            r"(?<=Lat:)\s*([+-]?\d++\.\d+)",
            r#"(["']).*?\1"#,
            r"(?:<td>(?:(?!</td>).)*</td>){3}",
            r"(a)?(?(1)b|c)",
            r"(?:\(?R)",
        ];
        for pattern in permitted {
            assert!(judge(pattern).is_ok(), "{pattern}");
        }
    }

    #[test]
    fn what_no_bound_covers_is_refused_in_words() {
        let refused = [
            (r"(?:(?=(?:(?=a*)a)*)a)*", "nests repetitions"),
            (r"(?>(?:(?=a*)a)*)b", "nests repetitions"),
            (r"(?=(?:a(?:a*c)?)*(\w)\1)", "nests repetitions"),
            (r"(a\g<1>?b)", "calling a group"),
            (r"(?(DEFINE)(?<n>a))\g<n>", "calling a group"),
            (r"a(?R)?b", "(?R)"),
            (r"a\\(?R)", "(?R)"),
            (r"a\Kb", r"\K"),
            (r"\Ga", r"\G"),
            (r"(?~abc)", "absence"),
            (r"a(*FAIL)", "verb"),
            ("(", "parenthesis"),
        ];
        for (pattern, word) in refused {
            let fault = judge(pattern).unwrap_err();
            assert!(fault.contains(word), "{pattern}: {fault}");
        }
    }
}
