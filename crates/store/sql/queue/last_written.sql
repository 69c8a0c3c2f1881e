select max(written.At) as at
from (
    select max(CreatedAt) as At from it.Queue
    union all
    select max(LastSuccessAt) from it.Queue
    union all
    select max(LastFailureAt) from it.Queue
) as written
