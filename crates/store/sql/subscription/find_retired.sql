select Id as id from it.RetiredSubscription where Id = $1 and RetiredAt > $2
