//! Resources and locks. Sanitizers do not know them, so the driver records which resources are open and which
//! locks are held.

use csieve_analysis::{checks::AfterCall, library::Library};

use super::{Scene, replay::Does};

/// The C code of the record of open resources and held locks.
pub(super) const BOOKS: &str = r#"
/* What is open: its number or its address. */
static struct { csieve_word handle; int open; const char *by; } csieve_handles[256];
static int csieve_handle_count;

static csieve_word csieve_opened(csieve_word handle, const char *by)
{
    if (csieve_handle_count < 256) {
        csieve_handles[csieve_handle_count].handle = handle;
        csieve_handles[csieve_handle_count].open = 1;
        csieve_handles[csieve_handle_count++].by = by;
    }
    return handle;
}

/* Nothing is really closed, so that no two handles are the same. */
static void csieve_close(csieve_word handle, const char *by)
{
    int i;
    for (i = 0; i < csieve_handle_count; i++) {
        if (csieve_handles[i].handle != handle)
            continue;
        if (!csieve_handles[i].open)
            csieve_fail("closed twice", by);
        csieve_handles[i].open = 0;
        return;
    }
    csieve_opened(handle, by);
    csieve_handles[csieve_handle_count - 1].open = 0;
}

/* Locks: held once, held by several readers, or released. */
static struct { csieve_word lock; int held; int shared; const char *by; } csieve_locks[256];
static int csieve_lock_count;

static int csieve_find_lock(csieve_word lock)
{
    int i;
    for (i = 0; i < csieve_lock_count; i++)
        if (csieve_locks[i].lock == lock)
            return i;
    return -1;
}

static void csieve_note_lock(csieve_word lock, int held, int shared, const char *by)
{
    int i = csieve_find_lock(lock);
    if (i < 0 && csieve_lock_count < 256)
        i = csieve_lock_count++;
    if (i < 0)
        return;
    csieve_locks[i].lock = lock;
    csieve_locks[i].held = held;
    csieve_locks[i].shared = shared;
    csieve_locks[i].by = by;
}

static void csieve_lock(csieve_word lock, int shared, int waits, const char *by)
{
    int i = csieve_find_lock(lock);
    if (i >= 0 && csieve_locks[i].held && waits && !(shared && csieve_locks[i].shared))
        csieve_fail("locked twice", by);
    csieve_note_lock(lock, 1, shared, by);
}

static void csieve_unlock(csieve_word lock, int counted, const char *by)
{
    int i = csieve_find_lock(lock);
    if (i >= 0 && !csieve_locks[i].held && !counted)
        csieve_fail("unlocked without lock", by);
    csieve_note_lock(lock, 0, 0, by);
}
"#;

/// The C statement that forgets all locks, for stubs of unknown functions, which may have changed the locks.
pub(super) const FORGET: &str = "csieve_lock_count = 0;";

/// Returns whether the driver needs the record of resources and locks.
pub(super) fn keeps_books(scene: &Scene) -> bool {
    scene.replay.seen.calls.values().flatten().any(|does| is_noted(*does))
}

fn is_noted(does: Does) -> bool {
    !matches!(does, Does::Allocate(_) | Does::Answer)
}

/// Returns the statements, after the call of the function under test, that fail if a resource is left open or
/// a lock is left held.
pub(super) fn checked(after: AfterCall) -> &'static str {
    match after {
        AfterCall::Handles => {
            "    for (i = 0; i < csieve_handle_count; i++)\n        \
             if (csieve_handles[i].open)\n            \
             csieve_fail(\"left open\", csieve_handles[i].by);\n"
        }
        AfterCall::Locks => {
            "    for (i = 0; i < csieve_lock_count; i++)\n        \
             if (csieve_locks[i].held)\n            \
             csieve_fail(\"left locked\", csieve_locks[i].by);\n"
        }
        AfterCall::Nothing => "",
    }
}

/// Returns the statements of a stub for one of its calls, which opens, closes, locks or unlocks.
pub(super) fn call(name: &str, does: Does, library: &Library) -> String {
    let entry = library.function(name);
    let argument = |index: usize| format!("a{}", index.min(5));
    let lock = |locking: Option<usize>| match locking {
        Some(index) => argument(index),
        None => "1".to_owned(),
    };
    match does {
        Does::Open { succeeds: false, is_pointer } => {
            format!("return {};", if is_pointer { "0" } else { "-1" })
        }
        Does::Open { succeeds: true, .. } => {
            let kind =
                entry.and_then(|entry| entry.opens.as_ref()).map_or("", |resource| resource.like.as_str());
            let handle = match kind {
                "stream" => "csieve_fopen(\"/dev/null\", \"r+\")",
                "directory" => "csieve_opendir(\"/\")",
                "descriptor" => "csieve_open(\"/dev/null\", 2)",
                _ => "(csieve_word)csieve_calloc(1, 4096)",
            };
            format!("return csieve_opened({handle}, \"{name}\");")
        }
        Does::Close(succeeds) => {
            let handle = argument(entry.and_then(|entry| entry.closes.as_ref()).map_or(0, |closes| closes.1));
            if succeeds {
                format!("csieve_close({handle}, \"{name}\");\n        return 0;")
            } else {
                "return -1;".to_owned()
            }
        }
        Does::Lock { succeeds, shared, waits } => {
            let locking = entry.and_then(|entry| entry.locks.as_ref());
            let success = locking.and_then(|locking| locking.success.as_deref());
            let (held, failed) = match success {
                None => ("0", "1"),
                Some("nonzero") => ("1", "0"),
                Some(constant) => (constant, "1"),
            };
            if !succeeds {
                return format!("return {failed};");
            }
            let lock = lock(locking.and_then(|locking| locking.argument));
            let (shared, waits) = (i32::from(shared), i32::from(waits));
            format!("csieve_lock({lock}, {shared}, {waits}, \"{name}\");\n        return {held};")
        }
        Does::Unlock { counted } => {
            let locking = entry.and_then(|entry| entry.unlocks.as_ref());
            let lock = lock(locking.and_then(|locking| locking.argument));
            format!("csieve_unlock({lock}, {}, \"{name}\");\n        return 0;", i32::from(counted))
        }
        Does::Allocate(_) | Does::Answer => String::new(),
    }
}
