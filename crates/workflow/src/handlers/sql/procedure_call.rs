//! Procedure calls: `Execute`, and `Query` if the target is not a table or view.

use super::config::{Config, Operation, same_name};
use super::error::{SqlError, preview};
use super::procedure::{Procedure, ProcedureError};
use super::run_once::{OnceRequest, output_and_result};
use super::statement::postgres::{self, Argument};
use super::target::{Table, functions, not_found};
use super::{Sql, read_rows, source, value};
use crate::text::count_of;
use crate::{Context, StepRun, StepSummary};
use futures_util::FutureExt;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use stormwire_store::user_tables::catalog::{ColumnKind, Function, Parameter};
use stormwire_store::user_tables::generated::{OutputColumn, QueryRows, describe, execute};
use stormwire_store::user_tables::workflow_access::WriteLock;
use stormwire_store::{Conn, Dialect};

/// The parameter that takes the rows at `Op.Source`.
const ROWS: &str = "rows";

impl Sql {
    pub(super) async fn execute(&self, config: Config, step: StepRun<'_>) -> Result<StepSummary, SqlError> {
        if let Some(table) = self.table(&config).await? {
            return Err(not_a_procedure(&table));
        }
        let arguments = arguments(&config, step.context)?;
        let request = json!({"Action": "Execute", "Target": config.op.target.to_lowercase(), "Given": arguments});
        if step.recorder.is_some() {
            return self.plan_call(&config, arguments, request, step).await;
        }
        let (key, force) = (step.effect_key(&request), step.force);
        let expected = config.op.expect_rows;
        let done = match self.store.dialect() {
            Dialect::Sqlite => {
                let schema = self.procedures.find(config.target())?.schema();
                // The procedure only reads, so it can run before the transaction that stores its key.
                let output = read_rows::rows_to_output(self.call(&config, arguments).await?, expected)?;
                let request = OnceRequest { key, force, schema, lock: WriteLock::Key };
                self.run_effect_once(request, move |_| async move { Ok(output) }.boxed()).await?
            }
            Dialect::Postgres => {
                let function = choose(&self.functions().await?, &config, &arguments)?;
                let request = OnceRequest { key, force, schema: function.schema, lock: WriteLock::Key };
                let work = Arc::new((function, arguments));
                let done = self.run_effect_once(request, move |conn| {
                    async move {
                        let (function, arguments) = &*work;
                        read_rows::rows_to_output(call_postgres(conn, function, arguments).await?, expected)
                    }
                    .boxed()
                });
                done.await?
            }
        };
        let (output, result) = output_and_result(done, |output| {
            let rows = count_of(output["Count"].as_u64().unwrap_or(0), "row");
            format!("{} called: {rows}", config.op.target)
        });
        if let Some(key) = config.output() {
            step.context.set(key, output);
        }
        Ok(StepSummary::new(result))
    }

    /// Calls a procedure in a read-only transaction.
    pub(super) async fn call(&self, config: &Config, arguments: Arguments) -> Result<Vec<Value>, SqlError> {
        match self.store.dialect() {
            Dialect::Sqlite => {
                let procedure = self.procedures.find(config.target())?.clone();
                self.read(move |conn| async move { call_rust(&procedure, conn, arguments).await }.boxed()).await
            }
            Dialect::Postgres => {
                let function = choose(&self.functions().await?, config, &arguments)?;
                let read =
                    self.read(move |conn| async move { call_postgres(conn, &function, &arguments).await }.boxed());
                read.await
            }
        }
    }
}

pub(super) fn not_a_procedure(table: &Table) -> SqlError {
    SqlError::WrongTarget(format!("{} is not a procedure; Execute needs a procedure", table.label()))
}

/// By parameter name.
pub(super) type Arguments = Vec<(String, Value)>;

/// The values of `Data` and `FieldMap`, and the source rows.
pub(super) fn arguments(config: &Config, context: &Context) -> Result<Arguments, SqlError> {
    let mut arguments = config.parameters(context).map_err(SqlError::Step)?;
    if let Some(path) = config.source() {
        let rows = source::records(path, context)?.to_vec();
        arguments.push((ROWS.to_owned(), Value::Array(rows)));
    }
    Ok(arguments)
}

/// The names of the arguments.
pub(super) fn argument_names(config: &Config) -> impl Iterator<Item = String> {
    let named = config.data.keys().cloned().chain(config.field_map.keys().map(str::to_owned));
    named.chain(config.source().map(|_| ROWS.to_owned()))
}

async fn call_rust(
    procedure: &Arc<dyn Procedure>,
    conn: &mut Conn,
    arguments: Arguments,
) -> Result<Vec<Value>, SqlError> {
    let arguments = match_parameters(procedure.as_ref(), arguments)?;
    procedure.call(conn, arguments).await.map_err(|error| match error {
        ProcedureError::Store(error) => SqlError::Store(error),
        ProcedureError::Arguments(error) => {
            SqlError::WrongTarget(format!("{}.{}: {error}", procedure.schema().name(), procedure.name()))
        }
    })
}

/// The arguments by the exact names of the parameters.
pub(super) fn match_parameters(
    procedure: &dyn Procedure,
    arguments: Arguments,
) -> Result<Map<String, Value>, SqlError> {
    let parameters = procedure.parameters();
    let mut matched = Map::new();
    let names: Vec<String> = arguments.iter().map(|(name, _)| name.clone()).collect();
    for (name, value) in arguments {
        let Some(parameter) = parameters.iter().find(|parameter| same_name(parameter, &name)) else {
            let target = format!("{}.{}", procedure.schema().name(), procedure.name());
            let (expected, actual) = (parameters.join(", "), names.join(", "));
            return Err(SqlError::WrongParameters { target, expected, actual });
        };
        matched.insert((*parameter).to_owned(), value);
    }
    Ok(matched)
}

/// The PostgreSQL function that takes these arguments.
pub(super) fn choose(all: &[Function], config: &Config, arguments: &[(String, Value)]) -> Result<Function, SqlError> {
    let target = config.target();
    let named = functions(all, target);
    if named.is_empty() {
        let available = all.iter().map(|one| format!("{}.{}", one.schema.name(), one.name));
        return Err(not_found("table, view or procedure", target, available));
    }
    let fitting: Vec<&&Function> = named.iter().filter(|function| can_accept(function, arguments)).collect();
    let [function] = fitting.as_slice() else {
        let expected: Vec<String> = named.iter().map(|function| signature(function)).collect();
        let actual: Vec<&str> = arguments.iter().map(|(name, _)| name.as_str()).collect();
        let target = format!("{}.{}", named[0].schema.name(), named[0].name);
        let (expected, actual) = (expected.join(" or "), actual.join(", "));
        return Err(SqlError::WrongParameters { target, expected, actual });
    };
    if function.is_procedure && config.op.action == Operation::Query {
        return Err(SqlError::WrongTarget(format!("{} is a procedure; call it with Execute", function.name)));
    }
    Ok((**function).clone())
}

fn can_accept(function: &Function, arguments: &[(String, Value)]) -> bool {
    let is_parameter = |(name, _): &(String, Value)| function.parameters.iter().any(|one| same_name(&one.name, name));
    let required = function.parameters.len().saturating_sub(function.defaults);
    let has_argument = |one: &Parameter| arguments.iter().any(|(name, _)| same_name(&one.name, name));
    arguments.iter().all(is_parameter) && function.parameters[..required].iter().all(has_argument)
}

fn signature(function: &Function) -> String {
    let names: Vec<String> = function.parameters.iter().map(|one| format!("{} {}", one.name, one.declared)).collect();
    format!("({})", names.join(", "))
}

/// If a function returns JSON, its rows are the elements of the JSON.
async fn call_postgres(
    conn: &mut Conn,
    function: &Function,
    arguments: &[(String, Value)],
) -> Result<Vec<Value>, SqlError> {
    let (arguments, values) = bind(function, arguments)?;
    let values = (!arguments.is_empty()).then_some(values);
    if function.is_procedure {
        execute(conn, &postgres::call(function, &arguments), values.as_deref()).await?;
        return Ok(Vec::new());
    }
    let call = postgres::function(function, &arguments);
    let shown = describe(conn, &call).await?;
    if shown.iter().all(|column| column.kind == ColumnKind::Void) {
        execute(conn, &call, values.as_deref()).await?;
        return Ok(Vec::new());
    }
    let answer = read_rows::read_objects(conn, &call, values.as_deref(), &shown).await?;
    Ok(unwrap_json(answer, &shown))
}

/// The arguments for the statement, and their values as a JSON object.
fn bind<'f>(function: &'f Function, arguments: &[(String, Value)]) -> Result<(Vec<Argument<'f>>, String), SqlError> {
    let (mut bound, mut values) = (Vec::new(), Map::new());
    for (name, argument) in arguments {
        let Some(parameter) = function.parameters.iter().find(|one| same_name(&one.name, name)) else { continue };
        // A text parameter gets the rows as JSON text.
        let is_rows_as_text =
            matches!(parameter.kind, ColumnKind::Text(_)) && argument.is_array() && same_name(name, ROWS);
        let kind = if is_rows_as_text { ColumnKind::JsonText } else { parameter.kind };
        let reject = |error: String| SqlError::InvalidParameter { name: name.clone(), value: preview(argument), error };
        let value = value::convert(argument, kind).map_err(reject)?;
        values.insert(format!("c{}", bound.len()), value.clone());
        bound.push((parameter, value.is_null()));
    }
    Ok((bound, Value::Object(values).to_string()))
}

fn unwrap_json(answer: QueryRows, shown: &[OutputColumn]) -> Vec<Value> {
    let [OutputColumn { label, kind: ColumnKind::Json }] = shown else { return answer.rows };
    let values = answer.rows.into_iter().map(|mut row| row[label].take());
    values
        .flat_map(|value| match value {
            Value::Array(rows) => rows,
            Value::Null => Vec::new(),
            other => vec![other],
        })
        .collect()
}
