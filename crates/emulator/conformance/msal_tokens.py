"""The token endpoint through msal: tokens and errors."""

import re

import emulator
from report import Report
from tls import WatchedSession, application

GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def refused(step, got, error, code, status):
    step.same("error", got.get("error"), error)
    step.same("error_codes", got.get("error_codes"), [code])
    description = got.get("error_description", "")
    step.holds(f"the description opens with AADSTS{code}", description.startswith(f"AADSTS{code}: "), description)
    for field in ("trace_id", "correlation_id"):
        step.holds(f"{field} is a GUID", GUID.fullmatch(got.get(field, "")), got.get(field))
    step.holds(
        "there is a timestamp", re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ", got.get("timestamp", "")), got.get("timestamp")
    )
    step.same("status", step.calls[-1][1], status)


def tokens(report):
    with report.step("the tenant is discovered and its endpoints lie on the listener asked") as step:
        app = application(report)
        step.same("token endpoint", app.authority.token_endpoint, f"{emulator.HTTPS}/{emulator.TENANT}/oauth2/v2.0/token")
        step.holds("there is an authorization endpoint", app.authority.authorization_endpoint.startswith(emulator.HTTPS))
    with report.step("a token comes for the client's secret") as step:
        got = app.acquire_token_for_client([emulator.SCOPE])
        step.same("token_type, source", (got.get("token_type"), got.get("token_source")), ("Bearer", "identity_provider"))
        step.holds("it lasts most of an hour", 3000 < got.get("expires_in", 0) <= 5400, got.get("expires_in"))
        step.holds("there is no refresh token", "refresh_token" not in got, sorted(got))
    with report.step("msal keeps it and asks no second time") as step:
        again = app.acquire_token_for_client([emulator.SCOPE])
        step.same("token", (again["access_token"], again["token_source"]), (got["access_token"], "cache"))
        step.same("calls", step.calls, [])
    with report.step("a tenant may be named by its domain") as step:
        named = application(report, tenant="conformance.example").acquire_token_for_client([emulator.SCOPE])
        step.holds("there is a token", named.get("access_token"), named)
    with report.step("a scope other than .default is refused") as step:
        refused(step, app.acquire_token_for_client(["https://graph.microsoft.com/Mail.Read"]), "invalid_scope", 70011, 400)


def secrets(report):
    emulator.settings(secrets={emulator.CLIENT_ID: "the right one"})
    try:
        with report.step("a wrong secret is refused in words that msal reads") as step:
            refused(step, application(report).acquire_token_for_client([emulator.SCOPE]), "invalid_client", 7000215, 401)
        with report.step("the right secret is taken") as step:
            got = application(report, secret="the right one").acquire_token_for_client([emulator.SCOPE])
            step.holds("there is a token", got.get("access_token"), got)
    finally:
        emulator.settings(secrets=None)


def tenants(report):
    early = application(report)
    emulator.settings(tenants=["another.example"])
    try:
        with report.step("the token endpoint refuses an unknown tenant") as step:
            refused(step, early.acquire_token_for_client([emulator.SCOPE]), "invalid_request", 90002, 400)
        with report.step("discovery refuses an unknown tenant, and msal says what to check") as step:
            try:
                application(report)
                step.holds("msal gives up", False)
            except ValueError as error:
                step.holds("msal doubts the tenant", "tenant name or GUID" in str(error), str(error))
            step.same("status", step.calls[-1][1], 400)
    finally:
        emulator.settings(tenants=None)


def expiry(report):
    address = emulator.open_mailbox("msal-expiry")
    graph = WatchedSession(report)
    emulator.settings(tokenSeconds=600)

    def ask(token):
        return graph.get(f"{emulator.HTTPS}/v1.0/users/{address}/mailFolders", headers={"Authorization": f"Bearer {token}"})

    try:
        with report.step("a token opens Graph") as step:
            got = application(report).acquire_token_for_client([emulator.SCOPE])
            step.same("expires_in", got.get("expires_in"), 600)
            step.same("status", ask(got["access_token"]).status_code, 200)
        with report.step("once its time is over, Graph refuses it with a challenge") as step:
            emulator.advance(601)
            late = ask(got["access_token"])
            step.same("status, code", (late.status_code, late.json()["error"]["code"]), (401, "InvalidAuthenticationToken"))
            step.holds("Bearer is asked for", late.headers.get("WWW-Authenticate", "").startswith("Bearer "), dict(late.headers))
        with report.step("no token at all is refused alike") as step:
            bare = graph.get(f"{emulator.HTTPS}/v1.0/users/{address}/mailFolders")
            step.same("status, code", (bare.status_code, bare.json()["error"]["code"]), (401, "InvalidAuthenticationToken"))
    finally:
        emulator.settings(tokenSeconds=3599)


report = Report("msal")
for chapter in (tokens, secrets, tenants, expiry):
    with report.chapter(chapter.__name__):
        chapter(report)
