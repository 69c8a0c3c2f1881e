//! SQLite, which has no `merge`: the rows are staged in a temporary table of the writer's connection, then counted, updated
//! and inserted by one statement each, in one transaction.

use super::{
    assignments, column_list, count_statement, match_condition, qualified_name, source_column_names, updated_columns,
    where_and_order,
};
use crate::handlers::sql::plan::Plan;
use crate::handlers::sql::target::Table;
use stormwire_store::user_tables::generated::{GeneratedSql, quote_identifier};

/// The statements of a merge in run order.
pub(in super::super) struct Merge {
    /// Creates the staging table, once per connection and number of columns.
    pub(in super::super) make: GeneratedSql,
    /// Stages a chunk of rows.
    pub(in super::super) stage: GeneratedSql,
    /// Counts the matched rows; `None` if existing rows are not updated.
    pub(in super::super) count: Option<GeneratedSql>,
    pub(in super::super) update: Option<GeneratedSql>,
    pub(in super::super) insert: GeneratedSql,
    /// Empties the staging table.
    pub(in super::super) clear: GeneratedSql,
}

/// Updates existing rows that differ and inserts new ones.
pub(in super::super) fn merge(table: &Table, plan: &Plan) -> Merge {
    let (target, on, stage) = (qualified_name(&table.relation), match_condition(plan), staging_table(plan));
    let identity = row_identity_columns(table);
    let (set, difference) = (assignments(plan), difference(plan));
    let update = format!("update {target} as t set {set} from {stage} as s where {on} and ({difference})");
    let insert = format!(
        "insert into {target} ({}) select {} from {stage} s left join {target} t on {on} where {} is null order by s.n",
        column_list(plan),
        source_column_names(plan, "s."),
        identity[0],
    );
    let updates = !plan.is_insert_only();
    Merge {
        make: GeneratedSql::new(format!("create temp table if not exists {} ({})", staging_name(plan), columns(plan))),
        stage: GeneratedSql::new(format!(
            "insert into {stage} select value ->> 0, {} from json_each($1)",
            values(plan)
        )),
        count: updates.then(|| count_matches_in(&stage, table, plan)),
        update: updates.then(|| GeneratedSql::new(update)),
        insert: GeneratedSql::new(insert),
        clear: GeneratedSql::new(format!("delete from {stage}")),
    }
}

/// Counts the rows of a table that the rows of a JSON text match. Writes nothing, also no staging table.
pub(in super::super) fn count_matches(table: &Table, plan: &Plan) -> GeneratedSql {
    let one = |index: usize| format!("value ->> {} as c{index}", index + 1);
    let values: Vec<String> = (0..plan.columns.len()).map(one).collect();
    let rows = format!("(select value ->> 0 as n, {} from json_each($1))", values.join(", "));
    count_matches_in(&rows, table, plan)
}

/// The cross join keeps the join order, so that each row is looked up by index. Otherwise SQLite scans the whole table.
fn count_matches_in(rows: &str, table: &Table, plan: &Plan) -> GeneratedSql {
    let (target, on) = (qualified_name(&table.relation), match_condition(plan));
    let hits = format!(
        "select count(*) as hits, sum({}) as changes, min(s.n) as a, max(s.n) as b \
         from {rows} s cross join {target} t on {on} group by {}",
        difference(plan),
        row_identity_columns(table).join(", ")
    );
    GeneratedSql::new(count_statement(&hits))
}

/// Whether a row of the table differs from its source row, also if its collation takes the texts for equal.
fn difference(plan: &Plan) -> String {
    let one = |(name, index): (String, usize)| format!("t.{name} collate binary is not s.c{index}");
    let all: Vec<String> = updated_columns(plan).into_iter().map(one).collect();
    if all.is_empty() { "false".into() } else { all.join(" or ") }
}

pub(in super::super) fn insert(table: &Table, plan: &Plan) -> GeneratedSql {
    let (target, columns, values) = (qualified_name(&table.relation), column_list(plan), values(plan));
    GeneratedSql::new(format!("insert into {target} ({columns}) select {values} from json_each($1)"))
}

/// Selects rows by column values, which are in the JSON array in this order.
pub(in super::super) fn query(table: &Table, equal: &[(usize, bool)]) -> GeneratedSql {
    let shown: Vec<String> =
        table.columns.iter().map(|column| format!("t.{}", quote_identifier(&column.name))).collect();
    let clauses = where_and_order(table, equal, |number| format!("($1 ->> {number})"));
    GeneratedSql::new(format!("select {} from {} t{clauses}", shown.join(", "), qualified_name(&table.relation)))
}

fn staging_name(plan: &Plan) -> String {
    format!("stormwire_source_{}", plan.columns.len())
}

fn staging_table(plan: &Plan) -> String {
    format!("temp.{}", staging_name(plan))
}

fn columns(plan: &Plan) -> String {
    format!("n integer primary key, {}", source_column_names(plan, ""))
}

/// The first value of a row is the row number.
fn values(plan: &Plan) -> String {
    let one = |index: usize| format!("value ->> {}", index + 1);
    (0..plan.columns.len()).map(one).collect::<Vec<_>>().join(", ")
}

/// What identifies a row: the rowid, unless all its names are used by columns; then the primary key, or all columns.
fn row_identity_columns(table: &Table) -> Vec<String> {
    let taken = |name: &&&str| table.columns.iter().any(|column| column.name.eq_ignore_ascii_case(name));
    let free = ["rowid", "_rowid_", "oid"].iter().find(|name| !taken(name));
    if let Some(name) = free.filter(|_| !table.relation.is_without_rowid) {
        return vec![format!("t.{name}")];
    }
    let key = table.key();
    let all = if key.is_empty() { table.columns.iter().collect() } else { key };
    all.iter().map(|column| format!("t.{}", quote_identifier(&column.name))).collect()
}
