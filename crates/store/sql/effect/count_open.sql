select count(*) as open
from it.WorkflowEffect
where MailboxWatcherJobId = $1 and MessageKey = $2 and MailboxWatcherActionId = $3 and RequestHash <> $4
    and WorkflowRunId = $5 and State = 'Intended'
