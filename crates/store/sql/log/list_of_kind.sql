select * from it.LogLine
where detected_at >= $1 and detected_at <= $2
    and ($3 = '' or search_text like lower($3) escape '\')
    and (detected_at < $4 or detected_at = $4 and id < $5)
    and job_id in (select Id from it.MailboxWatcherJob where Kind = $7)
    and (job_id = $8 or $8 is null) and (status = $9 or $9 is null) and (phase_two_status = $10 or $10 is null)
order by detected_at desc, id desc
limit $6
