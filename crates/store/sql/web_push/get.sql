select PublicKey as public_key, LastEventId as last_event_id from it.WebPush where PrivateKey <> ''
