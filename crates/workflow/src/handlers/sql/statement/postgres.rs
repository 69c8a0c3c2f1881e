//! PostgreSQL: one `merge` of the rows of one JSON parameter, under the advisory lock of the transaction.

use super::{
    assignments, column_list, count_statement, match_condition, qualified_name, source_column_names, updated_columns,
    where_and_order,
};
use crate::handlers::sql::plan::Plan;
use crate::handlers::sql::target::Table;
use stormwire_store::user_tables::catalog::{ColumnKind, Function, Parameter};
use stormwire_store::user_tables::generated::{GeneratedSql, OutputColumn, quote_identifier};

/// The statements of a merge in run order. Both take the same rows.
pub(in super::super) struct Merge {
    /// Counts the matched rows; `None` if existing rows are not updated.
    pub(in super::super) count: Option<GeneratedSql>,
    pub(in super::super) merge: GeneratedSql,
}

/// Updates existing rows that differ and inserts new ones.
pub(in super::super) fn merge(table: &Table, plan: &Plan) -> Merge {
    let (target, on, rows) = (qualified_name(&table.relation), match_condition(plan), rows(plan));
    let updates = !plan.is_insert_only();
    let update = if updates {
        format!("when matched and {} then update set {} ", difference(plan), assignments(plan))
    } else {
        String::new()
    };
    let merge = format!(
        "merge into {target} as t using (select {} from {rows} order by s.n) as s on {on} \
         {update}when not matched then insert ({}) {}values ({})",
        source_column_names(plan, "s."),
        column_list(plan),
        overriding_clause(plan),
        source_column_names(plan, "s."),
    );
    Merge { count: updates.then(|| count_matches(table, plan)), merge: GeneratedSql::new(merge) }
}

/// Counts the rows of a table that the rows of a JSON text match. Writes nothing.
pub(in super::super) fn count_matches(table: &Table, plan: &Plan) -> GeneratedSql {
    let (target, on, rows) = (qualified_name(&table.relation), match_condition(plan), rows(plan));
    let difference = difference(plan);
    let hits = format!(
        "select count(*) as hits, count(*) filter (where {difference}) as changes, min(s.n) - 1 as a, max(s.n) - 1 as b \
         from {rows} join {target} t on {on} group by t.tableoid, t.ctid"
    );
    GeneratedSql::new(count_statement(&hits))
}

/// Whether a row of the table differs from its source row. Compares bytes: types such as `json` cannot be compared
/// otherwise, and values that compare as equal may have different texts.
fn difference(plan: &Plan) -> String {
    let columns = updated_columns(plan);
    if columns.is_empty() {
        return "false".into();
    }
    let list = |one: &dyn Fn(&(String, usize)) -> String| columns.iter().map(one).collect::<Vec<_>>().join(", ");
    let (stored, new) = (list(&|(name, _)| format!("t.{name}")), list(&|(_, index)| format!("s.c{index}")));
    format!("row({stored})::record operator(pg_catalog.*<>) row({new})::record")
}

pub(in super::super) fn insert(table: &Table, plan: &Plan) -> GeneratedSql {
    let (target, columns, values) =
        (qualified_name(&table.relation), column_list(plan), source_column_names(plan, "s."));
    let (rows, overriding) = (rows(plan), overriding_clause(plan));
    GeneratedSql::new(format!("insert into {target} ({columns}) {overriding}select {values} from {rows} order by s.n"))
}

/// Selects rows by column values, which are in the one object of the JSON array.
pub(in super::super) fn query(table: &Table, equal: &[(usize, bool)]) -> GeneratedSql {
    let with_value = equal.iter().enumerate().filter(|(_, (_, is_null))| !is_null);
    let typed: Vec<String> =
        with_value.map(|(number, (index, _))| format!("c{number} {}", table.columns[*index].declared)).collect();
    let values = match typed.as_slice() {
        [] => String::new(),
        typed => format!(", json_to_recordset($1::text::json) as s({})", typed.join(", ")),
    };
    let clauses = where_and_order(table, equal, |number| format!("s.c{number}"));
    let shown = table.columns.iter().map(|column| OutputColumn { label: column.label.clone(), kind: column.kind });
    let inner = format!("select t.* from {} t{values}{clauses}", qualified_name(&table.relation));
    objects(&inner, &shown.collect::<Vec<_>>())
}

/// A parameter, and whether the argument is null. The values are in one JSON object as `c0`, `c1` and so on.
pub(in super::super) type Argument<'f> = (&'f Parameter, bool);

/// Selects the rows of a function.
pub(in super::super) fn function(function: &Function, arguments: &[Argument<'_>]) -> GeneratedSql {
    let (schema, name) = (function.schema.name(), quote_identifier(&function.name));
    GeneratedSql::new(format!("select * from {schema}.{name}({})", argument_list(arguments)))
}

/// Calls a procedure, which returns nothing.
pub(in super::super) fn call(function: &Function, arguments: &[Argument<'_>]) -> GeneratedSql {
    let (schema, name) = (function.schema.name(), quote_identifier(&function.name));
    GeneratedSql::new(format!("call {schema}.{name}({})", argument_list(arguments)))
}

/// Selects the rows of another statement as JSON objects, with times and points in the notation of SQLite.
pub(in super::super) fn objects(inner: &str, shown: &[OutputColumn]) -> GeneratedSql {
    let names: Vec<String> = (0..shown.len()).map(|index| format!("c{index}")).collect();
    let fields: Vec<String> = shown
        .iter()
        .zip(&names)
        .filter(|(column, _)| column.kind != ColumnKind::Void)
        .map(|(column, name)| format!("{} as {}", as_text(name, column.kind), quote_identifier(&column.label)))
        .collect();
    GeneratedSql::new(format!(
        "select to_json(x)::text from (select {} from ({inner}) i({})) x",
        fields.join(", "),
        names.join(", ")
    ))
}

fn as_text(name: &str, kind: ColumnKind) -> String {
    match kind {
        ColumnKind::Time => format!(r#"to_char(i.{name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"#),
        ColumnKind::LocalTime => format!(r#"to_char(i.{name}, 'YYYY-MM-DD"T"HH24:MI:SS.US')"#),
        ColumnKind::Geometry => format!("ST_AsEWKT(i.{name})"),
        _ => format!("i.{name}"),
    }
}

fn argument_list(arguments: &[Argument<'_>]) -> String {
    let one = |(index, (parameter, is_null)): (usize, &Argument<'_>)| {
        let (name, declared) = (quote_identifier(&parameter.name), &parameter.declared);
        match (is_null, parameter.kind) {
            (true, _) => format!("{name} => null::{declared}"),
            (false, ColumnKind::Json) => format!("{name} => ($1::text::json -> 'c{index}')::{declared}"),
            (false, _) => format!("{name} => ($1::text::json ->> 'c{index}')::{declared}"),
        }
    };
    arguments.iter().enumerate().map(one).collect::<Vec<_>>().join(", ")
}

/// The source rows: one per object, numbered from 1.
fn rows(plan: &Plan) -> String {
    let typed: Vec<String> =
        plan.columns.iter().enumerate().map(|(index, column)| format!("c{index} {}", column.declared)).collect();
    format!(
        "rows from (json_to_recordset($1::text::json) as ({})) with ordinality as s({}, n)",
        typed.join(", "),
        source_column_names(plan, "")
    )
}

fn overriding_clause(plan: &Plan) -> &'static str {
    if plan.columns.iter().any(|column| column.is_identity_always) { "overriding system value " } else { "" }
}
