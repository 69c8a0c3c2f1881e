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
from msgraph_wire import asking, pages_of

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
    with report.step("12 folders made under the root, each 201 with all its fields") as step:
        for name in names:
            made = await folders.post(MailFolder(display_name=name))
            step.present(made, *FOLDER_FIELDS)
            step.same("display_name", made.display_name, name)
    with report.step("the tree comes in pages of 10; the SDK's page iterator reaches every folder once") as step:
        first = await folders.get()
        step.same("folders on the first page", len(first.value), 10)
        step.present(first, "odata_next_link")
        seen = []
        await PageIterator(first, graph.adapter).iterate(lambda folder: seen.append(folder) or True)
        found = [folder.display_name for folder in seen]
        step.holds("every folder made is in it", set(names) <= set(found), found)
        step.same("folders without doubles", len({folder.id for folder in seen}), len(seen))
        step.holds("Inbox, Sent Items and Deleted Items are in it", {"Inbox", "Sent Items", "Deleted Items"} <= set(found), found)
        for folder in seen:
            step.present(folder, *FOLDER_FIELDS)
    with report.step("well-known names lead to the folders that the ids lead to, whatever their case") as step:
        inbox = await folders.by_mail_folder_id("inbox").get()
        root = await folders.by_mail_folder_id("MsgFolderRoot").get()
        step.same("display_name", inbox.display_name, "Inbox")
        step.same("parent of the inbox", inbox.parent_folder_id, root.id)
        step.same("id asked by id", (await folders.by_mail_folder_id(inbox.id).get()).id, inbox.id)
    children = folders.by_mail_folder_id("inbox").child_folders
    with report.step("child folders are made and listed under their parent, which counts them") as step:
        for name in ("Processed", "Failed"):
            child = await children.post(MailFolder(display_name=name))
            step.same("parent", child.parent_folder_id, inbox.id)
        step.same("children", sorted(child.display_name for child in (await children.get()).value), ["Failed", "Processed"])
        step.same("child_folder_count", (await folders.by_mail_folder_id(inbox.id).get()).child_folder_count, 2)
    with report.step("a hidden folder is listed with includeHiddenFolders only") as step:
        hidden = await folders.post(MailFolder(display_name="Unseen", is_hidden=True))
        step.same("is_hidden", hidden.is_hidden, True)
        plain = (await folders.get(asking(FolderQuery(top=100)))).value
        full = (await folders.get(asking(FolderQuery(top=100, include_hidden_folders="true")))).value
        step.holds("it is left out", hidden.id not in [folder.id for folder in plain])
        step.holds("it is listed", hidden.id in [folder.id for folder in full])
    with report.step("a taken name is refused") as step:
        await graph.refused(step, folders.post(MailFolder(display_name="Station 07")), 409, "ErrorFolderExists")
    with report.step("get-or-create: the refused name is found by filter, quotes doubled") as step:
        first = await children.post(MailFolder(display_name="Duty officer's"))
        await graph.refused(step, children.post(MailFolder(display_name="Duty officer's")), 409, "ErrorFolderExists")
        query = asking(FolderQuery(filter="displayName eq 'Duty officer''s'"))
        step.same("found", [folder.id for folder in (await children.get(query)).value], [first.id])
    with report.step("an id that is none is refused as malformed") as step:
        await graph.refused(step, folders.by_mail_folder_id("no-such-id").get(), 400, "ErrorInvalidIdMalformed")


async def messages(graph):
    report, address = graph.report, emulator.open_mailbox("msgraph-messages")
    user = graph.user(address)
    inbox = user.mail_folders.by_mail_folder_id("inbox")
    ids = [emulator.deliver(address, emulator.strike_report(number)) for number in range(23)]
    await listing(graph, inbox, user, ids)
    one = user.messages.by_message_id(ids[4])
    with report.step("a message has all its fields, dates as delivered") as step:
        got = await one.get(asking())
        step.present(
            got, "id", "change_key", "created_date_time", "last_modified_date_time", "received_date_time", "sent_date_time",
            "has_attachments", "internet_message_id", "subject", "body_preview", "parent_folder_id", "conversation_id",
            "conversation_index", "is_read_receipt_requested", "is_read", "is_draft", "web_link", "inference_classification",
            "body", "sender", "from_", "to_recipients", "cc_recipients", "bcc_recipients", "reply_to", "flag", "categories",
        )  # fmt: skip
        step.same("id", got.id, ids[4])
        step.same("received_date_time", got.received_date_time, datetime.datetime(2026, 3, 1, 8, 4, tzinfo=datetime.UTC))
        step.same("from", got.from_.email_address.address, "desk@lightning.example")
        step.same("to", [to.email_address.address for to in got.to_recipients], ["duty@conformance.example"])
        step.same("body", (got.body.content_type, "<b>4</b>" in got.body.content), (BodyType.Html, True))
        step.same("body_preview", got.body_preview, "Strike 4")
        step.same("importance, flag", (got.importance, got.flag.flag_status), (Importance.Normal, FollowupFlagStatus.NotFlagged))
        step.same("read, draft, attachments", (got.is_read, got.is_draft, got.has_attachments), (False, False, False))
        step.holds("it has an etag", got.additional_data.get("@odata.etag", "").startswith('W/"'), got.additional_data)
    with report.step("the body comes as text when text is preferred") as step:
        text = (await one.get(asking(prefer=['outlook.body-content-type="text"']))).body
        step.same("body", (text.content_type, text.content.strip()), (BodyType.Text, "Strike 4"))
        applied = graph.wire.answer_headers.get("preference-applied", "")
        step.holds("Preference-Applied says so", 'outlook.body-content-type="text"' in applied, applied)
    with report.step("marking as read sticks, bumps the change key and the folder's count") as step:
        changed = await one.patch(Message(is_read=True), asking())
        step.same("is_read", (changed.is_read, (await one.get(asking())).is_read), (True, True))
        step.holds("the change key is another", changed.change_key != got.change_key, changed.change_key)
        counts = await inbox.get()
        step.same("total, unread", (counts.total_item_count, counts.unread_item_count), (23, 22))
    with report.step("categories are replaced as a whole") as step:
        for categories in (["Storm", "Seen"], ["Done"]):
            await one.patch(Message(categories=categories), asking())
            step.same("categories", (await one.get(asking())).categories, categories)
    with report.step("a deleted message lies in Deleted Items") as step:
        await user.messages.by_message_id(ids[0]).delete(asking())
        deleted = await user.mail_folders.by_mail_folder_id("deleteditems").messages.get(asking())
        step.same("deleted", [message.id for message in deleted.value], [ids[0]])


async def listing(graph, inbox, user, ids):
    report = graph.report
    with report.step("a list pages by $top in the order asked for, with the selected fields only") as step:
        since = "receivedDateTime ge 2026-03-01T08:01:00Z and isRead eq false"
        query = MessageQuery(select=["subject", "receivedDateTime"], filter=since, orderby=["receivedDateTime desc"], top=10)
        pages = await pages_of(inbox.messages, asking(query))
        step.same("page sizes", [len(page.value) for page in pages], [10, 10, 2])
        listed = [message for page in pages for message in page.value]
        step.same("order", [message.id for message in listed], ids[:0:-1])
        step.same("subject", listed[0].subject, "Strike report 22")
        step.holds("nothing else comes", all(message.body is None and message.is_read is None for message in listed))
    with report.step("without $top a page has 10, and the whole mailbox is listed alike") as step:
        pages = await pages_of(user.messages, asking())
        step.same("page sizes", [len(page.value) for page in pages], [10, 10, 3])
        step.same("ids", sorted(message.id for page in pages for message in page.value), sorted(ids))
    with report.step("the filters of everyday mail find what they name") as step:
        known = (await user.messages.by_message_id(ids[9]).get(asking())).internet_message_id
        for text, wanted in (
            ("contains(subject,'report 1')", ids[10:20]),
            ("startswith(subject,'Strike report 2')", ids[20:23]),
            ("subject eq 'Strike report 05' or subject eq 'Strike report 06'", ids[5:7]),
            (f"internetMessageId eq '{known}'", [ids[9]]),
            ("from/emailAddress/address eq 'desk@lightning.example' and receivedDateTime lt 2026-03-01T08:02:00Z", ids[:2]),
        ):
            found = await inbox.messages.get(asking(MessageQuery(filter=text, top=50)))
            step.same(text, sorted(message.id for message in found.value), sorted(wanted))
    with report.step("a filter or a selection of what no message has is refused") as step:
        for query in (MessageQuery(filter="isJunk eq true"), MessageQuery(select=["isJunk"])):
            await graph.refused(step, inbox.messages.get(asking(query)), 400, "RequestBroker--ParseUri", "BadRequest")
    with report.step("an order that the filter does not lead with is too complex") as step:
        query = MessageQuery(filter="isRead eq false", orderby=["receivedDateTime desc"])
        await graph.refused(step, inbox.messages.get(asking(query)), 400, "InefficientFilter")


async def moves(graph):
    report, address = graph.report, emulator.open_mailbox("msgraph-moves")
    user = graph.user(address)
    immutable = emulator.deliver(address, emulator.strike_report(1))
    archive = await user.mail_folders.by_mail_folder_id("inbox").child_folders.post(MailFolder(display_name="Processed"))
    with report.step("both ids lead to the message; the default one is another") as step:
        default = (await user.messages.by_message_id(immutable).get()).id
        step.holds("the ids differ", default != immutable, default)
        step.same("immutable id by default id", (await user.messages.by_message_id(default).get(asking())).id, immutable)
    with report.step("a move with default ids gives a new id") as step:
        body = MovePostRequestBody(destination_id=archive.id)
        moved = await user.messages.by_message_id(default).move.post(body)
        step.same("status", step.calls[-1][1], 201)
        step.same("folder", moved.parent_folder_id, archive.id)
        step.holds("the id is new", moved.id not in (default, immutable), moved.id)
        step.same("immutable id", (await user.messages.by_message_id(moved.id).get(asking())).id, immutable)
    with report.step("the old default id is gone") as step:
        await graph.refused(step, user.messages.by_message_id(default).get(), 404, "ErrorItemNotFound")
    with report.step("a move with immutable ids keeps the id; a well-known name will do as destination") as step:
        body = MovePostRequestBody(destination_id="archive")
        moved = await user.messages.by_message_id(immutable).move.post(body, asking())
        step.same("status, id", (step.calls[-1][1], moved.id), (201, immutable))
        there = await user.mail_folders.by_mail_folder_id("archive").messages.get(asking())
        step.same("messages in the archive", [message.id for message in there.value], [immutable])
    with report.step("a folder's name is no destination") as step:
        body = MovePostRequestBody(destination_id="Processed")
        await graph.refused(step, user.messages.by_message_id(immutable).move.post(body), 400, "ErrorInvalidIdMalformed")


async def attachments(graph):
    report, address = graph.report, emulator.open_mailbox("msgraph-attachments")
    letter = emulator.letter_with_attachments()
    message = graph.user(address).messages.by_message_id(emulator.deliver(address, letter))
    contents = [base64.b64decode(attachment["contentBytes"]) for attachment in letter["attachments"][:2]]
    with report.step("the list tells file, item and reference apart and decodes the files") as step:
        step.same("has_attachments", (await message.get(asking())).has_attachments, True)
        listed = {attachment.name: attachment for attachment in (await message.attachments.get(asking())).value}
        csv, pixel, item, reference = (listed[attachment["name"]] for attachment in letter["attachments"])
        kinds = [type(attachment) for attachment in (csv, pixel, item, reference)]
        step.same("kinds", kinds, [FileAttachment, FileAttachment, ItemAttachment, ReferenceAttachment])
        step.same("contents", [csv.content_bytes, pixel.content_bytes], contents)
        step.same("types", [csv.content_type, pixel.content_type], ["text/csv", "image/png"])
        step.same("inline", [csv.is_inline, pixel.is_inline, pixel.content_id], [False, True, "pixel@lightning.example"])
        for attachment in listed.values():
            step.present(attachment, "id", "name", "size", "last_modified_date_time", "is_inline")
        step.holds("a stored size covers the bytes", csv.size >= len(contents[0]), csv.size)
    with report.step("one attachment fetched alone is the one listed") as step:
        alone = await message.attachments.by_attachment_id(csv.id).get(asking())
        step.same("content", (type(alone), alone.name, alone.content_bytes), (FileAttachment, csv.name, contents[0]))
    with report.step("a message brings its attachments along with $expand") as step:
        whole = await message.get(asking(OneMessageQuery(expand=["attachments"])))
        step.same("ids", [attachment.id for attachment in whole.attachments], [attachment.id for attachment in listed.values()])
        step.same("content", whole.attachments[0].content_bytes, contents[0])
    with report.step("an item attachment opens into its message with $expand") as step:
        query = asking(AttachmentQuery(expand=["microsoft.graph.itemattachment/item"]))
        opened = (await message.attachments.by_attachment_id(item.id).get(query)).item
        step.same("kind, subject", (type(opened), opened.subject), (Message, "Earlier report"))
    with report.step("$value of a file is its bytes, of an item its MIME; a reference has none") as step:
        step.same("file", await graph.value_of(message.attachments.by_attachment_id(csv.id)), contents[0])
        mime = email.message_from_bytes(await graph.value_of(message.attachments.by_attachment_id(item.id)))
        step.same("item's subject", mime["Subject"], "Earlier report")
        await graph.refused(step, graph.value_of(message.attachments.by_attachment_id(reference.id)), 405)
    await mime_of(graph, address, message, contents)


async def mime_of(graph, address, message, contents):
    report = graph.report
    with report.step("MIME of a delivered letter holds its subject and its files") as step:
        letter = email.message_from_bytes(await message.content.get(asking()))
        step.same("subject", letter["Subject"], "Strike report with attachments")
        parts = [part.get_payload(decode=True) for part in letter.walk()]
        step.holds("both files are parts of it", all(content in parts for content in contents), letter.get_content_type())
    with report.step("a letter delivered as MIME is read in Graph's terms, headers and nested letter included") as step:
        one = graph.user(address).messages.by_message_id(emulator.deliver_mime(address, emulator.forwarded_mime()))
        query = OneMessageQuery(
            select=["subject", "internetMessageHeaders", "internetMessageId", "hasAttachments", "body", "sentDateTime"]
        )
        got = await one.get(asking(query))
        step.same("subject", got.subject, "Forwarded from Zürich")
        step.same("internet_message_id", got.internet_message_id, "<forwarded-0302@lightning.example>")
        step.same("sent", got.sent_date_time, datetime.datetime(2026, 3, 2, 8, 30, tzinfo=datetime.UTC))
        step.same("X-Station", [header.value for header in got.internet_message_headers if header.name == "X-Station"], ["042"])
        step.same("body", (got.body.content_type, "Zürich" in got.body.content), (BodyType.Html, True))
        kinds = {type(attachment): attachment.name for attachment in (await one.attachments.get(asking())).value}
        step.same("attachments", kinds, {FileAttachment: "strikes.csv", ItemAttachment: "Night log"})
        raw = email.message_from_bytes(await one.content.get(asking()))
        step.same("MIME", (raw["Message-ID"], raw["X-Station"]), ("<forwarded-0302@lightning.example>", "042"))
