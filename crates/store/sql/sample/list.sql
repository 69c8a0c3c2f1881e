select Id as id, Name as name, Text as text, Expected as expected, CreatedAt as created_at
from it.ActionSample
where MailboxWatcherActionId = $1
order by Id
