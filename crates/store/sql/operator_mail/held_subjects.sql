select Subject as subject, count(*) as mails
from it.OperatorMailSlot
where HourAt < $1 and Position is null
group by Subject
order by mails desc, Subject
