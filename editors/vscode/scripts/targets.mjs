// The platforms of Visual Studio Code, with the Rust target of each.

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

/** Returns the platform of a machine. `glibc` is false on Alpine Linux. Throws on an unknown platform. */
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
