// Prints what npm's ical.js reads in the invitations of a folder.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// Modules are looked for next to this file, and not where npm has put them.
const imported = createRequire(`${process.argv[3]}/`)("ical.js");
const ICAL = imported.default ?? imported;
for (const name of ["request", "move", "cancel"]) {
  const calendar = new ICAL.Component(ICAL.parse(readFileSync(`${process.argv[2]}/${name}.ics`, "utf8")));
  const events = calendar.getAllSubcomponents("vevent");
  if (events.length !== 1) throw new Error(`${name} has ${events.length} events`);
  const [event] = events;
  const value = (key) => event.getFirstPropertyValue(key);
  const parameter = (key, of) => event.getFirstProperty(key).getParameter(of);
  const time = (key) => value(key).toJSDate().toISOString().replace(/[-:]|\.000/g, "");
  console.log(name);
  console.log("method", calendar.getFirstPropertyValue("method"));
  console.log("uid", value("uid"));
  console.log("sequence", value("sequence"));
  console.log("status", value("status"));
  console.log("begins", time("dtstart"));
  console.log("ends", time("dtend"));
  console.log("organizer", value("organizer"));
  console.log("organizer-name", parameter("organizer", "cn"));
  console.log("attendee", value("attendee"));
  console.log("attendee-name", parameter("attendee", "cn"));
  console.log("attendee-status", parameter("attendee", "partstat"));
  console.log("summary", value("summary"));
  console.log("description", value("description").replaceAll("\n", "|"));
  console.log("location", value("location"));
  console.log("url", value("url"));
}
