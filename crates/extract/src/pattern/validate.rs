//! Rejects patterns whose search time cannot be bounded.
//!
//! These are subroutine calls (their expansion is unbounded), control verbs, and nested repetitions inside a look-around or
//! atomic group that itself has to backtrack. The engine discards the state of such a group when the group ends, so the
//! backtracks of its repetitions are never counted, and each level of nesting multiplies the time by the length of the text.
//! No vendor's mail needs them.

use fancy_regex::Expr;

use super::compile_error::describe;

/// Features of a valid pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PatternFeatures {
    pub(super) has_back_reference: bool,
}

/// The error is written for the author of the pattern.
pub(super) fn validate(pattern: &str) -> Result<PatternFeatures, String> {
    if has_recursion(pattern) {
        return Err("(?R) is not supported: in other engines it calls the whole pattern".to_owned());
    }
    let tree = Expr::parse_tree(pattern).map_err(|error| describe(&error))?;
    check(&tree.expr, Nesting::None)?;
    let has_back_reference = is_back_reference(&tree.expr) || tree.expr.has_descendant(is_back_reference);
    Ok(PatternFeatures { has_back_reference })
}

/// `(?R)` is a flag in this engine and recursion in all others. Authors who write it mean recursion.
fn has_recursion(pattern: &str) -> bool {
    pattern.match_indices("(?R)").any(|(position, _)| {
        let before = pattern.get(..position).unwrap_or_default();
        // An odd number of backslashes escapes the parenthesis.
        (before.len() - before.trim_end_matches('\\').len()).is_multiple_of(2)
    })
}

#[derive(Debug, Clone, Copy)]
enum Nesting {
    None,
    /// Inside a group that has to backtrack and whose state is discarded at its end.
    IsolatedGroup,
    /// Inside a repetition in such a group.
    RepeatInIsolatedGroup,
}

fn check(expr: &Expr, nesting: Nesting) -> Result<(), String> {
    if let Some(feature) = unsupported_feature(expr) {
        return Err(format!("{feature} is not supported"));
    }
    let nesting = match nesting {
        Nesting::RepeatInIsolatedGroup if is_repeat(expr) => {
            return Err(
                "nests repetitions inside a look-around or atomic group that contains another look-around, atomic \
                        group or back-reference: its search time cannot be bounded"
                    .to_owned(),
            );
        }
        Nesting::IsolatedGroup if is_repeat(expr) => Nesting::RepeatInIsolatedGroup,
        Nesting::None if is_isolated_group(expr) && expr.has_descendant(needs_backtracking) => Nesting::IsolatedGroup,
        unchanged => unchanged,
    };
    expr.children_iter().try_for_each(|child| check(child, nesting))
}

fn unsupported_feature(expr: &Expr) -> Option<&'static str> {
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

fn is_isolated_group(expr: &Expr) -> bool {
    matches!(expr, Expr::LookAround(..) | Expr::AtomicGroup(_) | Expr::Conditional { .. })
}

fn needs_backtracking(expr: &Expr) -> bool {
    is_isolated_group(expr) || is_back_reference(expr)
}

fn is_back_reference(expr: &Expr) -> bool {
    matches!(expr, Expr::Backref { .. } | Expr::BackrefExistsCondition { .. })
}

#[cfg(test)]
mod tests {
    use super::validate;

    #[test]
    fn accepts_patterns_for_vendor_mail() {
        let accepted = [
            r"(?:\A|\n[ \t]*\n)\s*(?=\S)",
            r"(?s)<tr(?![^>]*header)[^>]*>(?:(?!</tr>).)*",
            r"(?s)<tr(?=(?:(?!</tr>).)*lightning)",
            r"(?<=Lat:)\s*([+-]?\d++\.\d+)",
            r#"(["']).*?\1"#,
            r"(?:<td>(?:(?!</td>).)*</td>){3}",
            r"(a)?(?(1)b|c)",
            r"(?:\(?R)",
        ];
        for pattern in accepted {
            assert!(validate(pattern).is_ok(), "{pattern}");
        }
    }

    #[test]
    fn rejects_patterns_that_cannot_be_bounded() {
        let rejected = [
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
        for (pattern, word) in rejected {
            let error = validate(pattern).unwrap_err();
            assert!(error.contains(word), "{pattern}: {error}");
        }
    }
}
