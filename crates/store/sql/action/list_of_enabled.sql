select
    action.Id as id, action.MailboxWatcherJobId as job_id, action.Name as name, action.ActionType as action_type,
    action.Config as config, action."Order" as position, action.CredentialId as credential_id,
    action.IsPhaseOne as is_phase_one, action.Secrets as sealed_secrets
from it.MailboxWatcherAction as action
join it.MailboxWatcherJob as job on job.Id = action.MailboxWatcherJobId
where job.IsEnabled and not job.TestMode and job.Kind <> 'StatusEvent' and action.ActionType = $1
order by action.MailboxWatcherJobId, action."Order", action.Id
