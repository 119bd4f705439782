//! The names of the headers that declare what the built-in table describes.

/// The headers of C, POSIX and the GNU C library, in alphabetical order.
const STANDARD: [&str; 64] = [
    "aio.h",
    "alloca.h",
    "arpa/inet.h",
    "assert.h",
    "ctype.h",
    "dirent.h",
    "dlfcn.h",
    "err.h",
    "errno.h",
    "error.h",
    "fcntl.h",
    "fenv.h",
    "fnmatch.h",
    "ftw.h",
    "getopt.h",
    "glob.h",
    "grp.h",
    "iconv.h",
    "inttypes.h",
    "libgen.h",
    "libintl.h",
    "locale.h",
    "malloc.h",
    "math.h",
    "memory.h",
    "mqueue.h",
    "netdb.h",
    "netinet/in.h",
    "poll.h",
    "pthread.h",
    "pwd.h",
    "regex.h",
    "sched.h",
    "search.h",
    "semaphore.h",
    "setjmp.h",
    "signal.h",
    "spawn.h",
    "stdatomic.h",
    "stdio.h",
    "stdio_ext.h",
    "stdlib.h",
    "string.h",
    "strings.h",
    "sys/epoll.h",
    "sys/file.h",
    "sys/ioctl.h",
    "sys/mman.h",
    "sys/select.h",
    "sys/socket.h",
    "sys/stat.h",
    "sys/time.h",
    "sys/types.h",
    "sys/uio.h",
    "sys/wait.h",
    "syslog.h",
    "termios.h",
    "threads.h",
    "time.h",
    "uchar.h",
    "unistd.h",
    "utime.h",
    "wchar.h",
    "wctype.h",
];

/// Returns whether a name in an `#include` is that of a header of C, POSIX or the GNU C library. If it is missing, the
/// program still has what such a header declares.
pub fn is_standard_header(name: &str) -> bool {
    STANDARD.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{STANDARD, is_standard_header};

    #[test]
    fn standard_headers_are_known() {
        assert!(STANDARD.is_sorted());
        assert!(is_standard_header("sys/socket.h") && !is_standard_header("config.h"));
    }
}
