select Id as id, PrivateKey as sealed from it.WebPush where PrivateKey <> ''
