// GraphiQL with credentials and an example for each operation. Everything is kept in memory and is gone after a reload.
"use strict";

const INTROSPECTION = `{ __schema { queryType { name } mutationType { name } types {
  kind name
  fields { name type { ...Type } args { name defaultValue type { ...Type } } }
  inputFields { name defaultValue type { ...Type } }
  enumValues { name }
} } }
fragment Type on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } }`;

// How deep examples select the fields of objects.
const MOST_LEVELS = 3;

const given = JSON.parse(document.getElementById("given").textContent);
const [key, token, examples, message] = ["key", "token", "examples", "message"].map((id) => document.getElementById(id));
key.value = given.apiKey;
token.value = given.accessToken;

const headers = () => {
  const all = { "content-type": "application/json", accept: "application/json" };
  if (key.value) all["x-api-key"] = key.value.trim();
  if (token.value) all.authorization = `Bearer ${token.value.trim()}`;
  return all;
};

const send = async (request, more) => {
  const options = { method: "POST", headers: { ...headers(), ...more }, body: JSON.stringify(request) };
  const response = await fetch("/graphql", options);
  return response.json();
};

// GraphiQL stores queries and headers in the browser unless it gets another storage.
const memory = () => {
  const items = new Map();
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => items.set(name, String(value)),
    removeItem: (name) => items.delete(name),
    clear: () => items.clear(),
    get length() { return items.size; },
  };
};

const named = (type) => (type.ofType ? named(type.ofType) : type);

// Returns the fields of a type that an example selects, or an empty text if it has none.
const selection = (types, type, level) => {
  const fields = types.get(named(type).name)?.fields;
  if (!fields) return "";
  const indent = "  ".repeat(level);
  const lines = fields.filter((field) => !field.args.some(isRequired)).map((field) => {
    if (!types.get(named(field.type).name)?.fields) return indent + field.name;
    if (level > MOST_LEVELS) return null;
    const inner = selection(types, field.type, level + 1);
    return inner && `${indent}${field.name} ${inner}`;
  });
  const chosen = lines.filter(Boolean);
  return chosen.length && `{\n${chosen.join("\n")}\n${"  ".repeat(level - 1)}}`;
};

const isRequired = (input) => input.type.kind === "NON_NULL" && input.defaultValue === null;

// Returns a value for an input: what is known about the caller, or a value of the type.
const value = (types, name, type) => {
  if (name in given.values) return given.values[name];
  if (type.kind === "NON_NULL") return value(types, name, type.ofType);
  if (type.kind === "LIST") return [value(types, name, type.ofType)];
  const found = types.get(type.name);
  if (found?.kind === "INPUT_OBJECT") return object(types, found);
  if (found?.kind === "ENUM") return found.enumValues[0].name;
  return { Int: 1, Float: 1, Boolean: false }[type.name] ?? "";
};

// Returns an input object with its required members and with those about the caller.
const object = (types, type) => {
  const members = type.inputFields.filter((field) => isRequired(field) || field.name in given.values);
  return Object.fromEntries(members.map((field) => [field.name, value(types, field.name, field.type)]));
};

const written = (type) => {
  if (type.kind === "NON_NULL") return `${written(type.ofType)}!`;
  return type.kind === "LIST" ? `[${written(type.ofType)}]` : type.name;
};

const example = (types, kind, field) => {
  const declared = field.args.map((arg) => `$${arg.name}: ${written(arg.type)}`).join(", ");
  const passed = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(", ");
  const call = passed ? `${field.name}(${passed})` : field.name;
  const fields = selection(types, field.type, 2);
  const query = `${kind} ${field.name}${declared && `(${declared})`} {\n  ${call}${fields && ` ${fields}`}\n}\n`;
  const values = field.args.map((arg) => [arg.name, value(types, arg.name, arg.type)]);
  return { query, variables: JSON.stringify(Object.fromEntries(values), null, 2) };
};

let known = new Map();
const list = (schema) => {
  const types = new Map(schema.types.map((type) => [type.name, type]));
  known = new Map();
  const group = (kind, root) => {
    const element = document.createElement("optgroup");
    element.label = kind === "query" ? "Queries" : "Mutations";
    const fields = [...types.get(root.name).fields].sort((a, b) => a.name.localeCompare(b.name));
    for (const field of fields) {
      known.set(field.name, example(types, kind, field));
      element.append(new Option(field.name));
    }
    return element;
  };
  const groups = [group("query", schema.queryType), group("mutation", schema.mutationType)];
  examples.replaceChildren(new Option("Choose an operation", ""), ...groups);
};

const root = ReactDOM.createRoot(document.getElementById("graphiql"));
let connection = 0;
const show = (shown) => root.render(React.createElement(GraphiQL, {
  key: connection,
  fetcher: (request, options) => send(request, options?.headers),
  storage: memory(),
  shouldPersistHeaders: false,
  defaultEditorToolsVisibility: "variables",
  defaultQuery: "# Choose an example above, or write a query. Ctrl+Space completes names.\n",
  ...shown,
}));

const say = (text, isProblem) => {
  message.textContent = text;
  message.classList.toggle("problem", Boolean(isProblem));
};

const connect = async () => {
  connection += 1;
  show({});
  if (!key.value || !token.value) return say("Enter an API key and an access token.");
  try {
    const { data, error, errors } = await send({ query: INTROSPECTION });
    if (!data) return say(error ?? errors[0].message, true);
    list(data.__schema);
    say(`${known.size} operations. Nothing is stored in this browser.`);
  } catch {
    say("The service cannot be reached.", true);
  }
};

document.getElementById("bar").addEventListener("submit", (event) => {
  event.preventDefault();
  connect();
});
examples.addEventListener("change", () => {
  const chosen = known.get(examples.value);
  if (chosen) show(chosen);
});
connect();
