"""Folders, messages, moves and attachments through the msgraph-sdk."""

import base64
import datetime
import email

from msgraph.generated.models.body_type import BodyType
from msgraph.generated.models.file_attachment import FileAttachment
from msgraph.generated.models.followup_flag_status import FollowupFlagStatus
from msgraph.generated.models.importance import Importance
from msgraph.generated.models.item_attachment import ItemAttachment
from msgraph.generated.models.mail_folder import MailFolder
from msgraph.generated.models.message import Message
from msgraph.generated.models.reference_attachment import ReferenceAttachment
from msgraph.generated.users.item.mail_folders.item.messages.messages_request_builder import MessagesRequestBuilder
from msgraph.generated.users.item.mail_folders.mail_folders_request_builder import MailFoldersRequestBuilder
from msgraph.generated.users.item.messages.item.attachments.item.attachment_item_request_builder import (
    AttachmentItemRequestBuilder,
)
from msgraph.generated.users.item.messages.item.message_item_request_builder import MessageItemRequestBuilder
from msgraph.generated.users.item.messages.item.move.move_post_request_body import MovePostRequestBody
from msgraph_core import PageIterator

import emulator
from msgraph_client import request_options, pages_of

FolderQuery = MailFoldersRequestBuilder.MailFoldersRequestBuilderGetQueryParameters
MessageQuery = MessagesRequestBuilder.MessagesRequestBuilderGetQueryParameters
OneMessageQuery = MessageItemRequestBuilder.MessageItemRequestBuilderGetQueryParameters
AttachmentQuery = AttachmentItemRequestBuilder.AttachmentItemRequestBuilderGetQueryParameters
FOLDER_FIELDS = (
    "id",
    "display_name",
    "parent_folder_id",
    "child_folder_count",
    "unread_item_count",
    "total_item_count",
    "is_hidden",
)


async def folders(graph):
    report, folders = graph.report, graph.user(emulator.open_mailbox("msgraph-folders")).mail_folders
    names = [f"Station {number:02}" for number in range(12)]
    with report.step("creates 12 folders under the root, each with all its fields") as step:
        for name in names:
            created = await folders.post(MailFolder(display_name=name))
            step.has_fields(created, *FOLDER_FIELDS)
            step.equals("display_name", created.display_name, name)
    with report.step("the tree has pages of 10; the SDK's page iterator returns every folder once") as step:
        first = await folders.get()
        step.equals("folders on the first page", len(first.value), 10)
        step.has_fields(first, "odata_next_link")
        seen = []
        await PageIterator(first, graph.adapter).iterate(lambda folder: seen.append(folder) or True)
        found = [folder.display_name for folder in seen]
        step.check("every created folder is listed", set(names) <= set(found), found)
        step.equals("unique folders", len({folder.id for folder in seen}), len(seen))
        step.check(
            "Inbox, Sent Items and Deleted Items are listed", {"Inbox", "Sent Items", "Deleted Items"} <= set(found), found
        )
        for folder in seen:
            step.has_fields(folder, *FOLDER_FIELDS)
    with report.step("well-known names find the same folders as ids, ignoring case") as step:
        inbox = await folders.by_mail_folder_id("inbox").get()
        root = await folders.by_mail_folder_id("MsgFolderRoot").get()
        step.equals("display_name", inbox.display_name, "Inbox")
        step.equals("parent of the inbox", inbox.parent_folder_id, root.id)
        step.equals("id found by id", (await folders.by_mail_folder_id(inbox.id).get()).id, inbox.id)
    children = folders.by_mail_folder_id("inbox").child_folders
    with report.step("child folders are created, listed and counted under their parent") as step:
        for name in ("Processed", "Failed"):
            child = await children.post(MailFolder(display_name=name))
            step.equals("parent", child.parent_folder_id, inbox.id)
        step.equals("children", sorted(child.display_name for child in (await children.get()).value), ["Failed", "Processed"])
        step.equals("child_folder_count", (await folders.by_mail_folder_id(inbox.id).get()).child_folder_count, 2)
    with report.step("a hidden folder is listed only with includeHiddenFolders") as step:
        hidden = await folders.post(MailFolder(display_name="Unseen", is_hidden=True))
        step.equals("is_hidden", hidden.is_hidden, True)
        plain = (await folders.get(request_options(FolderQuery(top=100)))).value
        full = (await folders.get(request_options(FolderQuery(top=100, include_hidden_folders="true")))).value
        step.check("it is omitted", hidden.id not in [folder.id for folder in plain])
        step.check("it is listed", hidden.id in [folder.id for folder in full])
    with report.step("a duplicate name is rejected") as step:
        await graph.expect_error(step, folders.post(MailFolder(display_name="Station 07")), 409, "ErrorFolderExists")
    with report.step("get-or-create: a rejected name is found by a filter with doubled quotes") as step:
        first = await children.post(MailFolder(display_name="Duty officer's"))
        await graph.expect_error(step, children.post(MailFolder(display_name="Duty officer's")), 409, "ErrorFolderExists")
        query = request_options(FolderQuery(filter="displayName eq 'Duty officer''s'"))
        step.equals("found", [folder.id for folder in (await children.get(query)).value], [first.id])
    with report.step("an invalid id is rejected as malformed") as step:
        await graph.expect_error(step, folders.by_mail_folder_id("no-such-id").get(), 400, "ErrorInvalidIdMalformed")


async def messages(graph):
    report, address = graph.report, emulator.open_mailbox("msgraph-messages")
    user = graph.user(address)
    inbox = user.mail_folders.by_mail_folder_id("inbox")
    ids = [emulator.deliver(address, emulator.strike_report(number)) for number in range(23)]
    await listing(graph, inbox, user, ids)
    one = user.messages.by_message_id(ids[4])
    with report.step("a message has all its fields, dates as delivered") as step:
        got = await one.get(request_options())
        step.has_fields(
            got, "id", "change_key", "created_date_time", "last_modified_date_time", "received_date_time", "sent_date_time",
            "has_attachments", "internet_message_id", "subject", "body_preview", "parent_folder_id", "conversation_id",
            "conversation_index", "is_read_receipt_requested", "is_read", "is_draft", "web_link", "inference_classification",
            "body", "sender", "from_", "to_recipients", "cc_recipients", "bcc_recipients", "reply_to", "flag", "categories",
        )  # fmt: skip
        step.equals("id", got.id, ids[4])
        step.equals("received_date_time", got.received_date_time, datetime.datetime(2026, 3, 1, 8, 4, tzinfo=datetime.UTC))
        step.equals("from", got.from_.email_address.address, "desk@lightning.example")
        step.equals("to", [to.email_address.address for to in got.to_recipients], ["duty@conformance.example"])
        step.equals("body", (got.body.content_type, "<b>4</b>" in got.body.content), (BodyType.Html, True))
        step.equals("body_preview", got.body_preview, "Strike 4")
        step.equals(
            "importance, flag", (got.importance, got.flag.flag_status), (Importance.Normal, FollowupFlagStatus.NotFlagged)
        )
        step.equals("read, draft, attachments", (got.is_read, got.is_draft, got.has_attachments), (False, False, False))
        step.check("it has an etag", got.additional_data.get("@odata.etag", "").startswith('W/"'), got.additional_data)
    with report.step("the body is text if text is preferred") as step:
        text = (await one.get(request_options(prefer=['outlook.body-content-type="text"']))).body
        step.equals("body", (text.content_type, text.content.strip()), (BodyType.Text, "Strike 4"))
        applied = graph.transport.response_headers.get("preference-applied", "")
        step.check("Preference-Applied confirms it", 'outlook.body-content-type="text"' in applied, applied)
    with report.step("marking as read is saved and updates the change key and the folder's count") as step:
        changed = await one.patch(Message(is_read=True), request_options())
        step.equals("is_read", (changed.is_read, (await one.get(request_options())).is_read), (True, True))
        step.check("the change key differs", changed.change_key != got.change_key, changed.change_key)
        counts = await inbox.get()
        step.equals("total, unread", (counts.total_item_count, counts.unread_item_count), (23, 22))
    with report.step("categories are replaced as a whole") as step:
        for categories in (["Storm", "Seen"], ["Done"]):
            await one.patch(Message(categories=categories), request_options())
            step.equals("categories", (await one.get(request_options())).categories, categories)
    with report.step("a deleted message is in Deleted Items") as step:
        await user.messages.by_message_id(ids[0]).delete(request_options())
        deleted = await user.mail_folders.by_mail_folder_id("deleteditems").messages.get(request_options())
        step.equals("deleted", [message.id for message in deleted.value], [ids[0]])


async def listing(graph, inbox, user, ids):
    report = graph.report
    with report.step("a list has pages of $top in the requested order, with only the selected fields") as step:
        since = "receivedDateTime ge 2026-03-01T08:01:00Z and isRead eq false"
        query = MessageQuery(select=["subject", "receivedDateTime"], filter=since, orderby=["receivedDateTime desc"], top=10)
        pages = await pages_of(inbox.messages, request_options(query))
        step.equals("page sizes", [len(page.value) for page in pages], [10, 10, 2])
        listed = [message for page in pages for message in page.value]
        step.equals("order", [message.id for message in listed], ids[:0:-1])
        step.equals("subject", listed[0].subject, "Strike report 22")
        step.check("other fields are omitted", all(message.body is None and message.is_read is None for message in listed))
    with report.step("without $top a page has 10 messages, also for the whole mailbox") as step:
        pages = await pages_of(user.messages, request_options())
        step.equals("page sizes", [len(page.value) for page in pages], [10, 10, 3])
        step.equals("ids", sorted(message.id for page in pages for message in page.value), sorted(ids))
    with report.step("common filters find the right messages") as step:
        known = (await user.messages.by_message_id(ids[9]).get(request_options())).internet_message_id
        for text, wanted in (
            ("contains(subject,'report 1')", ids[10:20]),
            ("startswith(subject,'Strike report 2')", ids[20:23]),
            ("subject eq 'Strike report 05' or subject eq 'Strike report 06'", ids[5:7]),
            (f"internetMessageId eq '{known}'", [ids[9]]),
            ("from/emailAddress/address eq 'desk@lightning.example' and receivedDateTime lt 2026-03-01T08:02:00Z", ids[:2]),
        ):
            found = await inbox.messages.get(request_options(MessageQuery(filter=text, top=50)))
            step.equals(text, sorted(message.id for message in found.value), sorted(wanted))
    with report.step("filtering or selecting an unknown property is rejected") as step:
        for query in (MessageQuery(filter="isJunk eq true"), MessageQuery(select=["isJunk"])):
            await graph.expect_error(
                step, inbox.messages.get(request_options(query)), 400, "RequestBroker--ParseUri", "BadRequest"
            )
    with report.step("sorting by a property that is not first in the filter is too complex") as step:
        query = MessageQuery(filter="isRead eq false", orderby=["receivedDateTime desc"])
        await graph.expect_error(step, inbox.messages.get(request_options(query)), 400, "InefficientFilter")


async def moves(graph):
    report, address = graph.report, emulator.open_mailbox("msgraph-moves")
    user = graph.user(address)
    immutable = emulator.deliver(address, emulator.strike_report(1))
    archive = await user.mail_folders.by_mail_folder_id("inbox").child_folders.post(MailFolder(display_name="Processed"))
    with report.step("both ids find the message, and they differ") as step:
        default = (await user.messages.by_message_id(immutable).get()).id
        step.check("the ids differ", default != immutable, default)
        step.equals(
            "immutable id by default id", (await user.messages.by_message_id(default).get(request_options())).id, immutable
        )
    with report.step("a move with default ids changes the id") as step:
        body = MovePostRequestBody(destination_id=archive.id)
        moved = await user.messages.by_message_id(default).move.post(body)
        step.equals("status", step.calls[-1][1], 201)
        step.equals("folder", moved.parent_folder_id, archive.id)
        step.check("the id is new", moved.id not in (default, immutable), moved.id)
        step.equals("immutable id", (await user.messages.by_message_id(moved.id).get(request_options())).id, immutable)
    with report.step("the old default id is not found") as step:
        await graph.expect_error(step, user.messages.by_message_id(default).get(), 404, "ErrorItemNotFound")
    with report.step("a move with immutable ids keeps the id; the destination may be a well-known name") as step:
        body = MovePostRequestBody(destination_id="archive")
        moved = await user.messages.by_message_id(immutable).move.post(body, request_options())
        step.equals("status, id", (step.calls[-1][1], moved.id), (201, immutable))
        there = await user.mail_folders.by_mail_folder_id("archive").messages.get(request_options())
        step.equals("messages in the archive", [message.id for message in there.value], [immutable])
    with report.step("a display name is rejected as destination") as step:
        body = MovePostRequestBody(destination_id="Processed")
        await graph.expect_error(step, user.messages.by_message_id(immutable).move.post(body), 400, "ErrorInvalidIdMalformed")


async def attachments(graph):
    report, address = graph.report, emulator.open_mailbox("msgraph-attachments")
    source = emulator.message_with_attachments()
    message = graph.user(address).messages.by_message_id(emulator.deliver(address, source))
    contents = [base64.b64decode(attachment["contentBytes"]) for attachment in source["attachments"][:2]]
    with report.step("the list distinguishes files, items and references and decodes the files") as step:
        step.equals("has_attachments", (await message.get(request_options())).has_attachments, True)
        listed = {attachment.name: attachment for attachment in (await message.attachments.get(request_options())).value}
        csv, pixel, item, reference = (listed[attachment["name"]] for attachment in source["attachments"])
        kinds = [type(attachment) for attachment in (csv, pixel, item, reference)]
        step.equals("kinds", kinds, [FileAttachment, FileAttachment, ItemAttachment, ReferenceAttachment])
        step.equals("contents", [csv.content_bytes, pixel.content_bytes], contents)
        step.equals("types", [csv.content_type, pixel.content_type], ["text/csv", "image/png"])
        step.equals("inline", [csv.is_inline, pixel.is_inline, pixel.content_id], [False, True, "pixel@lightning.example"])
        for attachment in listed.values():
            step.has_fields(attachment, "id", "name", "size", "last_modified_date_time", "is_inline")
        step.check("the stored size is at least the content size", csv.size >= len(contents[0]), csv.size)
    with report.step("a single attachment equals the listed one") as step:
        alone = await message.attachments.by_attachment_id(csv.id).get(request_options())
        step.equals("content", (type(alone), alone.name, alone.content_bytes), (FileAttachment, csv.name, contents[0]))
    with report.step("$expand includes the attachments of a message") as step:
        whole = await message.get(request_options(OneMessageQuery(expand=["attachments"])))
        step.equals("ids", [attachment.id for attachment in whole.attachments], [attachment.id for attachment in listed.values()])
        step.equals("content", whole.attachments[0].content_bytes, contents[0])
    with report.step("$expand includes the message of an item attachment") as step:
        query = request_options(AttachmentQuery(expand=["microsoft.graph.itemattachment/item"]))
        opened = (await message.attachments.by_attachment_id(item.id).get(query)).item
        step.equals("kind, subject", (type(opened), opened.subject), (Message, "Earlier report"))
    with report.step("$value is the bytes of a file or the MIME of an item; a reference has none") as step:
        step.equals("file", await graph.value_of(message.attachments.by_attachment_id(csv.id)), contents[0])
        mime = email.message_from_bytes(await graph.value_of(message.attachments.by_attachment_id(item.id)))
        step.equals("item's subject", mime["Subject"], "Earlier report")
        await graph.expect_error(step, graph.value_of(message.attachments.by_attachment_id(reference.id)), 405)
    await mime_of(graph, address, message, contents)


async def mime_of(graph, address, message, contents):
    report = graph.report
    with report.step("the MIME of a delivered message contains its subject and files") as step:
        mime = email.message_from_bytes(await message.content.get(request_options()))
        step.equals("subject", mime["Subject"], "Strike report with attachments")
        parts = [part.get_payload(decode=True) for part in mime.walk()]
        step.check("both files are parts", all(content in parts for content in contents), mime.get_content_type())
    with report.step("a message delivered as MIME is returned as JSON with its headers and attached message") as step:
        one = graph.user(address).messages.by_message_id(emulator.deliver_mime(address, emulator.forwarded_mime()))
        query = OneMessageQuery(
            select=["subject", "internetMessageHeaders", "internetMessageId", "hasAttachments", "body", "sentDateTime"]
        )
        got = await one.get(request_options(query))
        step.equals("subject", got.subject, "Forwarded from Zürich")
        step.equals("internet_message_id", got.internet_message_id, "<forwarded-0302@lightning.example>")
        step.equals("sent", got.sent_date_time, datetime.datetime(2026, 3, 2, 8, 30, tzinfo=datetime.UTC))
        step.equals("X-Station", [header.value for header in got.internet_message_headers if header.name == "X-Station"], ["042"])
        step.equals("body", (got.body.content_type, "Zürich" in got.body.content), (BodyType.Html, True))
        kinds = {type(attachment): attachment.name for attachment in (await one.attachments.get(request_options())).value}
        step.equals("attachments", kinds, {FileAttachment: "strikes.csv", ItemAttachment: "Night log"})
        raw = email.message_from_bytes(await one.content.get(request_options()))
        step.equals("MIME", (raw["Message-ID"], raw["X-Station"]), ("<forwarded-0302@lightning.example>", "042"))
