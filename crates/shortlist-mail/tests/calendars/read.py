"""Prints what PyPI's icalendar reads in the invitations of a folder."""

import pathlib
import sys

from icalendar import Calendar

for name in ["request", "move", "cancel"]:
    text = pathlib.Path(sys.argv[1], f"{name}.ics").read_bytes()
    calendar = Calendar.from_ical(text)
    [event] = calendar.walk("VEVENT")
    organizer, attendee = event["ORGANIZER"], event["ATTENDEE"]
    time = lambda key: event.decoded(key).strftime("%Y%m%dT%H%M%SZ")
    print(name)
    print("method", calendar["METHOD"])
    print("uid", event["UID"])
    print("sequence", event["SEQUENCE"])
    print("status", event["STATUS"])
    print("begins", time("DTSTART"))
    print("ends", time("DTEND"))
    print("organizer", organizer)
    print("organizer-name", organizer.params["CN"])
    print("attendee", attendee)
    print("attendee-name", attendee.params["CN"])
    print("attendee-status", attendee.params["PARTSTAT"])
    print("summary", event["SUMMARY"])
    print("description", event["DESCRIPTION"].replace("\n", "|"))
    print("location", event["LOCATION"])
    print("url", event["URL"])
