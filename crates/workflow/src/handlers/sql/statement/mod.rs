//! The texts of generated statements. Identifiers come from the catalogue and are quoted; values never stand in them.

pub(super) mod postgres;
pub(super) mod sqlite;

use super::plan::Plan;
use super::target::Table;
use stormwire_store::user_tables::catalog::Relation;
use stormwire_store::user_tables::generated::quoted;

/// A table or view as a statement names it.
fn named(relation: &Relation) -> String {
    format!("{}.{}", relation.schema.name(), quoted(&relation.name))
}

/// The columns that are written, in a list.
fn listed(plan: &Plan) -> String {
    let names: Vec<String> = plan.columns.iter().map(|column| quoted(&column.name)).collect();
    names.join(", ")
}

/// `c0, c1, c2` of the source.
fn sources(plan: &Plan, prefix: &str) -> String {
    let names: Vec<String> = (0..plan.columns.len()).map(|place| format!("{prefix}c{place}")).collect();
    names.join(", ")
}

/// When a row of the table is that of the source.
fn matching(plan: &Plan) -> String {
    let one = |key: &usize| format!("t.{} = s.c{key}", quoted(&plan.columns[*key].name));
    plan.keys.iter().map(one).collect::<Vec<_>>().join(" and ")
}

/// What is written to a row that is known: every column but those by which it is known.
fn changes(plan: &Plan) -> String {
    let others = (0..plan.columns.len()).filter(|place| !plan.keys.contains(place));
    let one = |place: usize| format!("{} = s.c{place}", quoted(&plan.columns[place].name));
    others.map(one).collect::<Vec<_>>().join(", ")
}

/// How many rows of the table are matched, and the numbers of two source rows that match the same one.
fn counting(hits: &str) -> String {
    format!(
        "with hit as ({hits}) select cast(coalesce((select sum(hits) from hit), 0) as bigint), d.a, d.b \
         from (select 1) one left join (select a, b from hit where hits > 1 order by a limit 1) d on true"
    )
}

/// Which rows are asked for: the columns at these places, null or equal to the value of that number; then their order, which
/// does not change by itself where there is a key.
fn chosen(table: &Table, equal: &[(usize, bool)], value: impl Fn(usize) -> String) -> String {
    let one = |(number, (place, is_null)): (usize, &(usize, bool))| {
        let column = quoted(&table.columns[*place].name);
        if *is_null { format!("t.{column} is null") } else { format!("t.{column} = {}", value(number)) }
    };
    let conditions: Vec<String> = equal.iter().enumerate().map(one).collect();
    let order: Vec<String> = table.key().iter().map(|column| format!("t.{}", quoted(&column.name))).collect();
    let clause = |word: &str, parts: &[String], by: &str| match parts {
        [] => String::new(),
        parts => format!(" {word} {}", parts.join(by)),
    };
    clause("where", &conditions, " and ") + &clause("order by", &order, ", ")
}
