/**
 * Packs the npm package and those that bring the command to each platform:
 *
 *     node scripts/packages.js FOLDER [PLATFORM…]
 *
 * PLATFORM is such as `linux-x64` or `wasm`; without any, all are compiled. With `none` only the packages without a
 * command are packed. The same sources give the same bytes. The
 * environment variable REPOSITORY is the address that the packages name as their repository.
 *
 * @module
 */

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { binaryOf, others, packageOf, platforms, portable } from '../node/platforms.js';

const exec = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** The fields of all packages. @type {Record<string, any>} */
const client = JSON.parse(await readFile(`${root}js/package.json`, 'utf8'));
const shared = {
  version: client.version,
  license: client.license,
  ...(process.env.REPOSITORY && { repository: { type: 'git', url: `git+${process.env.REPOSITORY}.git` }, homepage: process.env.REPOSITORY, bugs: `${process.env.REPOSITORY}/issues` }),
};

/**
 * Compiles the command.
 * @param {{goos: string, goarch: string}} target
 * @param {string} file
 */
async function compile({ goos, goarch }, file) {
  const env = { ...process.env, CGO_ENABLED: '0', GOOS: goos, GOARCH: goarch };
  await exec('go', ['build', '-trimpath', '-ldflags', '-s -w -buildid=', '-o', file, './cmd/mycel'], { cwd: root, env });
}

/**
 * Packs a package that consists of a manifest, licences, a README and files.
 * @param {string} to folder of the tarball
 * @param {Record<string, any>} manifest
 * @param {(folder: string) => Promise<unknown>} [fill] writes its other files
 */
async function pack(to, manifest, fill) {
  const folder = await mkdtemp(join(tmpdir(), 'mycel-package-'));
  try {
    await writeFile(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, ...shared }, null, 2)}\n`);
    await writeFile(join(folder, 'README.md'), `# ${manifest.name}\n\n${manifest.description}\n`);
    for (const name of ['LICENSE', 'LICENSE.third-party']) await cp(`${root}${name}`, join(folder, name));
    await fill?.(folder);
    await exec('npm', ['pack', '--silent', '--pack-destination', to], { cwd: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @param {string} to */
async function packClient(to) {
  await exec('npm', ['run', 'types'], { cwd: `${root}js` });
  const { scripts, devDependencies, ...manifest } = client;
  const brings = [...platforms.map(packageOf), ...others.map(({ name }) => name)];
  manifest.optionalDependencies = Object.fromEntries(brings.map((name) => [name, client.version]));
  await pack(to, manifest, async (folder) => {
    const names = client.files.filter((/** @type {string} */ name) => !name.startsWith('!'));
    for (const name of [...names, 'README.md']) await cp(`${root}js/${name}`, join(folder, name), { recursive: true });
  });
}

/**
 * Packs the plugins, which need the other packages of their own version.
 * @param {string} to
 */
async function packPlugins(to) {
  for (const name of await readdir(`${root}js/packages`)) {
    const from = `${root}js/packages/${name}`;
    /** @type {Record<string, any>} */
    const manifest = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'));
    for (const [dependency, wanted] of Object.entries(manifest.dependencies)) if (wanted === '*') manifest.dependencies[dependency] = client.version;
    await pack(to, manifest, async (folder) => {
      for (const file of [...manifest.files, 'README.md']) await cp(join(from, file), join(folder, file), { recursive: true });
    });
  }
}

/** @param {string} to */
async function packPortable(to) {
  await pack(to, { name: portable.name, description: 'The mycel command for every platform, compiled for WASI.', files: [portable.file] },
    (folder) => compile({ goos: 'wasip1', goarch: 'wasm' }, join(folder, portable.file)));
  for (const { name, os, cpu } of others) {
    const description = 'Installs the mycel command compiled for WASI where there is no native one.';
    await pack(to, { name, description, ...(os && { os }), ...(cpu && { cpu }), dependencies: { [portable.name]: client.version } });
  }
}

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) throw new Error('packages: no folder to write to');
const to = resolve(folder);
await mkdir(to, { recursive: true });
await exec('go', ['run', './release/licences', 'LICENSE.third-party'], { cwd: root });
await packClient(to);
await packPlugins(to);
for (const platform of platforms) {
  const { os, cpu } = platform;
  if (wanted.length > 0 && !wanted.includes(`${os}-${cpu}`)) continue;
  const binary = binaryOf(platform);
  await pack(to, { name: packageOf(platform), description: `The mycel command for ${os} on ${cpu}.`, os: [os], cpu: [cpu], files: [binary], preferUnplugged: true }, async (dir) => {
    await mkdir(join(dir, 'bin'));
    await compile(platform, join(dir, binary));
  });
}
if (wanted.length === 0 || wanted.includes('wasm')) await packPortable(to);
