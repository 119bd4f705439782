//! Tests of headers that are open in the editor. Such a header is read as a part of a translation unit that
//! includes it.

use csieve_tests::lsp::Project;
use serde_json::json;

const HEADER: &str = "#define NOTHING 0\n/* é */\nstatic inline int get(struct box *box)\n{\n    box = NOTHING;\n    \
                      return box->SLOT;\n}\n";
const UNIT: &str = "struct box { int size; };\n#define SLOT size\n#include \"box.h\"\n";

#[tokio::test]
async fn its_findings_stand_in_the_header() {
    let project = Project::new(&[("box.h", HEADER), ("box.c", UNIT)]);
    let mut client = project.client().await;
    let diagnostics = project.open(&mut client, "box.h").await;
    assert_eq!(diagnostics.len(), 1, "{diagnostics:#?}");
    assert_eq!(diagnostics[0]["code"], "null-dereference");
    assert_eq!(diagnostics[0]["range"]["start"]["line"], 5);
    let related = diagnostics[0]["relatedInformation"].as_array().unwrap();
    assert!(related.iter().all(|step| step["location"]["uri"] == project.uri("box.h").as_str()));
    client.idle().await;
    let said = client.ever(|message| message["method"] == "window/logMessage").await;
    assert_eq!(said["params"]["type"], 3);
    let said = said["params"]["message"].as_str().unwrap().to_owned();
    assert!(said.starts_with("box.h: read as a part of ") && said.ends_with("box.c"), "{said}");
}

#[tokio::test]
async fn findings_of_a_header_are_not_published_for_its_unit() {
    let project = Project::new(&[("box.h", HEADER), ("box.c", UNIT)]);
    let mut client = project.client().await;
    assert_eq!(project.open(&mut client, "box.c").await, Vec::<serde_json::Value>::new());
    assert!(client.published_versions(&project.uri("box.h")).is_empty());
}

#[tokio::test]
async fn an_edit_of_its_unit_counts_before_it_is_saved() {
    let unit = format!("#define NOTHING box\n{UNIT}");
    let header = HEADER.replacen("#define NOTHING 0\n", "\n", 1);
    let project = Project::new(&[("box.h", &header), ("box.c", &unit)]);
    let mut client = project.client().await;
    assert_eq!(project.open(&mut client, "box.h").await.len(), 0);
    project.open(&mut client, "box.c").await;
    client.idle().await;
    let edited = unit.replacen("NOTHING box", "NOTHING 0", 1);
    client.change(&project.uri("box.c"), 2, json!([{"text": edited}])).await;
    assert_eq!(client.published_anew(&project.uri("box.h")).await.len(), 1);
}

#[tokio::test]
async fn an_edit_of_the_header_moves_its_findings() {
    let project = Project::new(&[("box.h", HEADER), ("box.c", UNIT)]);
    let mut client = project.client().await;
    project.open(&mut client, "box.h").await;
    client.change(&project.uri("box.h"), 2, json!([{"text": format!("\n\n{HEADER}")}])).await;
    let diagnostics = client.published(&project.uri("box.h"), 2).await;
    assert_eq!(diagnostics[0]["range"]["start"]["line"], 7);
    client
        .change(&project.uri("box.h"), 3, json!([{"text": HEADER.replacen("= NOTHING", "= box", 1)}]))
        .await;
    assert_eq!(client.published(&project.uri("box.h"), 3).await.len(), 0);
}

#[tokio::test]
async fn one_that_the_editor_takes_for_another_language_is_c_if_a_c_file_includes_it() {
    let project = Project::new(&[("box.h", HEADER), ("box.c", UNIT), ("lone.h", HEADER)]);
    let mut client = project.client().await;
    for (name, findings) in [("box.h", 1), ("lone.h", 0)] {
        let uri = project.uri(name);
        let item = json!({"uri": uri, "languageId": "cpp", "version": 1, "text": HEADER});
        client.notify("textDocument/didOpen", json!({"textDocument": item})).await;
        assert_eq!(client.published(&uri, 1).await.len(), findings, "{name}");
    }
}

#[tokio::test]
async fn one_that_nobody_includes_is_read_by_itself() {
    let project = Project::new(&[("lone.h", "static int f(int *p)\n{\n    p = 0;\n    return *p;\n}\n")]);
    let mut client = project.client().await;
    let diagnostics = project.open(&mut client, "lone.h").await;
    assert_eq!(diagnostics.len(), 1);
    let said = client.ever(|message| message["method"] == "window/logMessage").await;
    assert!(
        said["params"]["message"].as_str().unwrap().contains("no C file of the project includes this header")
    );
}
