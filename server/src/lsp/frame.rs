//! The framing of protocol messages: a header with the message's length, an empty line, the message's bytes.

use std::io::{Error, ErrorKind, Result};

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// The longest line of a header, in bytes.
const HEADER_LIMIT: u64 = 4096;

/// The longest message, in bytes.
const MESSAGE_LIMIT: u64 = 1 << 30;

/// Reads the bytes of the next message; `None` at the end of the input.
pub(super) async fn read_frame(input: &mut (impl AsyncBufRead + Unpin)) -> Result<Option<Vec<u8>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        let read = (&mut *input).take(HEADER_LIMIT).read_until(b'\n', &mut line).await?;
        if read == 0 {
            return Ok(None);
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            match length.take() {
                Some(length) => return read_body(input, length).await.map(Some),
                // An empty line where a header should begin is skipped.
                None => continue,
            }
        }
        length = content_length(line)?.or(length);
    }
}

fn content_length(line: &[u8]) -> Result<Option<u64>> {
    let line = String::from_utf8_lossy(line);
    let Some((name, value)) = line.split_once(':') else {
        return Err(invalid(format!("`{}` is no header", line.escape_debug())));
    };
    if !name.trim().eq_ignore_ascii_case("content-length") {
        return Ok(None);
    }
    match value.trim().parse() {
        Ok(length) if length <= MESSAGE_LIMIT => Ok(Some(length)),
        _ => Err(invalid(format!("`{}` is no length of a message", value.escape_debug()))),
    }
}

async fn read_body(input: &mut (impl AsyncBufRead + Unpin), length: u64) -> Result<Vec<u8>> {
    let mut body = Vec::new();
    // The buffer grows with the bytes that arrive, so a false length in the header allocates nothing.
    input.take(length).read_to_end(&mut body).await?;
    if body.len() as u64 == length { Ok(body) } else { Err(ErrorKind::UnexpectedEof.into()) }
}

fn invalid(reason: String) -> Error {
    Error::new(ErrorKind::InvalidData, reason)
}

/// Writes a message with its header.
///
/// # Errors
/// If the output cannot be written.
pub(super) async fn write_frame(output: &mut (impl AsyncWrite + Unpin), message: &[u8]) -> Result<()> {
    output.write_all(format!("Content-Length: {}\r\n\r\n", message.len()).as_bytes()).await?;
    output.write_all(message).await?;
    output.flush().await
}

#[cfg(test)]
mod tests {
    use super::{read_frame, write_frame};

    async fn frames(mut input: &[u8]) -> Vec<Result<String, String>> {
        let mut frames = Vec::new();
        while let Some(frame) = read_frame(&mut input).await.transpose() {
            let is_error = frame.is_err();
            frames.push(frame.map(|bytes| String::from_utf8(bytes).unwrap()).map_err(|e| e.to_string()));
            if is_error {
                break;
            }
        }
        frames
    }

    #[tokio::test]
    async fn frames_are_read_as_they_are_written() {
        let mut bytes = Vec::new();
        write_frame(&mut bytes, "{\"é\":1}".as_bytes()).await.unwrap();
        bytes.extend(b"content-length:2\nContent-Type: application/vscode-jsonrpc; charset=utf-8\n\n[]");
        assert_eq!(frames(&bytes).await, [Ok("{\"é\":1}".to_owned()), Ok("[]".to_owned())]);
    }

    #[tokio::test]
    async fn a_broken_frame_is_an_error() {
        let error = |text: &str| Err(text.to_owned());
        assert_eq!(frames(b"hello\r\n").await, [error("`hello` is no header")]);
        assert_eq!(frames(b"Content-Length: -1\r\n\r\n").await, [error("` -1` is no length of a message")]);
        assert_eq!(frames(b"Content-Length: 5\r\n\r\n{}").await, [error("unexpected end of file")]);
    }
}
