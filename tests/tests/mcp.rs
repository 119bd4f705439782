//! Tests of `csieve mcp` with the client of the protocol's official Rust SDK.

use csieve_tests::{lsp::Project, program};
use rmcp::{
    RoleClient, ServiceExt,
    model::CallToolRequestParams,
    service::RunningService,
    transport::{ConfigureCommandExt, TokioChildProcess},
};
use serde_json::{Value, json};
use tokio::process::Command;

/// A file with a bug that one needs the other file for, and a suspicion that is refuted.
const MAIN: &str = "#include <stdlib.h>\nvoid drop(char *text);\n\
    int use(char *text)\n{\n    drop(text);\n    return text[0];\n}\n\
    int fine(int n)\n{\n    int *p = 0;\n    if (n > 3)\n        p = &n;\n    if (n > 5)\n        return *p;\n    return 0;\n}\n";
const SHARE: &str = "int share(int n)\n{\n    if (n < 0)\n        n = 0;\n    return 100 / n;\n}\n";
const OTHER: &str = "#include <stdlib.h>\nvoid drop(char *text)\n{\n    free(text);\n}\n";

struct Agent {
    project: Project,
    service: RunningService<RoleClient, ()>,
}

impl Agent {
    /// Starts a server in a project with these files.
    async fn of(files: &[(&str, &str)]) -> Self {
        let project = Project::new(files);
        let server = Command::new(program()).configure(|command| {
            command.args(["mcp", "--no-cache"]).current_dir(project.path(""));
        });
        let service =
            ().serve(TokioChildProcess::new(server).expect("csieve runs")).await.expect("it answers");
        Self { project, service }
    }

    /// Returns what a tool answers, or the sentence why it cannot.
    async fn ask(&self, tool: &'static str, question: Value) -> Result<Value, String> {
        let Value::Object(question) = question else { panic!("a question is an object") };
        let asked = CallToolRequestParams::new(tool).with_arguments(question);
        let answer = self.service.call_tool(asked).await.map_err(|error| error.to_string())?;
        let answer = serde_json::to_value(answer).expect("it is JSON");
        if answer["isError"] == json!(true) {
            return Err(answer["content"][0]["text"].as_str().unwrap_or_default().to_owned());
        }
        Ok(answer["structuredContent"].clone())
    }
}

#[tokio::test]
async fn every_tool_says_what_it_is_for_and_changes_nothing() {
    let agent = Agent::of(&[]).await;
    let tools = agent.service.list_all_tools().await.expect("they are listed");
    let mut names: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
    names.sort_unstable();
    assert_eq!(names, ["check", "driver", "explain", "try_assumption", "why_refuted"]);
    for tool in &tools {
        let only_reads = tool.annotations.as_ref().and_then(|notes| notes.read_only_hint);
        assert_eq!(only_reads, Some(true), "{}", tool.name);
        assert!(tool.description.as_ref().is_some_and(|text| text.len() > 40), "{}", tool.name);
        assert!(tool.output_schema.is_some(), "{}", tool.name);
    }
}

#[tokio::test]
async fn a_finding_is_found_explained_and_triggered() {
    let agent = Agent::of(&[("src/main.c", MAIN), ("src/other.c", OTHER)]).await;
    let found = agent.ask("check", json!({"paths": ["src/main.c"]})).await.unwrap();
    let first = &found["findings"][0];
    assert_eq!((&first["rule"], &first["line"]), (&json!("use-after-free"), &json!(6)), "{found}");
    assert_eq!(first["function"], json!("use"));
    let id = first["id"].as_str().unwrap();
    assert!(id.starts_with("src/main.c#"), "{id}");

    let explained = agent.ask("explain", json!({"id": id})).await.unwrap();
    let steps = explained["steps"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["line"] == json!("other.c:4")), "{explained}");
    assert_eq!(explained["source"], json!("return text[0];"));
    assert!(explained.get("full").is_none());
    let full = agent.ask("explain", json!({"id": id, "full": true})).await.unwrap();
    assert!(full["full"].as_str().unwrap().contains("round 1"), "{full}");

    // The id stays the same when lines move.
    agent.project.write("src/main.c", &format!("\n\n{MAIN}"));
    let moved = agent.ask("explain", json!({"id": id})).await.unwrap();
    assert_eq!(moved["line"], json!(8));

    let driver = agent.ask("driver", json!({"id": id})).await;
    match driver {
        Ok(driver) => assert!(driver["text"].as_str().unwrap().contains("int main("), "{driver}"),
        Err(reason) => assert!(reason.contains("driver"), "{reason}"),
    }
}

#[tokio::test]
async fn a_text_is_checked_before_it_is_written() {
    let agent = Agent::of(&[("a.c", "int one(void) { return 1; }\n"), ("src/other.c", OTHER)]).await;
    let clean = agent.ask("check", json!({})).await.unwrap();
    assert_eq!(clean["findings"], json!([]));
    let tried = agent.ask("check", json!({"paths": ["a.c"], "text": MAIN})).await.unwrap();
    assert_eq!(tried["findings"][0]["rule"], json!("use-after-free"), "{tried}");
    let new = agent.ask("check", json!({"paths": ["new.c"], "text": MAIN})).await.unwrap();
    assert_eq!(new["findings"][0]["line"], json!(6), "{new}");
    assert_eq!(agent.ask("check", json!({})).await.unwrap()["findings"], json!([]), "nothing was written");
}

#[tokio::test]
async fn a_refuted_suspicion_has_its_proof() {
    let agent = Agent::of(&[("a.c", MAIN)]).await;
    let refuted =
        agent.ask("why_refuted", json!({"file": "a.c", "line": 14, "observers": true})).await.unwrap();
    let one = &refuted["refuted"][0];
    assert_eq!(one["rule"], json!("null-dereference"), "{refuted}");
    assert!(one["proofs"][0]["equations"].as_array().unwrap().len() > 1, "{refuted}");
    assert!(one["proofs"][0]["observer"].as_str().unwrap().contains("->"), "{refuted}");
    let nothing = agent.ask("why_refuted", json!({"file": "a.c", "line": 1})).await.unwrap_err();
    assert!(nothing.contains("has no finding"), "{nothing}");
}

#[tokio::test]
async fn an_assumption_is_tried_without_changing_the_file() {
    let agent = Agent::of(&[("a.c", SHARE)]).await;
    let found = agent.ask("check", json!({})).await.unwrap();
    let division = &found["findings"][0];
    assert_eq!((&division["rule"], &division["verdict"]), (&json!("division-by-zero"), &json!("confirmed")));
    let with = |condition: &str| json!({"id": division["id"], "condition": condition});
    let yes = agent.ask("try_assumption", with("n > 0")).await.unwrap();
    assert_eq!(yes["impossible"], json!(true), "{yes}");
    let no = agent.ask("try_assumption", with("n < 10")).await.unwrap();
    assert_eq!(no["impossible"], json!(false), "{no}");
    let wrong = agent.ask("try_assumption", with("n > f(n)")).await.unwrap_err();
    assert!(wrong.contains("call"), "{wrong}");
    assert!(!std::fs::read_to_string(agent.project.path("a.c")).unwrap().contains("assume"));
}

#[tokio::test]
async fn what_is_wrong_is_said() {
    let agent = Agent::of(&[("a.c", MAIN)]).await;
    for (tool, question, part) in [
        ("check", json!({"paths": ["../a.c"]}), "outside of the project"),
        ("check", json!({"paths": ["/etc/passwd"]}), "outside of the project"),
        ("check", json!({"paths": ["none.c"]}), "none.c"),
        ("check", json!({"text": "int x;"}), "needs just one file"),
        ("check", json!({"since": "none"}), "git"),
        ("explain", json!({"id": "a.c"}), "is no id"),
        ("explain", json!({"id": "a.c#0123456789abcdef:1"}), "has no finding with the id"),
        ("explain", json!({"name": "a.c"}), "name"),
    ] {
        let said = agent.ask(tool, question.clone()).await.expect_err("it is wrong");
        assert!(said.contains(part), "{question}: {said}");
    }
}

#[tokio::test]
async fn the_settings_of_the_project_count() {
    let settings =
        "exclude = [\"third/\"]\n[[override]]\nfiles = [\"src/main.c\"]\nchecks = [\"-use-after-free\"]\n";
    let agent = Agent::of(&[
        ("csieve.toml", settings),
        ("src/main.c", MAIN),
        ("src/other.c", OTHER),
        ("src/share.c", SHARE),
        ("third/share.c", SHARE),
    ])
    .await;
    let found = agent.ask("check", json!({})).await.unwrap();
    let ids: Vec<&str> =
        found["findings"].as_array().unwrap().iter().filter_map(|one| one["id"].as_str()).collect();
    assert!(ids.len() == 1 && ids[0].starts_with("src/share.c#"), "{found}");
    agent.project.write("src/csieve.toml", "chekcs = []\n");
    let wrong = agent.ask("check", json!({"paths": ["src"]})).await.unwrap_err();
    assert!(wrong.contains("src/csieve.toml:1:1: there is no key `chekcs`"), "{wrong}");
}
