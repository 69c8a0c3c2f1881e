select PrivateKey as sealed from it.WebPush where Id = $1 and PrivateKey <> ''
