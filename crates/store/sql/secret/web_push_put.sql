update it.WebPush set PrivateKey = $2 where Id = $1
