//! `workspace/didRenameFiles` and `workspace/didDeleteFiles`: files that the user moved or deleted in the
//! editor.

use tower_lsp::lsp_types::{
    DeleteFilesParams, FileOperationFilter, FileOperationPattern, FileOperationRegistrationOptions,
    RenameFilesParams, Url, WorkspaceFileOperationsServerCapabilities,
};

use super::{documents::Event, server::Server};

/// Returns the files and folders for which the client should report renaming and deletion: all on disk.
pub(super) fn capabilities() -> WorkspaceFileOperationsServerCapabilities {
    let pattern = FileOperationPattern { glob: "**".to_owned(), matches: None, options: None };
    let filters = vec![FileOperationFilter { scheme: Some("file".to_owned()), pattern }];
    let options = Some(FileOperationRegistrationOptions { filters });
    WorkspaceFileOperationsServerCapabilities {
        did_rename: options.clone(),
        did_delete: options,
        ..WorkspaceFileOperationsServerCapabilities::default()
    }
}

/// Marks the old and new paths of renamed files or folders as changed. The client opens documents again under
/// their new names.
pub(super) fn renamed(server: &Server, params: RenameFilesParams) {
    moved(server, params.files.into_iter().flat_map(|file| [file.old_uri, file.new_uri]));
}

/// Marks deleted files or folders as changed.
pub(super) fn deleted(server: &Server, params: DeleteFilesParams) {
    moved(server, params.files.into_iter().map(|file| file.uri));
}

fn moved(server: &Server, uris: impl Iterator<Item = String>) {
    server.documents().send(Event::Watched(uris.filter_map(|uri| Url::parse(&uri).ok()).collect()));
}
