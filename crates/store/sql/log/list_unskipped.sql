select * from it.LogLine
where job_id = $1 and status <> 'Skipped'
    and detected_at >= coalesce((
        select DetectedAt from it.MailboxWatcherLog
        where MailboxWatcherJobId = $1
        order by DetectedAt desc, Id desc
        limit 1 offset $2
    ), $3)
order by detected_at desc, id desc
limit $4 offset $5
