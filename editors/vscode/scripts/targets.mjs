// The platforms of Visual Studio Code, and those of Rust that belong to them.

export const TARGETS = {
  "linux-x64": "x86_64-unknown-linux-gnu",
  "linux-arm64": "aarch64-unknown-linux-gnu",
  "linux-armhf": "armv7-unknown-linux-gnueabihf",
  "alpine-x64": "x86_64-unknown-linux-musl",
  "alpine-arm64": "aarch64-unknown-linux-musl",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
  "win32-x64": "x86_64-pc-windows-msvc",
  "win32-arm64": "aarch64-pc-windows-msvc",
};

/** The target of the machine that this runs on; `glibc` is missing on Alpine Linux. */
export function hostTarget(platform, arch, glibc) {
  const system = platform === "linux" && !glibc ? "alpine" : platform;
  const target = `${system}-${arch === "arm" ? "armhf" : arch}`;
  if (!(target in TARGETS)) {
    throw new Error(`Visual Studio Code has no extensions for ${target}.`);
  }
  return target;
}

export function serverName(target) {
  return target.startsWith("win32") ? "csieve.exe" : "csieve";
}
