update it.WebPush set PrivateKey = '' where PrivateKey <> ''
