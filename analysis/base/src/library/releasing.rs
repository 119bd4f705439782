//! The functions of a library that give back what others obtain, and the sizes that belong to buffers.

use super::{BufferSize, Entry, Library};

impl Library {
    /// Returns the functions that close resources of a kind, the shortest name first.
    pub fn closing(&self, resource: &str) -> Vec<&str> {
        self.giving_back(|entry| {
            entry.closes.as_ref().is_some_and(|(kind, argument)| kind.name == resource && *argument == 0)
        })
    }

    /// Returns the functions that free what an allocator of a family made, the shortest name first.
    pub fn freeing(&self, family: &str) -> Vec<&str> {
        self.giving_back(|entry| entry.frees == Some(0) && entry.family.as_deref() == Some(family))
    }

    fn giving_back(&self, is_it: impl Fn(&Entry) -> bool) -> Vec<&str> {
        let found = self.functions.iter().filter(|(_, entry)| is_it(entry));
        let mut names: Vec<&str> = found.map(|(name, _)| name.as_str()).collect();
        names.sort_unstable_by_key(|name| (name.len(), *name));
        names
    }

    /// Returns the positions of the buffers that a function uses and of the sizes in bytes that belong to
    /// them, from 0.
    pub fn sized_buffers(&self, function: &str) -> Vec<(usize, usize)> {
        let buffers = self.function(function).map(|entry| entry.buffers.as_slice()).unwrap_or_default();
        let sized = buffers.iter().filter_map(|buffer| match &buffer.size {
            BufferSize::Product { arguments, each: 1 } => match arguments.as_slice() {
                [size] => Some((buffer.argument, *size)),
                _ => None,
            },
            _ => None,
        });
        sized.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Library;

    #[test]
    fn what_is_obtained_is_given_back_by_functions_of_its_kind() {
        let library = Library::built_in();
        assert_eq!(library.closing("stream"), ["fclose"]);
        assert_eq!(library.closing("descriptor"), ["close"]);
        assert_eq!(library.freeing("malloc").first(), Some(&"free"));
        assert_eq!(library.freeing("glib").first(), Some(&"g_free"));
    }

    #[test]
    fn sizes_belong_to_buffers() {
        assert_eq!(Library::built_in().sized_buffers("memset"), [(0, 2)]);
        assert_eq!(Library::built_in().sized_buffers("fgets"), [(0, 1)]);
        assert!(Library::built_in().sized_buffers("strcpy").is_empty());
    }
}
