select * from it.LogLine where job_id = $1 and message_key = $2
