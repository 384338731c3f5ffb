//! The explorer of the API in a browser.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::browser::{Browser, Scripts};
use super::screenshots;
use crate::binary::program::Sandbox;

/// Sends each example so that it is checked with its variables, but not executed. Returns the names and the errors.
const CHECK_EXAMPLES: &str = r#"
const done = arguments[arguments.length - 1];
(async () => {
  const errors = [];
  for (const [name, chosen] of known) {
    const query = chosen.query.replace(/\n  \w+(\([^)]*\))?/, "$& @skip(if: true)");
    const answer = await send({ query, variables: JSON.parse(chosen.variables) });
    if (answer.errors || answer.error) errors.push([name, answer]);
  }
  done({ names: [...known.keys()], errors });
})();"#;
/// Returns the names of the root fields of the schema.
const ROOT_FIELDS: &str = r#"
const done = arguments[arguments.length - 1];
send({ query: "{ __schema { queryType { fields { name } } mutationType { fields { name } } } }" })
  .then(({ data }) => done([...data.__schema.queryType.fields, ...data.__schema.mutationType.fields].map((field) => field.name)));"#;

fn names(list: &Value) -> Vec<&str> {
    let names = list.as_array().unwrap().iter();
    let mut names: Vec<&str> = names.map(|name| name.as_str().unwrap()).collect();
    names.sort_unstable();
    names
}

fn in_explorer(test: impl FnOnce(&Browser)) {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    browser.open("/graphql");
    browser.wait_for_text("Nothing is stored in this browser.");
    test(&browser);
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn every_operation_has_an_example_that_the_schema_accepts() {
    in_explorer(|browser| {
        let checked = browser.run_waiting(CHECK_EXAMPLES);
        assert_eq!(checked["errors"], json!([]));
        let fields = browser.run_waiting(ROOT_FIELDS);
        assert_eq!(names(&checked["names"]), names(&fields));
    });
}

#[test]
#[ignore = "long"]
fn an_example_runs_with_the_credentials_of_the_sandbox() {
    in_explorer(|browser| {
        let choose = "examples.value = 'getJobs'; examples.dispatchEvent(new Event('change'))";
        browser.run(choose);
        browser.wait("the example", || {
            browser.text(".graphiql-query-editor").contains("getJobs")
        });
        browser.click("button.graphiql-execute-button");
        browser.wait("the answer", || {
            browser.text(".graphiql-response").contains("\"jobs\"")
        });
        assert!(!browser.text(".graphiql-response").contains("errors"));
        browser.click("button[aria-label='Show Documentation Explorer']");
        browser.wait("the documentation", || {
            browser.text(".graphiql-doc-explorer").contains("Query")
        });
        screenshots::document(browser, "explorer");
        let stored = browser.run("return localStorage.length + sessionStorage.length");
        assert_eq!(stored, 0, "credentials and queries stay in memory");
        browser.fill("#token", "wrong");
        browser.click("#bar button");
        browser.wait("the refusal", || browser.has("#message.problem"));
    });
}
