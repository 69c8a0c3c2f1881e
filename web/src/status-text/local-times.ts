const UTC_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;

/** Converts the UTC times in the service's English messages to the city's time zone: “Nov 15, 08:20:00”. */
export function withLocalTimes(sentence: string, timeZone: string | undefined): string {
  const format = new Intl.DateTimeFormat("en-US", {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  return sentence.replace(UTC_TIME, (at) => format.format(Date.parse(at)));
}
