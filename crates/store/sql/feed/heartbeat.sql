select ReceivedAt as received_at from it.FeedHeartbeat where Id = 1
