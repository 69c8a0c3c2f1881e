select
    log.Id as id, log.MailboxWatcherJobId as job_id, log.MessageKey as message_key,
    log.InternetMessageId as internet_message_id, log.Subject as subject, log.FromAddress as from_address,
    log.ReceivedAt as received_at, log.DetectedAt as detected_at, log.ProcessedAt as processed_at, log.Status as status,
    log.PhaseTwoStatus as phase_two_status, log.ErrorMessage as error_message, log.TriggerEvent as trigger_event,
    log.NotifiedAt as notified_at,
    log.WorkflowRunId as run_id, log.Force as force
from it.MailboxWatcherLog as log where log.Id = $1
