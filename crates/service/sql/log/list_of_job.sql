select
    log.Id as id, log.MailboxWatcherJobId as job_id, log.MessageKey as message_key,
    log.InternetMessageId as internet_message_id, log.Subject as subject, log.FromAddress as from_address,
    log.ReceivedAt as received_at, log.DetectedAt as detected_at, log.ProcessedAt as processed_at, log.Status as status,
    log.PhaseTwoStatus as phase_two_status, log.ErrorMessage as error_message, log.TriggerEvent as trigger_event,
    log.NotifiedAt as notified_at,
    log.WorkflowRunId as run_id, log.Force as force
from it.MailboxWatcherLog as log
where log.MailboxWatcherJobId = $7 and log.DetectedAt >= $1 and log.DetectedAt <= $2
    and ($3 = '' or lower(log.Subject) like lower($3) escape '\' or lower(log.FromAddress) like lower($3) escape '\'
        or lower(log.MessageKey) like lower($3) escape '\')
    and (log.DetectedAt < $4 or log.DetectedAt = $4 and log.Id < $5)
order by log.DetectedAt desc, log.Id desc
limit $6
