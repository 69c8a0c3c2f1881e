"""Microsoft's SDK for Python against the emulator. This file: tokens, batches, throttling and errors."""

import asyncio
import time

from azure.core.credentials import AccessToken
from msgraph.generated.models.message import Message
from msgraph.generated.models.o_data_errors.o_data_error import ODataError
from msgraph_core.requests.batch_request_builder import BatchRequestBuilder
from msgraph_core.requests.batch_request_content import BatchRequestContent
from msgraph_core.requests.batch_request_item import BatchRequestItem

import emulator
import msgraph_changes
import msgraph_mail
from msgraph_client import Graph, request_options, credential
from report import Report


class InvalidToken:
    def get_token(self, *_, **__):
        return AccessToken("no token at all", int(time.time()) + 3600)


async def token(graph, tokens):
    with graph.report.step("azure-identity discovers the tenant and gets a token") as step:
        got = tokens.get_token(emulator.SCOPE)
        step.check("there is a token", len(got.token) > 20, got.token)
        step.check("it lasts most of an hour", got.expires_on - time.time() > 3000, got.expires_on)


async def batch(graph):
    address = emulator.open_mailbox("msgraph-batch")
    message = graph.user(address).messages.by_message_id(emulator.deliver(address, emulator.strike_report(1)))
    with graph.report.step("a batch returns a separate response for each part") as step:
        content = BatchRequestContent()
        parts = {
            "read": message.to_get_request_information(request_options()),
            "mark": message.to_patch_request_information(Message(is_read=True), request_options()),
            "miss": graph.user(address).messages.by_message_id("no-such-id").to_get_request_information(request_options()),
            "unknown": graph.user("nobody@conformance.example").messages.to_get_request_information(request_options()),
        }
        for name, request in parts.items():
            graph.adapter.set_base_url_for_request_information(request)
            item = BatchRequestItem(request, name)
            # The SDK leaves the URL absolute, which Graph rejects; its users shorten it like this.
            item.url = item.url.removeprefix(graph.adapter.base_url)
            content.add_request(name, item)
        response = await BatchRequestBuilder(graph.adapter, {"XXX": ODataError}).post(content)
        step.equals("statuses", response.get_response_status_codes(), {"read": 200, "mark": 200, "miss": 400, "unknown": 404})
        types = {name: (part.content_type or "").split(";")[0] for name, part in response.responses.items()}
        step.equals("types", types, dict.fromkeys(parts, "application/json"))
        step.equals("the change is saved", (await message.get(request_options())).is_read, True)


async def throttling(graph):
    address = emulator.open_mailbox("msgraph-throttling")
    with graph.report.step("the SDK retries throttled calls until they succeed") as step:
        before, sent = emulator.calls(), 0
        emulator.faults(status429=0.5, seed=7)
        try:
            # Throttling is random (half of the calls); eight calls without a 429 are very unlikely.
            while sent < 8 and emulator.calls() - before == sent:
                step.has_fields(await graph.user(address).mail_folders.get(), "value")
                sent += 1
        finally:
            emulator.faults()
        seen = emulator.calls() - before
        step.check(f"the emulator received more than {sent} calls", seen > sent, seen)
        step.equals("recorded calls", len(step.calls), seen)
        step.check("some got a 429", 429 in [status for _, status in step.calls], step.calls)


async def concurrency(graph):
    address = emulator.open_mailbox("msgraph-concurrency")
    with graph.report.step("the SDK retries calls above the limit of four concurrent calls per mailbox") as step:
        emulator.settings(responseDelayMs=500)
        try:
            responses = await asyncio.gather(*[graph.user(address).mail_folders.get() for _ in range(6)])
        finally:
            emulator.settings(responseDelayMs=0)
        step.equals("responses", [bool(response.value) for response in responses], [True] * 6)
        statuses = [status for _, status in step.calls]
        step.equals("succeeded", statuses.count(200), 6)
        step.check("some were throttled first", statuses.count(429) >= 2 and set(statuses) == {200, 429}, statuses)


async def errors(graph):
    report, address = graph.report, emulator.open_mailbox("msgraph-errors")
    with report.step("a malformed message id is rejected") as step:
        await graph.expect_error(
            step, graph.user(address).messages.by_message_id("no-such-id").get(), 400, "ErrorInvalidIdMalformed"
        )
    with report.step("an unknown mailbox is not found") as step:
        codes = ("ErrorInvalidUser", "MailboxNotEnabledForRESTAPI", "ResourceNotFound", "Request_ResourceNotFound")
        await graph.expect_error(step, graph.user("nobody@conformance.example").messages.get(), 404, *codes)
    with report.step("an invalid token is rejected with a challenge") as step:
        unauthorized = Graph(report, InvalidToken())
        await unauthorized.expect_error(step, unauthorized.user(address).messages.get(), 401, "InvalidAuthenticationToken")
        challenge = unauthorized.transport.response_headers.get("www-authenticate", "")
        step.check("WWW-Authenticate names Bearer", challenge.startswith("Bearer "), challenge)


async def main():
    report = Report("msgraph-sdk")
    tokens = credential(report)
    graph = Graph(report, tokens)
    with report.section("tokens"):
        await token(graph, tokens)
    for section in (
        msgraph_mail.folders,
        msgraph_mail.messages,
        msgraph_mail.moves,
        msgraph_mail.attachments,
        msgraph_changes.delta,
        msgraph_changes.subscriptions,
        msgraph_changes.sending,
        batch,
        throttling,
        concurrency,
        errors,
    ):
        with report.section(section.__name__):
            await section(graph)


asyncio.run(main())
