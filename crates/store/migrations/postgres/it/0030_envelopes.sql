-- What retention has left to clear. Without it every batch reads all messages that were cleared before.
create index MailboxWatcherLog_Envelope on it.MailboxWatcherLog (DetectedAt)
    where InternetMessageId is not null or Subject is not null or FromAddress is not null or ErrorMessage is not null;
