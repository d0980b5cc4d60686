/**
 * The platforms that have a native binary, each in a package of its own that npm installs only there, and the packages for
 * all others, which bring the command compiled for WASI.
 *
 * @module
 */

/** @typedef {{os: string, cpu: string, goos: string, goarch: string}} Platform names of Node, and of Go */

/** @type {Platform[]} */
export const platforms = [
  { os: 'linux', cpu: 'x64', goos: 'linux', goarch: 'amd64' },
  { os: 'linux', cpu: 'arm64', goos: 'linux', goarch: 'arm64' },
  { os: 'darwin', cpu: 'x64', goos: 'darwin', goarch: 'amd64' },
  { os: 'darwin', cpu: 'arm64', goos: 'darwin', goarch: 'arm64' },
  { os: 'win32', cpu: 'x64', goos: 'windows', goarch: 'amd64' },
  { os: 'win32', cpu: 'arm64', goos: 'windows', goarch: 'arm64' },
];

/** @param {{os: string, cpu: string}} platform */
export const packageOf = ({ os, cpu }) => `@mycel/cli-${os}-${cpu}`;

/** @param {{os: string}} platform */
export const binaryOf = ({ os }) => (os === 'win32' ? 'bin/mycel.exe' : 'bin/mycel');

/** The package with the command compiled for WASI, and its file. */
export const portable = { name: '@mycel/cli-wasm', file: 'mycel.wasm' };

/**
 * Packages that depend on the portable one. npm joins `os` and `cpu` with *and*, so other systems and other processors need a
 * package each.
 * @type {{name: string, os?: string[], cpu?: string[]}[]}
 */
export const others = [
  { name: '@mycel/cli-other-os', os: [...new Set(platforms.map(({ os }) => `!${os}`))] },
  { name: '@mycel/cli-other-cpu', cpu: [...new Set(platforms.map(({ cpu }) => `!${cpu}`))] },
];
