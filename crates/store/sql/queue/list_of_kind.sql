select UniqueKey as unique_key, State as state, ProcessId as process_id, Attempts as attempts, DueAt as due_at,
    LastSuccessAt as last_success_at, LastFailureAt as last_failure_at, LastError as last_error
from it.Queue where Kind = $1 and UniqueKey is not null
