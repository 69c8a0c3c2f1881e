update it.Revision set State = $2 where Id = $1
