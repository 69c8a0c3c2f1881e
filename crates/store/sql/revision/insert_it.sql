insert into it.Revision (Kind, TargetId, At, Author, RequestId, State)
values ($1, $2, $3, $4, $5, $6)
