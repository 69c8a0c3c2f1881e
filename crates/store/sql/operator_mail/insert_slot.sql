insert into it.OperatorMailSlot (Reason, Subject, HourAt, Position) values ($1, $2, $3, $4)
