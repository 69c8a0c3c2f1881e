"""Delta, subscriptions and sending through the msgraph-sdk."""

import datetime
import re
import uuid

from msgraph.generated.models.body_type import BodyType
from msgraph.generated.models.email_address import EmailAddress
from msgraph.generated.models.file_attachment import FileAttachment
from msgraph.generated.models.internet_message_header import InternetMessageHeader
from msgraph.generated.models.item_body import ItemBody
from msgraph.generated.models.message import Message
from msgraph.generated.models.recipient import Recipient
from msgraph.generated.models.subscription import Subscription
from msgraph.generated.users.item.mail_folders.item.messages.delta.delta_request_builder import DeltaRequestBuilder
from msgraph.generated.users.item.messages.item.message_item_request_builder import MessageItemRequestBuilder
from msgraph.generated.users.item.messages.item.move.move_post_request_body import MovePostRequestBody
from msgraph.generated.users.item.send_mail.send_mail_post_request_body import SendMailPostRequestBody

import emulator
from msgraph_client import pages_of, request_options
from receiver import Receiver

OneMessageQuery = MessageItemRequestBuilder.MessageItemRequestBuilderGetQueryParameters
DeltaQuery = DeltaRequestBuilder.DeltaRequestBuilderGetQueryParameters
RESOURCE = re.compile(r"Users/([0-9a-f-]{36})/Messages/(.+)")


async def delta(graph):
    report, address = graph.report, emulator.open_mailbox("msgraph-delta")
    user = graph.user(address)
    builder = user.mail_folders.by_mail_folder_id("inbox").messages.delta
    small = ["odata.maxpagesize=3"]
    ids = [emulator.deliver(address, emulator.strike_report(number)) for number in range(7)]

    async def round_from(link):
        pages = await pages_of(builder.with_url(link), request_options(prefer=small))
        return [message for page in pages for message in page.value], pages[-1].odata_delta_link

    with report.step("the first round returns the folder in small pages and ends with a delta link") as step:
        pages = await pages_of(builder, request_options(DeltaQuery(select=["subject", "isRead"]), prefer=small))
        step.equals("ids", sorted(message.id for page in pages for message in page.value), sorted(ids))
        step.check("no page is larger than 3", all(len(page.value) <= 3 for page in pages), [len(page.value) for page in pages])
        step.check(
            "only the last has a delta link",
            [bool(page.odata_delta_link) for page in pages] == [False] * (len(pages) - 1) + [True],
        )
        step.check("only selected fields are returned", all(message.body is None for page in pages for message in page.value))
        step.check(
            "Preference-Applied is returned", graph.transport.response_headers.get("preference-applied"), dict(
                graph.transport.response_headers
            )
        )
    with report.step("an unchanged folder returns an empty round and a new link") as step:
        changed, link = await round_from(pages[-1].odata_delta_link)
        step.equals("changes", changed, [])
        step.check("there is a delta link", link)
    with report.step("the next round returns a new, a removed and a read message with immutable ids") as step:
        new = emulator.deliver(address, emulator.strike_report(30))
        await user.messages.by_message_id(ids[1]).move.post(MovePostRequestBody(destination_id="archive"), request_options())
        await user.messages.by_message_id(ids[2]).patch(Message(is_read=True), request_options())
        changed, link = await round_from(link)
        changes = {message.id: message for message in changed}
        step.equals("ids", sorted(changes), sorted([new, ids[1], ids[2]]))
        step.equals("the new one", (changes[new].subject, changes[new].is_read), ("Strike report 30", False))
        removed = changes[ids[1]].additional_data.get("@removed") or {}
        step.equals("the removed one", dict(removed), {"reason": "deleted"})
        step.equals("the read one", changes[ids[2]].is_read, True)
    with report.step("a message moved out and back is returned only as removed, a known bug with immutable ids") as step:
        for destination in ("archive", "inbox"):
            await user.messages.by_message_id(ids[3]).move.post(
                MovePostRequestBody(destination_id=destination), request_options()
            )
        changed, link = await round_from(link)
        step.equals("changes", [(message.id, "@removed" in message.additional_data) for message in changed], [(ids[3], True)])
        here = (await user.messages.by_message_id(ids[3]).get(request_options())).parent_folder_id
        step.equals("folder", here, (await user.mail_folders.by_mail_folder_id("inbox").get()).id)
    with report.step("a link several generations old has expired") as step:
        old = link
        for _ in range(5):
            _, link = await round_from(link)
        await graph.expect_error(
            step, builder.with_url(old).get(request_options()), 410, "SyncStateNotFound", "syncStateNotFound"
        )
    with report.step("a filter on anything but receivedDateTime is rejected") as step:
        query = request_options(DeltaQuery(filter="isRead eq false"))
        await graph.expect_error(step, builder.get(query), 400, "ErrorInvalidUrlQuery")
    with report.step("delta over a whole mailbox is rejected") as step:
        await graph.expect_error(step, user.messages.delta.get(request_options()), 400, "BadRequest")
    with report.step("a lost sync state gets a 410; a new round starts from the beginning") as step:
        emulator.faults(loseDeltaState=True)
        await graph.expect_error(
            step, builder.with_url(link).get(request_options()), 410, "SyncStateNotFound", "syncStateNotFound"
        )
        pages = await pages_of(builder, request_options(prefer=small))
        step.equals("messages", len([message for page in pages for message in page.value]), 7)


def subscription(address, url, expires=datetime.timedelta(days=3), **more):
    return Subscription(
        change_type="created,updated",
        resource=f"users/{address}/mailFolders('inbox')/messages",
        notification_url=url,
        client_state="client state",
        expiration_date_time=datetime.datetime.now(datetime.UTC) + expires,
        **more,
    )


async def subscriptions(graph):
    address = emulator.open_mailbox("msgraph-subscriptions")
    with Receiver() as receiver:
        await url_validation(graph, address, receiver)
        await notifications(graph, address, receiver)


async def url_validation(graph, address, receiver):
    report, subscriptions = graph.report, graph.client.subscriptions
    for path, description in (("/wrong", "another text"), ("/fail", "a 500")):
        with report.step(f"a validation response with {description} creates no subscription") as step:
            await graph.expect_error(
                step, subscriptions.post(subscription(address, receiver.url(path)), request_options()), 400, "ValidationError"
            )
            step.equals("validations", [request["path"] for request in receiver.validations][-1:], [path])
            step.equals("subscriptions", (await subscriptions.get()).value, [])
    with report.step("an expiration beyond 10,080 minutes is rejected") as step:
        far = subscription(address, receiver.url("/echo"), datetime.timedelta(days=8))
        error = await graph.expect_error(
            step, subscriptions.post(far, request_options()), 400, "InvalidRequest", "ExtensionError"
        )
        step.check("the message names the limit", "minutes in the future" in error.message, error.message)
    with report.step("a remote URL with plain HTTP is rejected before validation") as step:
        error = await graph.expect_error(
            step, subscriptions.post(subscription(address, "http://hooks.example/echo")), 400, "InvalidRequest"
        )
        step.check("the message names the scheme", "scheme='http'" in error.message, error.message)
    with report.step("a short lifetime is raised to 45 minutes; an expired subscription is not found") as step:
        created = await subscriptions.post(
            subscription(address, receiver.url("/echo"), datetime.timedelta(minutes=5)), request_options()
        )
        left = created.expiration_date_time - datetime.datetime.now(datetime.UTC)
        step.check("about 45 minutes are left", datetime.timedelta(minutes=44) < left < datetime.timedelta(minutes=46), left)
        emulator.faults(expireSubscriptions=True)
        await graph.expect_error(step, subscriptions.by_subscription_id(created.id).get(), 404, "ResourceNotFound")


async def notifications(graph, address, receiver):
    report, subscriptions = graph.report, graph.client.subscriptions
    receiver.validations.clear()
    with report.step("a subscription is created after validating both URLs, and returned with all fields") as step:
        wanted = subscription(address, receiver.url("/echo?k=v"), lifecycle_notification_url=receiver.url("/lifecycle"))
        created = await subscriptions.post(wanted, request_options())
        step.equals("status", step.calls[-1][1], 201)
        step.equals("validated", sorted(request["path"] for request in receiver.validations), ["/echo", "/lifecycle"])
        for request in receiver.validations:
            step.check(
                "the validation request is empty plain text",
                request["type"].startswith("text/plain") and not request["body"],
                request,
            )
        step.equals(
            "query of the URL",
            [request["query"].get("k") for request in receiver.validations if request["path"] == "/echo"],
            [["v"]],
        )
        step.has_fields(created, "id", "application_id", "creator_id", "latest_supported_tls_version")
        for field in ("resource", "change_type", "client_state", "notification_url", "lifecycle_notification_url"):
            step.equals(field, getattr(created, field), getattr(wanted, field))
        apart = abs(created.expiration_date_time - wanted.expiration_date_time)
        step.check("the expiration is the requested one", apart < datetime.timedelta(seconds=1), created.expiration_date_time)
    with report.step("a notification about a new message has clientState, user GUID and immutable id") as step:
        message = emulator.deliver(address, emulator.strike_report(1))
        notification = receiver.wait_for(subscriptionId=created.id, changeType="created")
        step.equals("path, query", (notification["path"], notification["query"]), ("/echo", {"k": ["v"]}))
        step.equals("client state", notification["clientState"], "client state")
        step.equals("tenant", notification["tenantId"], emulator.TENANT)
        resource = RESOURCE.fullmatch(notification["resource"])
        step.check("the resource is Users/{guid}/Messages/{id}", resource, notification["resource"])
        step.equals("id", (resource[2], notification["resourceData"]["id"]), (message, message))
        step.equals("type", notification["resourceData"]["@odata.type"], "#Microsoft.Graph.Message")
        step.equals("@odata.id", notification["resourceData"]["@odata.id"], notification["resource"])
        step.check(
            "there is an etag", notification["resourceData"]["@odata.etag"].startswith('W/"'), notification["resourceData"]
        )
        ends = datetime.datetime.fromisoformat(notification["subscriptionExpirationDateTime"])
        step.check("it contains the expiration", abs(ends - created.expiration_date_time) < datetime.timedelta(seconds=1), ends)
        step.equals(
            "read by the GUID", (await graph.user(resource[1]).messages.by_message_id(message).get(request_options())).id, message
        )
    with report.step("marking as read causes an updated notification") as step:
        await graph.user(address).messages.by_message_id(message).patch(Message(is_read=True), request_options())
        notification = receiver.wait_for(subscriptionId=created.id, changeType="updated")
        step.equals("id", notification["resourceData"]["id"], message)
    with report.step("a subscription without the preference gets notifications with default ids") as step:
        plain = await subscriptions.post(subscription(address, receiver.url("/echo")))
        message = emulator.deliver(address, emulator.strike_report(2))
        default = receiver.wait_for(subscriptionId=plain.id, changeType="created")["resourceData"]["id"]
        step.check("the id is the default one", default != message, default)
        step.equals(
            "immutable id", (await graph.user(address).messages.by_message_id(default).get(request_options())).id, message
        )
        await subscriptions.by_subscription_id(plain.id).delete()
    with report.step("a lifecycle event is sent to the lifecycle URL and names no resource") as step:
        emulator.faults(lifecycle="missed")
        notification = receiver.wait_for(subscriptionId=created.id, lifecycleEvent="missed")
        step.equals("path, client state", (notification["path"], notification["clientState"]), ("/lifecycle", "client state"))
        step.check("no change is named", not {"changeType", "resource", "resourceData"} & set(notification), sorted(notification))
    await lifetime(graph, created)


async def lifetime(graph, created):
    report, subscriptions = graph.report, graph.client.subscriptions
    one = subscriptions.by_subscription_id(created.id)
    with report.step("renewal changes the expiration") as step:
        later = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=5)
        renewed = await one.patch(Subscription(expiration_date_time=later))
        step.check(
            "the expiration is the new one", abs(renewed.expiration_date_time - later) < datetime.timedelta(seconds=1), renewed
        )
    with report.step("a renewal without an expiration or URL is rejected") as step:
        await graph.expect_error(
            step, one.patch(Subscription(client_state="another")), 400, "InvalidRequest", "ValidationError", "BadRequest"
        )
    with report.step("get and list hide clientState") as step:
        got, listed = await one.get(), (await subscriptions.get()).value
        step.equals("client states", [got.client_state, *[each.client_state for each in listed]], [None, None])
        step.equals("ids", [got.id, *[each.id for each in listed]], [created.id, created.id])
        step.equals("resource", got.resource, created.resource)
    with report.step("reauthorize is accepted") as step:
        await one.reauthorize.post()
        step.equals("status", step.calls[-1][1], 204)
    with report.step("a deleted subscription cannot be read, renewed or deleted") as step:
        await one.delete()
        step.equals("status", step.calls[-1][1], 204)
        for call in (one.get(), one.patch(Subscription(expiration_date_time=later)), one.delete()):
            await graph.expect_error(step, call, 404, "ResourceNotFound")
    with report.step("an unknown id is not found") as step:
        await graph.expect_error(step, subscriptions.by_subscription_id(str(uuid.UUID(int=7))).get(), 404, "ResourceNotFound")


async def sending(graph):
    report = graph.report
    sender, reader = emulator.open_mailbox("msgraph-sender"), emulator.open_mailbox("msgraph-reader")
    outgoing = Message(
        subject="All clear",
        body=ItemBody(content_type=BodyType.Text, content="The storm is over."),
        to_recipients=[Recipient(email_address=EmailAddress(address=reader))],
        internet_message_headers=[InternetMessageHeader(name="x-station", value="042")],
        attachments=[FileAttachment(odata_type="#microsoft.graph.fileAttachment", name="a.bin", content_bytes=b"\x00\xff")],
    )
    for keep, description in ((True, "saved in Sent Items"), (False, "not saved if not requested")):
        with report.step(f"mail is sent and {description}") as step:
            await graph.user(sender).send_mail.post(SendMailPostRequestBody(message=outgoing, save_to_sent_items=keep))
            step.equals("status", step.calls[-1][1], 202)
            sent = await graph.user(sender).mail_folders.by_mail_folder_id("sentitems").messages.get(request_options())
            step.equals("saved", [message.subject for message in sent.value], ["All clear"])
    with report.step("the delivered mail has sender, text, header and attachment") as step:
        inbox = (await graph.user(reader).mail_folders.by_mail_folder_id("inbox").messages.get(request_options())).value
        step.equals("delivered", [message.subject for message in inbox], ["All clear"] * 2)
        step.equals("from", inbox[0].from_.email_address.address, sender)
        step.equals("body", inbox[0].body.content.strip(), "The storm is over.")
        step.equals(
            "read, draft, attachments", (inbox[0].is_read, inbox[0].is_draft, inbox[0].has_attachments), (False, False, True)
        )
        with_headers = (
            await graph.user(reader)
            .messages.by_message_id(inbox[0].id)
            .get(request_options(OneMessageQuery(select=["internetMessageHeaders"])))
        )
        headers = {header.name.lower(): header.value for header in with_headers.internet_message_headers or []}
        step.equals("x-station", headers.get("x-station"), "042")
        files = (await graph.user(reader).messages.by_message_id(inbox[0].id).attachments.get(request_options())).value
        step.equals("file", [(file.name, file.content_bytes) for file in files], [("a.bin", b"\x00\xff")])
