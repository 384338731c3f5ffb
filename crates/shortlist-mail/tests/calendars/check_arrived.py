"""Compares the mails that a server has delivered with those that were sent: headers, parts, texts and the event."""

import email
import email.policy
import pathlib
import sys

arrived, sent = map(pathlib.Path, sys.argv[1:])
METHODS = {"request": "REQUEST", "move": "REQUEST", "cancel": "CANCEL"}


def read(path):
    return email.message_from_bytes(path.read_bytes(), policy=email.policy.default)


by_identifier = {mail["Message-ID"]: mail for mail in map(read, arrived.iterdir())}
assert len(by_identifier) == 3, list(by_identifier)
for name, method in METHODS.items():
    original = read(sent / f"{name}.eml")
    mail = by_identifier[original["Message-ID"]]
    assert not mail.defects, mail.defects
    for header in ["From", "To", "Reply-To", "Subject", "Date", "Auto-Submitted"]:
        assert str(mail[header]) == str(original[header]) != "", header
    assert mail["From"].addresses[0].display_name == 'Müller, Söhne & "Co"'
    assert mail["To"].addresses[0].display_name == 'Zoë Łukasz; "老虎"'
    assert mail["Auto-Submitted"] == "auto-generated"
    assert "ESMTPS" in mail["Received"], mail["Received"]
    kinds = [part.get_content_type() for part in mail.walk()]
    assert kinds == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "text/calendar",
        "application/ics",
    ], kinds
    _, _, text, html, calendar, file = mail.walk()
    # A folder of mails has the line breaks of the system.
    event = (sent / f"{name}.ics").read_bytes().decode().replace("\r\n", "\n")
    lines = lambda part: part.get_payload(decode=True).decode().replace("\r\n", "\n")
    assert calendar["Content-Type"].params["method"] == method
    assert lines(calendar) == lines(file) == event
    assert file.get_filename() == "invite.ics"
    assert "Zoë Łukasz" in text.get_content() and "Zoë Łukasz" in html.get_content()
    print("arrived:", name, mail["Subject"])
