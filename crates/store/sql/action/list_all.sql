select
    Id as id, MailboxWatcherJobId as job_id, Name as name, ActionType as action_type, Config as config,
    "Order" as position, CredentialId as credential_id, IsPhaseOne as is_phase_one, Secrets as sealed_secrets
from it.MailboxWatcherAction
order by MailboxWatcherJobId, "Order", Id
