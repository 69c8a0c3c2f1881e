select MailboxWatcherJobId as job_id, max(ErrorMessage) as error
from it.MailboxWatcherLog
where Status = 'DbComplete' and ErrorMessage is not null and DismissedAt is null and not IsTest
    and (MailboxWatcherJobId = $1 or $1 is null)
group by MailboxWatcherJobId
