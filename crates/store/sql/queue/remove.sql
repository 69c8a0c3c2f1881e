delete from it.Queue where Kind = $1 and UniqueKey = $2
