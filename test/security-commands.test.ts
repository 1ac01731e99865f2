/** The table of commands in SECURITY.md: those for files of strangers start the named programs alone, and leave nothing behind. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentOf, folderOf } from './support/files.js';

const ROOT = join(import.meta.dirname, '..');
const PAGE = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');

/** What each command is given, in a repository with two kustomizations. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  check: ['.'],
  review: ['git:main', '.'],
  resolve: ['.'],
  upgrades: ['.'],
  images: ['.'],
  'who-can': ['get', 'secrets', '.'],
  'can-i': ['--list', '.', '--as', 'a/b'],
  explain: ['sa/a/b', '.', '--resource', 'secrets'],
  report: ['merge', 'a.json'],
  'render --check': ['.', '-o', 'out'],
  'lock --check': ['.'],
  gate: ['git:main', '.', '--reports', '../reports'],
};

/** The commands of a row of the table that are for files of strangers. */
const COMMANDS = PAGE.split('\n')
  .filter((line) => /^\| `[^|]*\| yes/.test(line))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

const PROGRAMS = ['git', 'helm', 'kubectl', 'kustomize', 'xargs'];
const OTHERS = ['bash', 'curl', 'node', 'npm', 'oc', 'python3', 'skopeo', 'ssh', 'wget'];

/** A folder of programs that write down that they were started. */
function recorded(): { readonly path: string; started(): readonly string[] } {
  const path = folderOf();
  const record = join(folderOf(), 'record');
  for (const name of [...PROGRAMS, ...OTHERS]) {
    const [real] = ['/usr/bin', '/usr/local/bin', '/bin'].map((folder) => join(folder, name)).filter((each) => existsSync(each));
    if (real === undefined) continue;
    writeFileSync(join(path, name), `#!/bin/sh\necho ${name} >> ${record}\nexec ${real} "$@"\n`, { mode: 0o755 });
  }
  return { path, started: () => (existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : []) };
}

describe('each command for files of strangers', () => {
  it('is in this test', () => {
    expect(COMMANDS.filter((name) => WORDS[name] === undefined)).toEqual([]);
    expect(COMMANDS.length).toBeGreaterThan(10);
  });

  it.each(COMMANDS)('starts the named programs alone, and leaves nothing behind: %s', (name) => {
    const kustomization = 'resources: [a.yaml]\nnamePrefix: p-\n';
    const object = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\n';
    const above = folderOf({
      'input/a/kustomization.yaml': kustomization,
      'input/a/a.yaml': object,
      'input/b/kustomization.yaml': kustomization,
      'input/b/a.yaml': object,
    });
    const cwd = join(above, 'input');
    const git = (...words: readonly string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd });
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-qm', 'a');
    writeFileSync(join(cwd, 'a/a.yaml'), object.replace('name: a', 'name: c'));
    const before = contentOf(cwd);
    const [temporary, home, { path, started }] = [folderOf(), folderOf(), recorded()];
    const env = { PATH: path, HOME: home, TMPDIR: temporary };
    const words = [...name.split(' ').slice(0, 1), ...(WORDS[name] ?? []), ...name.split(' ').slice(1)];
    spawnSync(process.execPath, [join(ROOT, 'lib/bin.js'), ...words], { cwd, env });
    expect(started().filter((each) => !PROGRAMS.includes(each))).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
    expect(readdirSync(home)).toEqual([]);
    expect(contentOf(cwd)).toEqual(before);
    expect(readdirSync(above).filter((each) => each !== 'input')).toEqual(name === 'gate' ? ['reports'] : []);
  });
});
