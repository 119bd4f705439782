use csieve_analysis::{lower::*, preprocess::*, translation::*, unit::*};
fn main() {
    let verbose = std::env::var("V").is_ok();
    let (mut all, mut bad) = (0, 0);
    for path in std::env::args().skip(1) {
        let text: std::sync::Arc<str> =
            String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned().into();
        let t0 = std::time::Instant::now();
        let lexed = Lexed::new(text.clone());
        let (tokens, names) = plain(&lexed);
        let t1 = std::time::Instant::now();
        let h = HeaderDeclarations::default();
        let tr = Translation::new(UnitTokens {
            headers: &h,
            header_tokens: &[],
            tokens: &tokens,
            names: &names,
            expansions: &[],
            text: &text,
            complete: true,
        });
        let t2 = std::time::Instant::now();
        let unit = TranslationUnit::new(tr, None);
        let t3 = std::time::Instant::now();
        eprintln!(
            "{path}: {} fns lex {:?} translate {:?} unit {:?}",
            unit.functions.len(),
            t1 - t0,
            t2 - t1,
            t3 - t2
        );
        for f in &unit.functions {
            all += 1;
            let r = match f.tree.functions().as_slice() {
                [item] => lower_function(&f.tree, &unit.context, item).map(|_| ()).map_err(|s| {
                    format!(
                        "{} @ {:?}",
                        s.what,
                        s.at.map(|a| f
                            .text
                            .text
                            .get(a as usize..(a as usize + 60).min(f.text.text.len()))
                            .unwrap_or("")
                            .replace('\n', " "))
                    )
                }),
                _ => Err("functions".into()),
            };
            let mut pending = vec![f.tree.tree().root_node()];
            while let Some(n) = pending.pop() {
                if n.kind() == "type_identifier"
                    && !n.parent().is_some_and(|p| {
                        matches!(p.kind(), "struct_specifier" | "union_specifier" | "enum_specifier")
                    })
                {
                    println!(
                        "TYPE {path} {} {} in {}",
                        f.text.name,
                        &f.tree.text()[n.byte_range()],
                        &f.tree.text()[n.parent().unwrap().byte_range()].replace('\n', " ")
                    );
                }
                let mut c = n.walk();
                pending.extend(n.named_children(&mut c));
            }
            if let Err(e) = r {
                bad += 1;
                println!("{path}:{}: {e}", f.text.name);
                if verbose {
                    println!("{}", f.text.text);
                }
            }
        }
    }
    println!("{all} functions, {bad} bad");
}
