//! One random session.

use csieve_tests::{
    lsp::{Client, Columns, Edit, Mirror, Setup},
    random::Random,
};
use serde_json::{Value, json};

use super::{compare::compare, model::Model, noise::noise, questions::question};

/// The texts that edits insert: code, broken code, wide characters, line ends of all kinds.
const TYPED: &[&str] = &[
    ";",
    "x = 1;",
    "{",
    "}",
    "(",
    ")",
    "if (n > 3) {",
    "return 0;",
    "\n",
    "\r\n",
    "\r",
    "é",
    "𝄞",
    "漢字",
    "\u{feff}",
    "\0",
    "/*",
    "*/",
    "//",
    "\"",
    "'",
    "\\\n",
    "#define free(x) x\n",
    "#include \"buffer.h\"\n",
    "#if 1\n",
    "#endif\n",
    "\nint h(int *p)\n{\n    p = 0;\n    return *p;\n}\n",
    "    int *q = 0; *q = 1;\n",
    "%:",
    "??/",
    "",
    "",
    "",
];

/// Settings that a user may make, some of them wrong. They change what is shown.
fn settings(random: &mut Random) -> Value {
    random.choose(&[
        json!({}),
        json!({"showRefuted": "off"}),
        json!({"showDoubtful": true, "showMinor": false, "allocations": "all"}),
        json!({"checks": ["-use-after-free"]}),
        json!({"index": false}),
        json!({"defines": ["NDEBUG", "X=1"]}),
        json!({"diagnosticMode": "workspace"}),
        json!({"enable": false}),
        json!({"enable": 3, "checks": 7, "library": [1], "includePaths": {}}),
        json!([]),
        json!(null),
    ])
}

/// A session: the client, what it believes, and its questions that have no answer yet.
struct Session {
    random: Random,
    model: Model,
    client: Client,
    asked: Vec<u64>,
}

/// Runs a session, and compares its end with that of a new server. Returns the number of findings that were compared.
pub(crate) async fn run(seed: u64) -> usize {
    let mut random = Random::new(seed);
    // The first numbers of neighbouring seeds are alike.
    for _ in 0..8 {
        random.below(2);
    }
    let model = Model::new(&mut random);
    let setup = setup(&model, random.one_in(2), random.one_in(3));
    let client = model.project.client_of(setup.clone()).await;
    let mut session = Session { random, model, client, asked: Vec::new() };
    for _ in 0..2 {
        session.open().await;
    }
    for _ in 0..20 + session.random.below(60) {
        session.step().await;
    }
    let options = session.mend().await;
    for id in std::mem::take(&mut session.asked) {
        // An error is an answer too.
        let _ = session.client.answer(id).await;
    }
    let fresh = Setup { options, cache: None, ..setup };
    compare(&session.model, session.client, fresh, seed).await
}

fn setup(model: &Model, has_folder: bool, has_cache: bool) -> Setup {
    let encodings = if model.columns == Columns::Utf8 { json!(["utf-8"]) } else { json!(["utf-16"]) };
    Setup {
        capabilities: json!({
            "general": {"positionEncodings": encodings},
            "window": {"workDoneProgress": true},
            "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}},
            "textDocument": {"publishDiagnostics": {"relatedInformation": true}},
        }),
        folders: has_folder.then(|| model.project.uri("")).into_iter().collect(),
        cache: has_cache.then(|| model.project.path("cache")),
        ..Setup::default()
    }
}

impl Session {
    async fn step(&mut self) {
        match self.random.below(32) {
            0..=12 => self.edit().await,
            13..=20 => self.ask().await,
            21 => self.cancel().await,
            22 | 23 => self.open().await,
            24 => self.close().await,
            25 => self.configure().await,
            26 => self.lose_track().await,
            27 => self.change_on_disk().await,
            28 => self.save().await,
            29 => self.look().await,
            _ => {
                let at = self.model.any(&mut self.random);
                let body = noise(&mut self.random, &self.model.files[at].uri);
                println!("  noise: {}", String::from_utf8_lossy(&body));
                self.client.send_bytes(&body).await;
            }
        }
    }

    /// Opens a file, perhaps one that is open, with its text on disk or another one.
    async fn open(&mut self) {
        let at = self.model.any(&mut self.random);
        let text = self.model.variant(at, &mut self.random);
        let file = &mut self.model.files[at];
        println!("  open: {}", file.name);
        file.version += 1;
        let item = json!({"uri": file.uri, "languageId": "c", "version": file.version, "text": text});
        self.client.notify("textDocument/didOpen", json!({"textDocument": item})).await;
        file.open = Some(Mirror::new(&text, self.model.columns));
    }

    async fn close(&mut self) {
        let at = self.model.any(&mut self.random);
        let file = &mut self.model.files[at];
        println!("  close: {}", file.name);
        file.open = None;
        self.client.close_document(&file.uri).await;
    }

    /// Edits an open text at some places.
    async fn edit(&mut self) {
        let Some(at) = self.model.any_open(&mut self.random) else { return };
        let file = &mut self.model.files[at];
        let Some(mirror) = &mut file.open else { return };
        let mut changes = Vec::new();
        for _ in 0..=self.random.below(3) {
            let from = self.random.below(mirror.len() as u64 + 1) as usize;
            let length = if self.random.one_in(3) { self.random.below(40) as usize } else { 0 };
            let to = mirror.off_line_end((from + length).min(mirror.len()));
            let from = mirror.off_line_end(from).min(to);
            let text = self.random.pick(TYPED).to_owned();
            changes.push(mirror.apply(&Edit { from, to, text }));
        }
        file.version += 1;
        self.client.change(&file.uri, file.version, Value::Array(changes)).await;
    }

    async fn ask(&mut self) {
        let at = self.model.any(&mut self.random);
        let uri = self.model.files[at].uri.clone();
        let known = self.client.log.iter().rev().find_map(|message| {
            message.pointer("/params/diagnostics/0/data/id").filter(|_| message["params"]["uri"] == uri)
        });
        let id = known.cloned().unwrap_or_else(|| json!("no such finding"));
        let (method, params) = question(&mut self.random, &uri, &id);
        let id = self.client.send(method, params).await;
        self.asked.push(id);
        // Sometimes the client waits for the answer, as it does before it goes on.
        if self.random.one_in(4) {
            let _ = self.client.answer(id).await;
        }
    }

    async fn cancel(&mut self) {
        if let Some(id) = self.asked.last() {
            self.client.notify("$/cancelRequest", json!({"id": id})).await;
        }
    }

    async fn configure(&mut self) {
        let section = settings(&mut self.random);
        println!("  settings {section}");
        let params = json!({"settings": {"csieve": section}});
        self.client.notify("workspace/didChangeConfiguration", params).await;
    }

    /// Changes a text at a place outside of it, then sends all of the text that is meant.
    async fn lose_track(&mut self) {
        let Some(at) = self.model.any_open(&mut self.random) else { return };
        let file = &mut self.model.files[at];
        let Some(mirror) = &file.open else { return };
        let far = json!({"line": self.random.below(1 << 32), "character": self.random.below(1 << 32)});
        let near = json!({"line": self.random.below(90), "character": self.random.below(90)});
        let range =
            self.random.choose(&[json!({"start": far, "end": near}), json!({"start": near, "end": far})]);
        let changes = json!([{"range": range, "text": "lost"}, {"text": mirror.text()}]);
        file.version += 1;
        self.client.change(&file.uri, file.version, changes).await;
    }

    /// Changes a file on disk, removes it or brings it back, whether it is open or not.
    async fn change_on_disk(&mut self) {
        let at = self.model.any(&mut self.random);
        let text = self.model.variant(at, &mut self.random);
        let file = &self.model.files[at];
        let is_removed = self.random.one_in(4);
        println!("  {} on disk: {}", if is_removed { "removed" } else { "changed" }, file.name);
        if is_removed {
            let _ = std::fs::remove_file(self.model.project.path(&file.name));
        } else {
            self.model.project.write(&file.name, &text);
        }
        self.model.project.tell(&mut self.client, &[&file.name]).await;
    }

    async fn save(&mut self) {
        let Some(at) = self.model.any_open(&mut self.random) else { return };
        let file = &self.model.files[at];
        let mut params = json!({"textDocument": {"uri": file.uri}});
        if self.random.one_in(2) {
            params["text"] = json!(file.open.as_ref().map(Mirror::text));
        }
        self.client.notify("textDocument/didSave", params).await;
    }

    async fn look(&mut self) {
        let at = self.model.any(&mut self.random);
        let line = self.random.below(90);
        let range =
            json!({"start": {"line": line, "character": 0}, "end": {"line": line + 40, "character": 0}});
        let params = json!({"uri": self.model.files[at].uri, "ranges": [range]});
        self.client.notify("csieve/visible", params).await;
    }

    /// Makes all open texts legible, each by one edit, since functions that cannot be read keep older findings. Opens a
    /// text if there is none. Returns the settings that are then in force.
    async fn mend(&mut self) -> Value {
        while self.model.any_open(&mut self.random).is_none() {
            self.open().await;
        }
        let options = self.random.choose(&[json!({}), json!({"showDoubtful": true})]);
        let params = json!({"settings": {"csieve": options}});
        self.client.notify("workspace/didChangeConfiguration", params).await;
        for at in 0..self.model.files.len() {
            if self.model.files[at].open.is_some() {
                let text = self.model.variant(at, &mut self.random);
                let file = &mut self.model.files[at];
                let change = file.become_text(&text);
                self.client.change(&file.uri, file.version, json!([change])).await;
            }
        }
        options
    }
}
