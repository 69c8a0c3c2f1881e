update organization.Revision set RestoresId = $2, RestoresAt = $3 where Id = $1
