select Healthy as healthy, Reason as reason from it.FeedState where Id = 1
