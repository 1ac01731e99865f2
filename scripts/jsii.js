/**
 * Makes .jsii, of which jsii-pacmak makes the package for Python, Go or Java: what the published types say of the constructs. The
 * code is that of lib/, so jsii compiles declarations alone, in a folder of its own.
 *
 *   node scripts/jsii.js [FOLDER]   after npm run build; .jsii is written to FOLDER, or to this one
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const { types, exports, peerDependencies, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'));
const stage = mkdtempSync(join(tmpdir(), 'cdk8s-olm-jsii-'));
const write = (file, text) => writeFileSync(join(stage, file), text);

try {
  cpSync('lib/types', join(stage, 'types'), { recursive: true });
  copyFileSync('README.md', join(stage, 'README.md'));
  symlinkSync(resolve('node_modules'), join(stage, 'node_modules'));
  const entry = types.replace('./lib/', '');
  // Types of cdk8s-olm/core are for TypeScript alone.
  write(entry, readFileSync(join('lib', entry), 'utf8').replace(/export type \{[^}]*\} from '.\/core\.js';\n/, ''));
  write('index.ts', `export * from './${entry.replace('.d.ts', '.js')}';\n`);
  // jsii wants the oldest version of each peer to be the one that is installed.
  const silenced = ['reserved-word', 'metadata/missing-dev-dependency'];
  const { name, version, description, license, author, repository, keywords, jsii } = manifest;
  const project = { name, version, description, license, author, repository, keywords, peerDependencies, main: 'index.js' };
  write('package.json', JSON.stringify({ ...project, types: 'index.d.ts', jsii: { ...jsii, tsc: { types: ['node'] } } }));
  const argv = [resolve('node_modules/jsii/bin/jsii'), ...silenced.flatMap((warning) => ['--silence-warnings', warning])];
  execFileSync(process.execPath, argv, {
    cwd: stage,
    env: { ...process.env, JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  copyFileSync(join(stage, '.jsii'), join(process.argv[2] ?? '.', '.jsii'));
} finally {
  rmSync(stage, { recursive: true, force: true });
}
