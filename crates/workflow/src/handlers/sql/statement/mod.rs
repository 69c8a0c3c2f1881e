//! Generates SQL. Identifiers come from the catalog and are quoted; values are never part of a statement.

pub(super) mod postgres;
pub(super) mod sqlite;

use super::plan::Plan;
use super::target::Table;
use stormwire_store::user_tables::catalog::Relation;
use stormwire_store::user_tables::generated::quote_identifier;

/// The qualified name of a table or view.
fn qualified_name(relation: &Relation) -> String {
    format!("{}.{}", relation.schema.name(), quote_identifier(&relation.name))
}

/// The names of the written columns.
fn column_list(plan: &Plan) -> String {
    let names: Vec<String> = plan.columns.iter().map(|column| quote_identifier(&column.name)).collect();
    names.join(", ")
}

/// The source columns: `c0, c1, c2`.
fn source_column_names(plan: &Plan, prefix: &str) -> String {
    let names: Vec<String> = (0..plan.columns.len()).map(|index| format!("{prefix}c{index}")).collect();
    names.join(", ")
}

/// The join condition of table and source.
fn match_condition(plan: &Plan) -> String {
    let one = |key: &usize| format!("t.{} = s.c{key}", quote_identifier(&plan.columns[*key].name));
    plan.keys.iter().map(one).collect::<Vec<_>>().join(" and ")
}

/// Every column but the keys: its quoted name, and its index.
fn updated_columns(plan: &Plan) -> Vec<(String, usize)> {
    let others = (0..plan.columns.len()).filter(|index| !plan.keys.contains(index));
    others.map(|index| (quote_identifier(&plan.columns[index].name), index)).collect()
}

/// The assignments of an update.
fn assignments(plan: &Plan) -> String {
    let one = |(name, index): (String, usize)| format!("{name} = s.c{index}");
    updated_columns(plan).into_iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Counts the matched rows, their source rows and those that differ, and finds two source rows that match the same row.
fn count_statement(hits: &str) -> String {
    format!(
        "with hit as ({hits}) select cast(coalesce((select sum(hits) from hit), 0) as bigint), \
         (select count(distinct a) from hit), cast(coalesce((select sum(changes) from hit), 0) as bigint), d.a, d.b \
         from (select 1) one left join (select a, b from hit where hits > 1 order by a limit 1) d on true"
    )
}

/// `where` and `order by` of a query. `equal` has the index of each column and whether it must be null. The order is stable
/// if the table has a primary key.
fn where_and_order(table: &Table, equal: &[(usize, bool)], value: impl Fn(usize) -> String) -> String {
    let one = |(number, (index, is_null)): (usize, &(usize, bool))| {
        let column = quote_identifier(&table.columns[*index].name);
        if *is_null { format!("t.{column} is null") } else { format!("t.{column} = {}", value(number)) }
    };
    let conditions: Vec<String> = equal.iter().enumerate().map(one).collect();
    let order: Vec<String> = table.key().iter().map(|column| format!("t.{}", quote_identifier(&column.name))).collect();
    let clause = |word: &str, parts: &[String], by: &str| match parts {
        [] => String::new(),
        parts => format!(" {word} {}", parts.join(by)),
    };
    clause("where", &conditions, " and ") + &clause("order by", &order, ", ")
}
