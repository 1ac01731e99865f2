/** The jobs that publish a release, step by step as the workflows have them, with stand-ins for the programs that upload. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { contentOf, folderOf } from './support/files.js';
import { describeWith, program } from './support/needs.js';

const ROOT = join(import.meta.dirname, '..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const { version } = JSON.parse(textOf('package.json')) as { version: string };
const gnuTar = { isThere: spawnSync('tar', ['--version'], { encoding: 'utf8' }).stdout?.includes('GNU'), what: 'GNU tar' };
const PACKAGE = `cdk8s-olm-${version}.tgz`;
const SYSTEMS = ['darwin-arm64', 'linux-amd64', 'windows-amd64'];
const IMAGE = 'registry.example.com/platform/cdk8s-olm';

/** What is uploaded beside SHA256SUMS. */
const FILES = [
  ...SYSTEMS.map((system) => `cdk8s-olm-${system}.cdx.json`),
  `cdk8s-olm-${version}.cdx.json`,
  'playground.cdx.json',
  ...SYSTEMS.map((system) => `cdk8s-olm-${system}.tar.gz`),
  PACKAGE,
  'olm.yaml',
  'playground.html',
].sort();

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Stand-ins: each writes down how it was called, and what else the steps expect of it. */
const PROGRAMS = {
  npm: '',
  'apt-get': '',
  gh: '',
  curl: 'case "$*" in *@-*) cat >> "$CALLS.body" ;; esac',
  git: 'if [ "$1" != push ]; then exec "$GIT" "$@"; fi',
  buildah: `case "$1" in info) echo amd64 ;; login) cat >> "$CALLS.password" ;; esac
while [ $# -gt 0 ]; do
  case "$1" in --digestfile) echo sha256:0123 > "$2" ;; oci-archive:*) archive=\${1#oci-archive:}; : >> "\${archive%:*}" ;; esac
  shift
done`,
};

/** A clone on a machine that has built nothing yet, and what the jobs before made. */
function machine() {
  const folder = folderOf();
  const [clone, bin, calls] = [join(folder, 'clone'), join(folder, 'bin'), join(folder, 'calls')];
  const git = spawnSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).stdout.trim();
  expect(spawnSync('git', ['clone', '--quiet', '--shared', ROOT, clone], { encoding: 'utf8' })).toMatchObject({ status: 0 });
  for (const path of ['scripts', 'package.json', 'CHANGELOG.md']) cpSync(join(ROOT, path), join(clone, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  mkdirSync(bin);
  for (const [name, script] of Object.entries(PROGRAMS)) {
    const log = name === 'git' ? 'if [ "$1" = push ]; then echo "git $*" >> "$CALLS"; fi' : `echo "${name} $*" >> "$CALLS"`;
    writeFileSync(join(bin, name), `#!/bin/sh\n${log}\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const run = (script: string, env: Readonly<Record<string, string>>): void => {
    const { status, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
      cwd: clone,
      encoding: 'utf8',
      env: { ...process.env, PATH: [bin, process.env.PATH].join(delimiter), CALLS: calls, GIT: git, ...env },
    });
    expect({ script, status, stderr: status === 0 ? '' : stderr }).toEqual({ script, status: 0, stderr: '' });
  };
  return { folder, clone, run, said: (suffix = '') => readFileSync(`${calls}${suffix}`, 'utf8').trim().split('\n') };
}

/** What the jobs `package` and `binary` make, as far as the others look at it. */
function made(into: string): void {
  const lib = folderOf({ 'package/lib/bin.js': '', 'package/lib/THIRD-PARTY.txt': 'licences\n' });
  mkdirSync(into, { recursive: true });
  expect(spawnSync('tar', ['-czf', join(into, PACKAGE), '-C', lib, 'package']).status).toBe(0);
  for (const name of [`cdk8s-olm-${version}.cdx.json`, 'playground.cdx.json']) writeFileSync(join(into, name), '{}');
  writeFileSync(join(into, 'playground.html'), '<!doctype html>');
  mkdirSync(join(into, 'site'));
  writeFileSync(join(into, 'site/index.html'), '<title>site</title>');
  for (const system of SYSTEMS) {
    writeFileSync(join(into, `cdk8s-olm-${system}${system.startsWith('windows') ? '.exe' : ''}`), `program for ${system}`);
    writeFileSync(join(into, `cdk8s-olm-${system}.cdx.json`), '{}');
  }
}

/** The files of the clone that are named in a call. */
const filesIn = (call: string): string[] => [...call.matchAll(/release\/(\S+)/g)].map(([, file = '']) => file);

describeWith([gnuTar, program('git')], 'a release', () => {
  it('on GitHub publishes the package with provenance, the image, all files with their checksums and notes, the tag and the page', () => {
    const { jobs } = parse(textOf('.github/workflows/release.yaml')) as {
      jobs: Record<string, { steps: Step[]; env?: Record<string, string> }>;
    };
    const { folder, clone, run, said } = machine();
    const artifacts = join(folder, 'artifacts');
    made(artifacts);
    const values: Record<string, string> = {
      'vars.IMAGE': IMAGE,
      'github.ref_name': `v${version}`,
      'vars.IMAGE_USERNAME': 'robot',
      'secrets.IMAGE_PASSWORD': 'secret',
      'github.token': 'token',
      'github.workspace': clone,
    };
    const known = (env: Readonly<Record<string, string>> = {}): Record<string, string> =>
      Object.fromEntries(
        Object.entries(env).map(([name, value]) => [name, value.replace(/\$\{\{ (\S+) \}\}/g, (_, of) => values[of] ?? '')]),
      );
    for (const name of ['image', 'files', 'publish', 'pages']) {
      const { steps, env } = jobs[name] ?? { steps: [] };
      for (const step of steps) {
        if (step.run) run(step.run, { GITHUB_OUTPUT: join(folder, 'output'), ...known(env), ...known(step.env) });
        if (step.uses?.startsWith('actions/download-artifact')) cpSync(artifacts, join(clone, step.with?.path ?? '.'), { recursive: true });
      }
      if (name === 'image' || name === 'files') cpSync(join(clone, 'release'), artifacts, { recursive: true });
    }
    const calls = said();
    expect(calls).toContain(`npm publish --provenance --access public release/${PACKAGE}`);
    expect(calls).toContain(`buildah login --username robot --password-stdin ${IMAGE.split('/')[0]}`);
    expect(said('.password')).toEqual(['secret']);
    expect(calls.filter((call) => call.startsWith('buildah manifest push'))).toEqual([
      expect.stringMatching(new RegExp(` docker://${IMAGE}:${version}$`)),
    ]);
    expect(readFileSync(join(folder, 'output'), 'utf8')).toBe('digest=sha256:0123\n');
    const [release = ''] = calls.filter((call) => call.startsWith('gh release create '));
    expect(release).toContain(`gh release create v${version} --verify-tag --title v${version} --notes-file release/notes.md `);
    expect(filesIn(release).sort()).toEqual([...FILES, 'SHA256SUMS', 'notes.md'].sort());
    expect(filesIn(release).filter((file) => !existsSync(join(clone, 'release', file)))).toEqual([]);
    expect(calls.at(-1)).toMatch(/^git push --force origin [0-9a-f]{40}:refs\/tags\/v0$/);
    const [pages] = jobs.pages?.steps.flatMap((step) => step.with?.path ?? []).slice(1) ?? [];
    expect(contentOf(join(clone, pages ?? ''))).toEqual({ 'index.html': '<title>site</title>' });
  });

  it('on GitLab publishes the same files under their checksums, the package with provenance, the image, the notes and the page', () => {
    const jobs = parse(textOf('.gitlab-ci.yml')) as Record<
      string,
      { before_script?: string[]; script: string[]; variables?: Record<string, string> }
    >;
    const { clone, run, said } = machine();
    made(join(clone, 'release'));
    writeFileSync(join(clone, 'release/cdk8s-olm-image-amd64.tar'), '');
    const project = 'https://gitlab.example.com/api/v4/projects/7';
    const env = {
      CI_API_V4_URL: 'https://gitlab.example.com/api/v4',
      CI_PROJECT_ID: '7',
      CI_COMMIT_TAG: `v${version}`,
      CI_JOB_TOKEN: 'token',
      CI_REGISTRY: 'registry.example.com',
      CI_REGISTRY_IMAGE: IMAGE,
      CI_REGISTRY_USER: 'robot',
      CI_REGISTRY_PASSWORD: 'secret',
    };
    for (const name of ['files', 'downloads', 'npm', 'push', 'release', 'pages']) {
      const { before_script = [], script = [], variables = {} } = jobs[name] ?? {};
      const given = Object.entries(variables).map(([key, value]) => `export ${key}="${value}"`);
      run([...given, ...before_script, ...script].join('\n'), env);
    }
    const calls = said();
    const uploads = calls.filter((call) => call.includes('--upload-file'));
    expect(uploads.flatMap(filesIn).sort()).toEqual([...FILES, 'SHA256SUMS'].sort());
    expect(uploads.every((call) => call.endsWith(` ${project}/packages/generic/cdk8s-olm/v${version}/`))).toBe(true);
    expect(readFileSync(join(clone, 'release/olm.yaml'), 'utf8')).toContain(
      `uri: ${project}/packages/generic/cdk8s-olm/v${version}/cdk8s-olm-linux-amd64.tar.gz`,
    );
    expect(calls).toContain(`npm publish --provenance --access public release/${PACKAGE}`);
    expect(calls.filter((call) => call.startsWith('buildah manifest push'))).toEqual([
      expect.stringMatching(new RegExp(` docker://${IMAGE}:${version}$`)),
    ]);
    expect(JSON.parse(said('.body').join('\n'))).toEqual({
      tag_name: `v${version}`,
      description: readFileSync(join(clone, 'release/notes.md'), 'utf8'),
    });
    expect(contentOf(join(clone, 'public'))).toEqual({ 'index.html': '<title>site</title>' });
  });
});
