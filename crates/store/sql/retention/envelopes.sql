-- `coalesce`, so that SQLite takes the index of what is left to clear, not the one by status.
update it.MailboxWatcherLog
set InternetMessageId = null, Subject = null, FromAddress = null, ErrorMessage = null
where Id in (
    select Id from it.MailboxWatcherLog
    where DetectedAt < $1 and (coalesce(Status, '') in ('Success', 'Failed', 'Skipped') or DismissedAt is not null)
        and PhaseTwoStatus in ('None', 'Success', 'Failed')
        and (InternetMessageId is not null or Subject is not null or FromAddress is not null or ErrorMessage is not null)
    order by DetectedAt
    limit $2
)
