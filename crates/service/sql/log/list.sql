select
    log.Id as id, log.MailboxWatcherJobId as job_id, log.MessageKey as message_key,
    log.InternetMessageId as internet_message_id, log.Subject as subject, log.FromAddress as from_address,
    log.ReceivedAt as received_at, log.DetectedAt as detected_at, log.ProcessedAt as processed_at, log.Status as status,
    log.PhaseTwoStatus as phase_two_status, log.ErrorMessage as error_message, log.TriggerEvent as trigger_event,
    log.WorkflowRunId as run_id, log.Force as force
from it.MailboxWatcherLog as log
where ($1 = 0 or log.MailboxWatcherJobId = $1)
    and ($2 = '' or log.Status = $2)
    and log.DetectedAt >= $3 and log.DetectedAt <= $4
    and ($5 = '' or lower(log.Subject) like lower($5) escape '\' or lower(log.FromAddress) like lower($5) escape '\'
        or lower(log.MessageKey) like lower($5) escape '\')
    and (log.DetectedAt < $6 or log.DetectedAt = $6 and log.Id < $7)
order by log.DetectedAt desc, log.Id desc
limit $8
