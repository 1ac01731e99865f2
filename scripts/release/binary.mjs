/**
 * release/cdk8s-olm-SYSTEM-ARCHITECTURE: the command as a single file, for this machine's platform, with the Node that runs this
 * script inside (https://nodejs.org/docs/latest-v20.x/api/single-executable-applications.html). A bill of materials is beside it.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inject } from 'postject';
import { rolldown } from 'rolldown';
import { billOfMaterials, packagesOf } from '../bundled.js';

/** What Node's executable has in it, for a program to be put there. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

process.chdir(join(import.meta.dirname, '../..'));
const release = process.env.RELEASE ?? 'release';
const { platform, arch, execPath } = process;
const system = platform === 'win32' ? 'windows' : platform;
const name = `cdk8s-olm-${system}-${arch === 'x64' ? 'amd64' : arch}`;
const file = resolve(release, platform === 'win32' ? `${name}.exe` : name);
if (!readFileSync(execPath).includes(FUSE)) {
  throw new Error(`${execPath} cannot carry a program, as it loads Node from a library. Run this script with the Node of nodejs.org.`);
}

const work = mkdtempSync(join(tmpdir(), 'cdk8s-olm-binary-'));
try {
  const bundle = await rolldown({ input: 'src/cli/start.ts', platform: 'node', external: ['cdk8s', 'constructs'] });
  const { output } = await bundle.write({
    file: join(work, 'cdk8s-olm.cjs'),
    format: 'cjs',
    codeSplitting: false,
    // To start as quickly as the package, which loads only what a command needs. Compiled code would differ from build to build.
    minify: true,
    comments: { annotation: false, jsdoc: false, legal: false },
  });
  // Node writes the path of the program into it, so it must be the same in every build.
  const settings = { main: 'cdk8s-olm.cjs', output: 'program', disableExperimentalSEAWarning: true };
  writeFileSync(join(work, 'settings.json'), JSON.stringify(settings));
  execFileSync(execPath, ['--experimental-sea-config', 'settings.json'], { cwd: work, stdio: 'pipe' });

  mkdirSync(release, { recursive: true });
  copyFileSync(execPath, file);
  chmodSync(file, 0o755);
  if (platform === 'darwin') execFileSync('codesign', ['--remove-signature', file]);
  // The names that it warns of are of Node's own sections.
  const { warn } = console;
  console.warn = (text) => /string offset for section name/.test(text) || warn(text);
  await inject(file, 'NODE_SEA_BLOB', readFileSync(join(work, 'program')), { sentinelFuse: FUSE, machoSegmentName: 'NODE_SEA' });
  console.warn = warn;
  if (platform === 'darwin') execFileSync('codesign', ['--sign', '-', file]);

  const purl = `pkg:generic/node@${process.versions.node}`;
  const node = {
    type: 'platform',
    'bom-ref': purl,
    name: 'node',
    version: process.versions.node,
    licenses: [{ license: { id: 'MIT' } }],
    purl,
  };
  const bill = billOfMaterials(packagesOf(output.flatMap(({ moduleIds }) => moduleIds ?? [])), [node]);
  writeFileSync(join(release, `${name}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
  console.log(file);
} finally {
  rmSync(work, { recursive: true });
}
