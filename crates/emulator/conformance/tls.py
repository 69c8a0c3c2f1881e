"""msal over the emulator's TLS listener: msal requires https."""

import msal
import requests

import emulator


class WatchedSession(requests.Session):
    def __init__(self, report):
        super().__init__()
        self.verify = emulator.CERTIFICATE
        self.hooks["response"].append(lambda answer, *_, **__: report_answer(report, answer))


def report_answer(report, answer):
    """urllib3 retries calls below requests and keeps them in a history."""
    retries = getattr(answer.raw, "retries", None)
    for attempt in retries.history if retries else ():
        report.saw(attempt.method, answer.url, attempt.status)
    report.saw(answer.request.method, answer.url, answer.status_code)


def application(report, tenant=emulator.TENANT, secret=emulator.SECRET, **more):
    return msal.ConfidentialClientApplication(
        emulator.CLIENT_ID,
        client_credential=secret,
        authority=f"{emulator.HTTPS}/{tenant}",
        instance_discovery=False,
        http_client=WatchedSession(report),
        **more,
    )
