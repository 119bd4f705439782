//! What happens to servers in the wild. Each line is a test, here or where it is said:
//!
//! | what happens | test |
//! |---|---|
//! | malformed JSON, bytes that are no text, a message without a method | `robustness::what_is_no_message_is_answered_with_an_error` |
//! | wrong parameters of every kind | `robustness::malformed_messages_do_not_end_the_server` |
//! | a wrong length of a message | [`a_wrong_length_of_a_message_ends_the_program`] |
//! | emoji, halves of surrogate pairs in edits | `robustness::half_a_surrogate_pair_is_taken_in`, `edits` |
//! | changes with ranges outside of the text | `robustness::ranges_outside_the_text_are_clamped` |
//! | line ends of all kinds, a byte order mark | [`line_ends_and_a_byte_order_mark_change_no_finding`] |
//! | NUL and bytes that are no UTF-8, on disk | [`bytes_that_are_no_text_do_not_hide_the_rest`] |
//! | 200 open files | [`two_hundred_files_are_open_at_once`] |
//! | kill -9 of the server, then a new start | [`a_killed_server_leaves_a_cache_that_is_right`] |
//! | a parent that dies | `parent` |
//! | a file that is deleted while it is open | [`a_file_that_is_deleted_while_it_is_open_stays_open`] |
//! | a file that is renamed while it is open | [`a_file_that_is_renamed_while_it_is_open_is_another_one`] |
//! | a text of 100 MB | `large::a_text_of_a_hundred_megabytes_is_refused` |
//! | a function of 50,000 statements | `large::a_function_of_fifty_thousand_statements` |
//! | nesting 100,000 deep | `large::nesting_without_end` |
//! | a header that includes itself | `hostile::includes_without_end`, [`a_header_that_includes_itself_is_open`] |
//! | a build description that breaks and is mended | `stale_builds::a_broken_description_is_told_once_and_forgotten_when_it_is_repaired` |
//! | questions that overlap, and cancels | [`questions_that_overlap_are_all_answered`], `robustness`, `messages` |
//! | the end in the middle of an analysis | [`shutdown_in_the_middle_of_an_analysis`], `large` |
//! | all of it at random | the test `session_fuzz` |

use csieve_tests::lsp::{Client, Project, Setup, Wire};
use serde_json::{Value, json};

use super::{URI, client};

/// A text with one finding on line 4, from 0.
const BUG: &str = "int bug(int *p)\n{\n    p = 0;\n    /* é𝄞 */\n    return *p;\n}\n";

/// Returns the lines of diagnostics, from 0.
fn lines(diagnostics: &[Value]) -> Vec<u64> {
    diagnostics.iter().filter_map(|found| found["range"]["start"]["line"].as_u64()).collect()
}

/// Returns the findings of a document whatever is published, as their rules.
async fn rules(client: &mut Client, uri: &str) -> Vec<Value> {
    let findings = client.request("csieve/findings", json!({"uri": uri})).await.expect("it is open");
    findings.as_array().expect("a list").iter().map(|finding| finding["rule"].clone()).collect()
}

#[tokio::test]
async fn a_wrong_length_of_a_message_ends_the_program() {
    let project = Project::new(&[]);
    for bytes in [
        &b"Content-Length: 99999999999999999999\r\n\r\n{}"[..],
        b"Content-Length: -1\r\n\r\n{}",
        b"Content-Length: many\r\n\r\n{}",
        b"{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"initialize\"}\r\n\r\n",
        b"Content-Length: 5000\r\n\r\n{}",
        b"\r\n\r\n\r\n",
        b"Content-Length: 3",
    ] {
        let mut wire = Wire::program(&project.path(""), None);
        wire.send_raw(bytes).await;
        // A length that is too short or too long leaves no place where the next message begins.
        assert!(!wire.close().await.after_shutdown);
    }
}

#[tokio::test]
async fn line_ends_and_a_byte_order_mark_change_no_finding() {
    let project = Project::new(&[]);
    let mut client = project.program(Setup::default()).await;
    for (nth, (text, line)) in [
        (BUG.to_owned(), 4),
        (BUG.replace('\n', "\r\n"), 4),
        (BUG.replace('\n', "\r"), 0),
        (format!("\u{feff}{BUG}"), 4),
        (format!("\u{feff}#define P p\r\n{}", BUG.replace("*p;", "*P;").replace('\n', "\r\n")), 5),
        (BUG.replacen('\n', "\r", 2), 2),
    ]
    .into_iter()
    .enumerate()
    {
        let uri = project.uri(&format!("{nth}.c"));
        client.open(&uri, &text).await;
        assert_eq!(lines(&client.published(&uri, 1).await), [line], "{text:?}");
    }
}

#[tokio::test]
async fn bytes_that_are_no_text_do_not_hide_the_rest() {
    let include = format!("#include \"odd.h\"\n{}", BUG.replace("= 0", "= NOTHING"));
    let project = Project::new(&[("a.c", &include)]);
    std::fs::write(project.path("odd.h"), b"/* \xff\xfe\xc3 \0 */\n#define NOTHING 0\n\0\n").unwrap();
    std::fs::write(project.path("b.c"), [b"/* \xff \0 */ char *s = \"\xe9\0\";\n", BUG.as_bytes()].concat())
        .unwrap();
    let setup = Setup {
        options: json!({"diagnosticMode": "workspace"}),
        folders: vec![project.uri("")],
        ..Setup::default()
    };
    let mut client = project.program(setup).await;
    assert_eq!(lines(&project.open(&mut client, "a.c").await), [5]);
    let other = project.uri("b.c");
    let of_other = |message: &Value| message["params"]["uri"] == other;
    let found = client.ever(of_other).await["params"]["diagnostics"].as_array().unwrap().clone();
    assert_eq!(lines(&found), [5]);
    // An editor shows such a file with replacement characters.
    client.open(&other, &String::from_utf8_lossy(&std::fs::read(project.path("b.c")).unwrap())).await;
    assert_eq!(lines(&client.published(&other, 1).await), [5]);
}

#[tokio::test]
async fn two_hundred_files_are_open_at_once() {
    let project = Project::new(&[]);
    let mut client = project.program(Setup::default()).await;
    let uris: Vec<String> = (0..200).map(|nth| project.uri(&format!("{nth}.c"))).collect();
    for (nth, uri) in uris.iter().enumerate() {
        client.open(uri, &BUG.replace("bug", &format!("bug{nth}"))).await;
    }
    for (nth, uri) in uris.iter().enumerate() {
        client
            .change(uri, 2, json!([{"text": format!("\n{}", BUG.replace("bug", &format!("bug{nth}")))}]))
            .await;
    }
    for uri in &uris {
        assert_eq!(lines(&client.published(uri, 2).await), [5], "{uri}");
    }
    for uri in &uris {
        client.close_document(uri).await;
    }
    assert!(client.exit().await.after_shutdown);
}

#[tokio::test]
async fn a_killed_server_leaves_a_cache_that_is_right() {
    let project = csieve_tests::wrapped();
    let setup =
        Setup { folders: vec![project.uri("")], cache: Some(project.path("cache")), ..Setup::default() };
    let uri = project.uri("src/use.c");
    let mut clean = project.program(Setup { cache: None, ..setup.clone() }).await;
    project.open(&mut clean, "src/use.c").await;
    let mut expected = rules(&mut clean, &uri).await;
    while expected.len() < 3 {
        // What other files do is known a little later.
        clean.until(|message| message["params"]["uri"] == uri).await;
        expected = rules(&mut clean, &uri).await;
    }
    clean.idle().await;
    let expected = rules(&mut clean, &uri).await;
    for round in 0..6 {
        let mut client = project.program(setup.clone()).await;
        client.open(&uri, &std::fs::read_to_string(project.path("src/use.c")).unwrap()).await;
        // The first one is killed while it reads, the later ones while they write or when they are done.
        for _ in 0..round {
            rules(&mut client, &uri).await;
        }
        client.kill().await;
    }
    let mut client = project.program(setup).await;
    project.open(&mut client, "src/use.c").await;
    while rules(&mut client, &uri).await != expected {
        client.until(|message| message["params"]["uri"] == uri).await;
    }
    assert!(client.exit().await.after_shutdown);
}

#[tokio::test]
async fn a_file_that_is_deleted_while_it_is_open_stays_open() {
    let project = Project::new(&[
        ("a.c", "#include \"a.h\"\nint f(int *p)\n{\n    p = NOTHING;\n    return *p;\n}\n"),
        ("a.h", "#define NOTHING 0\n"),
    ]);
    let mut client = project.client().await;
    assert_eq!(lines(&project.open(&mut client, "a.c").await), [4]);
    let uri = project.uri("a.c");
    project.remove("a.c");
    let gone = json!({"changes": [{"uri": uri, "type": 3}]});
    client.notify("workspace/didChangeWatchedFiles", gone).await;
    client.notify("workspace/didDeleteFiles", json!({"files": [{"uri": uri}]})).await;
    assert_eq!(rules(&mut client, &uri).await, ["null-dereference"]);
    let insert = json!({"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 0}});
    client.change(&uri, 2, json!([{"range": insert, "text": "\n"}])).await;
    assert_eq!(lines(&client.published(&uri, 2).await), [5]);
    // The folder goes as well, with the header.
    std::fs::remove_dir_all(project.path("")).unwrap();
    let gone = json!({"changes": [{"uri": project.uri("a.h"), "type": 3}]});
    client.notify("workspace/didChangeWatchedFiles", gone).await;
    client.change(&uri, 3, json!([{"range": insert, "text": "#define NOTHING 0\n"}])).await;
    let found = client.published(&uri, 3).await;
    assert!(lines(&found).contains(&6), "{found:#?}");
    client.close_document(&uri).await;
    assert!(client.exit().await.after_shutdown);
}

#[tokio::test]
async fn a_file_that_is_renamed_while_it_is_open_is_another_one() {
    let project = Project::new(&[("a.c", BUG)]);
    let mut client = project.client().await;
    project.open(&mut client, "a.c").await;
    let (old, new) = (project.uri("a.c"), project.uri("b.c"));
    std::fs::rename(project.path("a.c"), project.path("b.c")).unwrap();
    // Editors close the old document and open the new one, before or after they tell of the files.
    client.notify("workspace/didRenameFiles", json!({"files": [{"oldUri": old, "newUri": new}]})).await;
    client.close_document(&old).await;
    let changes = json!([{"uri": old, "type": 3}, {"uri": new, "type": 1}]);
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": changes})).await;
    assert_eq!(lines(&project.open(&mut client, "b.c").await), [4]);
    let error = client.request("csieve/findings", json!({"uri": old})).await.unwrap_err();
    assert_eq!(error["message"], format!("{old} is not open"));
    let last = client.log.iter().rfind(|message| message["params"]["uri"] == old).unwrap();
    assert_eq!(last["params"]["diagnostics"], json!([]));
}

#[tokio::test]
async fn a_header_that_includes_itself_is_open() {
    let header = "#include \"self.h\"\nstatic int one(int *p)\n{\n    p = 0;\n    return *p;\n}\n";
    let project = Project::new(&[("self.h", header), ("a.c", "#include \"self.h\"\n")]);
    let mut client = project.program(Setup { folders: vec![project.uri("")], ..Setup::default() }).await;
    project.open(&mut client, "self.h").await;
    project.open(&mut client, "a.c").await;
    // With a guard, everything is in order.
    let uri = project.uri("self.h");
    client.change(&uri, 2, json!([{"text": format!("#pragma once\n{header}")}])).await;
    let found = client.published(&uri, 2).await;
    assert!(lines(&found).contains(&5), "{found:#?}");
    assert!(client.exit().await.after_shutdown);
}

#[tokio::test]
async fn questions_that_overlap_are_all_answered() {
    let project = Project::new(&[("a.c", BUG)]);
    let mut client = project.program(Setup::default()).await;
    let uri = project.uri("a.c");
    client.open(&uri, BUG).await;
    let mut asked = Vec::new();
    for round in 2..40 {
        let insert = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}});
        client.change(&uri, round, json!([{"range": insert, "text": "\n"}])).await;
        let at = json!({"textDocument": {"uri": uri}, "position": {"line": round + 3, "character": 12}});
        asked.push(client.send("textDocument/hover", at).await);
        asked.push(client.send("csieve/findings", json!({"uri": uri})).await);
        let cancelled = asked[asked.len() / 2];
        client.notify("$/cancelRequest", json!({"id": cancelled})).await;
    }
    for id in asked {
        if let Err(error) = client.answer(id).await {
            // Cancelled, or the text changed.
            assert!(error["code"] == -32800 || error["code"] == -32801, "{error}");
        }
    }
    assert_eq!(lines(&client.published(&uri, 39).await), [42]);
}

#[tokio::test]
async fn shutdown_in_the_middle_of_an_analysis() {
    let (mut client, fake) = client(Setup::default()).await;
    client.open(URI, "void f(void) { SLOW; }").await;
    fake.wait_until(|fake| fake.started() > 0).await;
    let asked = client.send("csieve/findings", json!({"uri": URI})).await;
    assert!(client.exit().await.after_shutdown, "{asked} is not waited for");
    fake.wait_until(|fake| fake.cancelled() > 0).await;
}
