"""What happens to an installation before it is killed: its set-up through the API, and a message for every state."""

import base64
import datetime

from outside import call, until

STORM, REQUESTS, DUTY = MAILBOXES = ["storm@example.gov", "requests@example.gov", "duty@example.gov"]
USERS = {
    "ada": ("admin", "lightning-rod-1"),
    "otto": ("operator", "storm-cellar-2"),
    "vera": ("viewer", "rain-gauge-3"),
}
# Subjects of the messages whose calls to the board or to intake never get a response.
HELD_BOARD = ["Storm 5", "Storm 6", "Storm 7", "Storm 8"]
HELD_INTAKE = ["Pump request 4", "Pump request 5", "Pump request 6", "Pump request 7"]

FIELD = {"Type": "string", "Required": True}
NUMBER = {"Type": "number", "Required": True}
EXTRACT = {
    "Op": {"Action": "Extract", "Source": "$.BodyText", "Target": "$.Extract"},
    "Segment": {"StartPattern": r"(?m)^(?:ALERT|WARNING): ", "ClosePattern": r"\n[ \t]*\n"},
    "Fields": {
        "Name": FIELD | {"Pattern": r"\A\w+"},
        "Timestamp": {"Pattern": r"detected on (\S+ \S+ [AP]M \S+)", "Type": "datetime",
                      "Format": "M/d/yyyy h:mm:ss tt zzz", "Required": True},
        "Type": FIELD | {"Pattern": "(?:Cloud|Ground) Stroke Lightning"},
        "Latitude": NUMBER | {"Pattern": r"latitude ([^\s,]+)"},
        "Longitude": NUMBER | {"Pattern": r"longitude ([^\s,]+)"},
    },
}
MERGE = {
    "Op": {"Action": "Merge", "Target": "data.LightningStrike", "Source": "$.Extract.Items"},
    "MatchOn": ["Timestamp", "Latitude", "Longitude", "Name", "Type"],
}
CREW_MAIL = {
    "Op": {"Action": "Send", "To": "crew@example.gov", "Subject": "Lightning: {{ Message.Subject }}", "Text": "Hold."},
    "Quiet": {"Minutes": 10, "AllClear": {"AfterMinutes": 0, "Subject": "All clear", "Text": "Go on."}},
}
DUTY_MAIL = {"Op": {"Action": "Send", "To": "hanging@example.gov", "Subject": "{{ Message.Subject }}", "Text": "Duty."}}
NO_DRILL = {"Op": {"Action": "Stop"},
            "When": {"Any": [{"Path": "$.Message.Subject", "Is": "Contains", "Value": "[drill]"}]}}
WORK_ORDER = {"Op": {"Action": "Create", "ServiceCode": "PUMP", "Description": "{{ $.Message.Subject }}",
                     "AddressString": "100 Church St"}}


def post(url, **fields):
    return {"Op": {"Action": "Post", "Url": url, "Output": "$.Call", "TimeoutSeconds": 300},
            "FieldMap": {"subject": "$.Message.Subject"} | fields}


class Story:
    """Tells it to one installation."""

    def __init__(self, installation):
        self.installation = installation
        self.web, self.provider, self.mail = installation.web, installation.provider, installation.mail
        self.api = installation.api
        # The storm is just recent enough for a facility to be Active, so that the test finds it over. The strikes that
        # the old binary stores lie before `as_of`, the others after it.
        self.began = datetime.datetime.now(datetime.UTC).replace(microsecond=0) - datetime.timedelta(minutes=28)
        self.as_of = self.time(120)
        self.messages = []

    def time(self, seconds):
        return (self.began + datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")

    def tell(self):
        self.fail_without_a_mail_server()
        self.installation.start(self.mail.url)
        self.finish_messages()
        self.hold_second_phases()
        self.hold_first_phases()
        self.break_the_provider()

    # Set-up

    def watcher(self, fields, actions):
        made = self.api("POST", "/mailbox-watcher", {"credentialId": 1} | fields)["id"]
        for name, action_type, config, *more in actions:
            action = {"name": name, "actionType": action_type, "config": config} | (more[0] if more else {})
            self.api("POST", f"/mailbox-watcher/{made}/action", action)
        self.api("POST", f"/mailbox-watcher/{made}/enable")
        return made

    def set_up(self):
        sign_in = {"username": "ada", "password": USERS["ada"][1]}
        call("POST", self.installation.url + "/auth/login", sign_in)
        for name in ("City mail", "Dispatch"):
            client, secret = f"client of {name}", f"secret of {name}"
            fields = {"name": name, "clientId": client, "clientSecret": secret, "namespace": "contoso.com"}
            self.api("POST", "/credential", fields)
        later, url = {"isPhaseOne": False}, self.web.url
        self.watcher({"name": "Vendor storm mail", "mailboxAddress": STORM, "fromFilter": "vendor.example"}, [
            ("Read the strikes", "TextExtract", EXTRACT),
            ("Merge the strikes", "Sql", MERGE),
            ("Tell dispatch", "Http", post(f"{url}/dispatch", count="$.Extract.Count")),
            ("Tell the board", "Http", post(f"{url}/board", ticket="$.Call.Body.ticket"), later),
            ("Mail the crew", "Email", CREW_MAIL, later),
        ])
        requests = {"name": "Work requests", "mailboxAddress": REQUESTS, "mode": "PollOnly", "moveOnProcess": False,
                    "subjectFilter": "request", "includeAttachments": True, "reconciliationIntervalSeconds": 1}
        self.watcher(requests, [
            ("No drills", "Condition", NO_DRILL),
            ("Call intake", "Http", post(f"{url}/intake"), {"credentialId": 2}),
            ("Order the work", "WorkOrder", WORK_ORDER),
        ])
        self.watcher({"name": "Duty roster", "mailboxAddress": DUTY}, [
            ("Mark it", "Data", {"Op": {"Action": "Set"}, "Data": {"Seen": True}}),
            ("Mail the duty officer", "Email", DUTY_MAIL, later),
        ])
        sample = {"name": "A quiet evening", "text": self.strikes(0)}
        self.api("POST", "/mailbox-watcher/1/action/1/sample", sample)
        self.api("PATCH", "/facility/2", {"name": "Ball Fields East"})
        for watcher in (1, 3):
            until("a subscription", lambda: self.api("GET", f"/mailbox-watcher/{watcher}")["graphSubscriptionId"])

    # Messages

    def strikes(self, seconds):
        """Two strikes near the Aquatic Center, in the vendor's words."""
        lines = []
        for number in range(2):
            at = (self.began + datetime.timedelta(seconds=seconds + number)).strftime("%-m/%-d/%Y %-I:%M:%S %p +00:00")
            place = f"at latitude 34.73{number}, longitude -86.59"
            lines += [f"ALERT: Ground Stroke Lightning detected on {at}", place, ""]
        return "\n".join(lines) + "\n"

    def deliver(self, mailbox, subject, text="Please look at this.", sender="alerts@vendor.example", **more):
        message = {
            "subject": subject,
            "from": {"emailAddress": {"name": "Sender", "address": sender}},
            "toRecipients": [{"emailAddress": {"address": mailbox}}],
            "body": {"contentType": "text", "content": text},
        } | more
        key = self.provider.deliver(mailbox, message)
        self.messages.append({"mailbox": mailbox, "key": key, "message": message})

    def deliver_storm(self, number, seconds=None):
        seconds = 10 * number if seconds is None else seconds
        received = self.time(seconds + 5)
        self.deliver(STORM, f"Storm {number}", self.strikes(seconds), receivedDateTime=received)

    def row(self, subject):
        key = next(one["key"] for one in self.messages if one["message"]["subject"] == subject)
        rows = self.api("GET", "/mailbox-watcher/log?limit=500")["items"]
        return next((row for row in rows if row["messageKey"] == key), None)

    def comes_to(self, subject, status, phase_two="None"):
        def holds():
            row = self.row(subject)
            return row and (row["status"], row["phaseTwoStatus"]) == (status, phase_two)
        until(f"{subject} {status} {phase_two}", holds)

    def queued(self, kind, subject, condition):
        """Whether the queue item of a message meets a condition."""
        sql = f"select count(*) from it.Queue where Kind = '{kind}' and UniqueKey = '{self.row(subject)['id']}'"
        until(f"{subject}: {condition}", lambda: self.query(f"{sql} and {condition}") == "1")

    def query(self, sql):
        return self.installation.database.query(sql)

    def fail_without_a_mail_server(self):
        """A failed message, whose mail to the operator cannot be sent and is dead-lettered.

        Operator mail is retried for a day; the one change that is made by hand puts its first failure back by that."""
        self.installation.start("smtp://127.0.0.1:9")
        self.set_up()
        self.web.rules["/dispatch", "Storm 2"] = 422
        self.deliver_storm(2)
        self.comes_to("Storm 2", "Failed")
        tried = "Kind = 'OperatorMail' and FirstFailureAt is not null"
        until("a failed mail", lambda: self.query(f"select count(*) from it.Queue where {tried}") != "0")
        then = "2026-01-01T00:00:00.000000Z"
        self.query(f"update it.Queue set FirstFailureAt = '{then}', DueAt = '{then}' where {tried} and State = 'Ready'")
        until("a dead letter", lambda: self.query("select count(*) from it.Queue where State = 'Dead'") == "1")
        self.installation.service.terminate()

    def finish_messages(self):
        self.deliver_storm(1)
        self.comes_to("Storm 1", "Success", "Success")
        until("the crew's mail", lambda: len(self.mails_to("crew")) == 1)
        self.deliver(STORM, "Newsletter", sender="news@elsewhere.example")
        self.comes_to("Newsletter", "Skipped")
        self.web.rules["/board", "Storm 4"] = 422
        self.deliver_storm(4)
        self.comes_to("Storm 4", "Success", "Failed")
        self.deliver(REQUESTS, "Pump request 1")
        self.comes_to("Pump request 1", "Success")
        self.deliver(REQUESTS, "[drill] request 2")
        self.comes_to("[drill] request 2", "Success")
        self.deliver(REQUESTS, "Lunch")
        self.comes_to("Lunch", "Skipped")
        self.mail.release()
        self.deliver(DUTY, "Duty 1")
        self.comes_to("Duty 1", "Success", "Success")
        self.mail.hang()

    def mails_to(self, name):
        return [mail for mail in self.mail.mails() if mail["to"][0].startswith(name)]

    def hold_second_phases(self):
        """Four second phases run, which is all that a watcher may have at once; one waits behind them."""
        for subject in HELD_BOARD:
            self.web.rules["/board", subject] = self.web.HANG
            self.deliver_storm(int(subject.removeprefix("Storm ")))
            self.comes_to(subject, "Success", "Running")
            until(f"{subject} at the board", lambda: self.web.heard("/board", subject))
        self.deliver_storm(9)
        self.comes_to("Storm 9", "Success", "Queued")
        self.deliver(DUTY, "Duty 2")
        self.comes_to("Duty 2", "Success", "Running")
        until("the mail server has the mail", lambda: len(self.mails_to("hanging")) == 2)

    def hold_first_phases(self):
        """Four first phases run, which is all that a watcher may have at once; one message waits behind them."""
        plan = {"@odata.type": "#microsoft.graph.fileAttachment", "name": "plan.txt", "contentType": "text/plain",
                "contentBytes": base64.b64encode(b"Pump house").decode()}
        for subject in HELD_INTAKE:
            self.web.rules["/intake", subject] = self.web.HANG
            self.deliver(REQUESTS, subject, attachments=[plan] if subject == HELD_INTAKE[0] else [])
            self.comes_to(subject, "Processing")
            until(f"{subject} at intake", lambda: self.web.heard("/intake", subject))
        self.deliver(REQUESTS, "Pump request 8")
        self.comes_to("Pump request 8", "Detected")
        self.queued("Message", "Pump request 8", "State = 'Ready' and Attempts = 0")

    def break_the_provider(self):
        """One message cannot be filed, one cannot be fetched, and one of a watcher that is then disabled neither."""
        self.web.rules["/dispatch", "Storm 10"] = self.web.HANG
        self.deliver_storm(10)
        until("Storm 10 at dispatch", lambda: self.web.heard("/dispatch", "Storm 10"))
        self.provider.control("POST", "/faults", {"status5xx": 1})
        self.web.release("/dispatch", "Storm 10")
        self.comes_to("Storm 10", "DbComplete")
        self.queued("Message", "Storm 10", "State = 'Ready' and FirstFailureAt is not null")
        self.deliver_storm(11, seconds=180)
        self.deliver(DUTY, "Duty 3")
        for subject in ("Storm 11", "Duty 3"):
            self.comes_to(subject, "Detected")
            self.queued("Message", subject, "State = 'Ready' and FirstFailureAt is not null")
        self.api("POST", "/mailbox-watcher/3/disable")

    # What is there in the end

    def messages_as_they_are(self):
        there = {}
        for mailbox in MAILBOXES:
            found = self.provider.control("GET", f"/mailboxes/{mailbox}/messages")["items"]
            there |= {one["id"]: one for one in found}
        kept = ["receivedDateTime", "isRead", "categories"]
        return [one | {"folder": there[one["key"]]["folder"],
                       "message": one["message"] | {name: there[one["key"]][name] for name in kept}}
                for one in self.messages]

    def responses(self):
        paths = ["/user", "/token", "/audit?limit=500", "/credential", "/mailbox-watcher", "/facility",
                 "/aerial-tiles", "/mailbox-watcher/1/action/1/sample"]
        paths += [f"/mailbox-watcher/{watcher}/action" for watcher in (1, 2, 3)]
        paths += [f"/lightning-strikes{view}?asOf={self.as_of}" for view in ("", "/status", "/facilities")]
        return {path: self.api("GET", path) for path in paths}

    def dead_letters(self):
        return self.api("GET", "/system")["givenUp"]

    def logs(self):
        """Every row with its steps, by the subject of its message."""
        subjects = [one["message"]["subject"] for one in self.messages]
        return {subject: self.api("GET", f"/mailbox-watcher/log/{self.row(subject)['id']}") for subject in subjects}
