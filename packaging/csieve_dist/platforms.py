"""The platforms that csieve is built for, with the names that each package manager has for them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Platform:
    """A Rust target, and its names elsewhere."""

    target: str
    # The package of npm is @csieve/<npm>; Node calls the system and the processor so.
    npm: str
    # Visual Studio Code has two names for Linux: a static program is right for both.
    vscode: tuple[str, ...]
    # What `podman build --platform linux/<container>` calls the processor; empty if there are no such containers.
    container: str = ""

    @property
    def is_windows(self) -> bool:
        return "windows" in self.target

    @property
    def is_static(self) -> bool:
        """Whether the program needs nothing of the system, so that it runs on every Linux."""
        return self.target.endswith("-musl")

    @property
    def program(self) -> str:
        return "csieve.exe" if self.is_windows else "csieve"

    @property
    def node(self) -> tuple[str, str]:
        """What Node calls the system and the processor."""
        system, processor = self.npm.split("-")
        return system, processor


# What a release has.
RELEASED = (
    Platform("x86_64-unknown-linux-musl", "linux-x64", ("linux-x64", "alpine-x64"), "amd64"),
    Platform("aarch64-unknown-linux-musl", "linux-arm64", ("linux-arm64", "alpine-arm64"), "arm64"),
    Platform("x86_64-apple-darwin", "darwin-x64", ("darwin-x64",)),
    Platform("aarch64-apple-darwin", "darwin-arm64", ("darwin-arm64",)),
    Platform("x86_64-pc-windows-msvc", "win32-x64", ("win32-x64",)),
    Platform("aarch64-pc-windows-msvc", "win32-arm64", ("win32-arm64",)),
)

# What can be packed as well, for this machine only: the program needs the C library that it was built with.
LOCAL = (
    Platform("x86_64-unknown-linux-gnu", "linux-x64", ("linux-x64",)),
    Platform("aarch64-unknown-linux-gnu", "linux-arm64", ("linux-arm64",)),
)

PLATFORMS = {platform.target: platform for platform in RELEASED + LOCAL}
