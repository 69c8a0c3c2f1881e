//! SQLite: the rows are staged in a temporary table of the writer's connection, then counted, updated and inserted by one
//! statement each, inside the unit's transaction. That is what `merge` does where there is one.

use super::{changes, chosen, counting, listed, matching, named, sources};
use crate::handlers::sql::plan::Plan;
use crate::handlers::sql::target::Table;
use stormwire_store::user_tables::generated::{GeneratedSql, quoted};

/// The statements of a merge, in the order in which they run.
pub(in super::super) struct Merge {
    /// Makes the staging table, once per connection and width.
    pub(in super::super) make: GeneratedSql,
    /// Stages a chunk of rows.
    pub(in super::super) stage: GeneratedSql,
    /// Counts what is matched; none when known rows are left as they are.
    pub(in super::super) count: Option<GeneratedSql>,
    pub(in super::super) update: Option<GeneratedSql>,
    pub(in super::super) insert: GeneratedSql,
    /// Empties the staging table.
    pub(in super::super) clear: GeneratedSql,
}

/// Known rows are updated, new ones inserted.
pub(in super::super) fn merge(table: &Table, plan: &Plan) -> Merge {
    let (target, on, stage) = (named(&table.relation), matching(plan), staging(plan));
    let identity = identity(table);
    // A cross join keeps the order: each row is looked up. Else the grouping tempts SQLite into reading the whole table.
    let hits = format!(
        "select count(*) as hits, min(s.n) as a, max(s.n) as b from {stage} s cross join {target} t on {on} group by {}",
        identity.join(", ")
    );
    let update = format!("update {target} as t set {} from {stage} as s where {on}", changes(plan));
    let insert = format!(
        "insert into {target} ({}) select {} from {stage} s left join {target} t on {on} where {} is null order by s.n",
        listed(plan),
        sources(plan, "s."),
        identity[0],
    );
    let updates = !plan.is_insert_only();
    Merge {
        make: GeneratedSql::new(format!("create temp table if not exists {} ({})", bare(plan), columns(plan))),
        stage: GeneratedSql::new(format!(
            "insert into {stage} select value ->> 0, {} from json_each($1)",
            values(plan)
        )),
        count: updates.then(|| GeneratedSql::new(counting(&hits))),
        update: updates.then(|| GeneratedSql::new(update)),
        insert: GeneratedSql::new(insert),
        clear: GeneratedSql::new(format!("delete from {stage}")),
    }
}

/// All rows are new.
pub(in super::super) fn insert(table: &Table, plan: &Plan) -> GeneratedSql {
    let (target, columns, values) = (named(&table.relation), listed(plan), values(plan));
    GeneratedSql::new(format!("insert into {target} ({columns}) select {values} from json_each($1)"))
}

/// Rows whose columns have the given values: those of the JSON array, in this order; null where there is no value.
pub(in super::super) fn query(table: &Table, equal: &[(usize, bool)]) -> GeneratedSql {
    let shown: Vec<String> = table.columns.iter().map(|column| format!("t.{}", quoted(&column.name))).collect();
    let chosen = chosen(table, equal, |number| format!("($1 ->> {number})"));
    GeneratedSql::new(format!("select {} from {} t{chosen}", shown.join(", "), named(&table.relation)))
}

fn bare(plan: &Plan) -> String {
    format!("stormwire_source_{}", plan.columns.len())
}

fn staging(plan: &Plan) -> String {
    format!("temp.{}", bare(plan))
}

fn columns(plan: &Plan) -> String {
    format!("n integer primary key, {}", sources(plan, ""))
}

/// The first value of a row is its number.
fn values(plan: &Plan) -> String {
    let one = |place: usize| format!("value ->> {}", place + 1);
    (0..plan.columns.len()).map(one).collect::<Vec<_>>().join(", ")
}

/// What tells one row of the table from another: its number, unless every name of it belongs to a column, or its key.
fn identity(table: &Table) -> Vec<String> {
    let taken = |name: &&&str| table.columns.iter().any(|column| column.name.eq_ignore_ascii_case(name));
    let free = ["rowid", "_rowid_", "oid"].iter().find(|name| !taken(name));
    if let Some(name) = free.filter(|_| !table.relation.is_without_rowid) {
        return vec![format!("t.{name}")];
    }
    let key = table.key();
    let all = if key.is_empty() { table.columns.iter().collect() } else { key };
    all.iter().map(|column| format!("t.{}", quoted(&column.name))).collect()
}
