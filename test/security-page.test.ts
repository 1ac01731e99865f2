/** SECURITY.md says only what holds: each statement names its test, and what commands reach and start follows from what they import. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/commands.js';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'src');
const PAGE = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');

const codeOf = (file: string): string => readFileSync(join(SOURCE, file), 'utf8').replace(/import type [^;]*;/g, '');

const STATEMENT = /(?:\{([^}]*)\} from |\{([^}]*)\} = await import\(|from |import\()'([^']+)'/g;

/** The names of an import or export that remain when it runs. */
const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/ as |:/)[0]?.trim() ?? '');

const targetOf = (file: string, name: string): string =>
  name.startsWith('.') ? normalize(join(dirname(file), name)).replace(/\.js$/, '.ts') : name;

/** The doors of wings, of which a bundle has what somebody asks for: each name with its file. */
const DOORS = new Map(
  ['repository', 'review', 'supply', 'report'].map((wing) => {
    const door = `${wing}/index.ts`;
    const found = [...codeOf(door).matchAll(/^export \{([^}]*)\} from '([^']+)'/gm)];
    return [door, new Map(found.flatMap(([, list = '', name = '']) => namesIn(list).map((one) => [one, targetOf(door, name)] as const)))];
  }),
);

/** Every file of src with what it imports; through a door, the files of the names that it asks for. */
const imports = new Map(
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file): [string, string[]] => {
      const targets = [...codeOf(file).matchAll(STATEMENT)].flatMap(([, names, awaited, name = '']) => {
        const target = targetOf(file, name);
        const door = DOORS.get(target);
        const asked = names ?? awaited;
        return door && asked !== undefined ? namesIn(asked).map((one) => door.get(one) ?? target) : [target];
      });
      return [file, targets];
    }),
);

function reached(start: string): ReadonlySet<string> {
  const found = new Set([start]);
  for (const file of found) for (const next of imports.get(file) ?? []) found.add(next);
  return found;
}

const importersOf = (...names: string[]): string[] =>
  [...imports].flatMap(([file, named]) => (named.some((name) => names.includes(name)) ? [file] : [])).sort();

describe('SECURITY.md', () => {
  it('names a test for each statement, and they exist', () => {
    const rows = PAGE.split('\n').filter((line) => /^\| (?!-|what)/.test(line) && line.includes('.test.ts'));
    const limits = (PAGE.split('## Limits')[1] ?? '').split(/^- /m).slice(1);
    const statements = [...rows, ...limits.filter((limit) => !limit.includes('docs/getting.md'))];
    expect([rows.length > 20, limits.length]).toEqual([true, 4]);
    for (const line of statements) {
      const named = [...line.matchAll(/\[([^\]]+)\]\((test\/[^)]+\.test\.ts)\)/g)];
      expect([line, named.length > 0]).toEqual([line, true]);
      for (const [, words = '', file = ''] of named) {
        expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
        expect([file, words, readFileSync(join(ROOT, file), 'utf8').includes(words)]).toEqual([file, words, true]);
      }
    }
  });

  it('speaks of every command', () => {
    const rows = PAGE.split('\n').filter((line) => line.startsWith('| `'));
    const spoken = rows.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, name]) => name));
    expect(COMMANDS.map(({ name }) => name).filter((name) => name !== 'completion' && !spoken.includes(name))).toEqual([]);
  });
});

it('trusts each folder in the image alone', () => {
  expect(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).toContain("git config --system safe.directory '*'");
  expect([...imports.keys()].filter((file) => /safe\.directory=/.test(codeOf(file)))).toEqual([]);
});

describe('a connection to another host', () => {
  const opening = importersOf('node:http', 'node:https', 'node:net', 'node:tls', 'node:dns', 'node:http2', 'node:dgram');

  it('is opened in one room', () => {
    expect(opening).not.toEqual([]);
    expect(opening.filter((file) => !file.startsWith('supply/registry/'))).toEqual([]);
    expect(
      [...imports.keys()].filter((file) => /\bfetch\(/.test(readFileSync(join(SOURCE, file), 'utf8').replace(/^\s*\*.*$/gm, ''))),
    ).toEqual([]);
  });

  it('is for the command lock alone, which the gate runs with --check', () => {
    const commands = COMMANDS.map(({ name }) => name);
    const able = commands.filter(
      (name) => imports.has(`cli/${name}.ts`) && [...reached(`cli/${name}.ts`)].some((file) => opening.includes(file)),
    );
    expect(able.sort()).toEqual(['gate', 'lock']);
    expect(readFileSync(join(SOURCE, 'cli/gate.ts'), 'utf8')).toContain("runPart('lock', gate, ['--check',");
  });
});

it('starts programs in these files alone', () => {
  expect(importersOf('node:child_process')).toEqual([
    'cli/watched.ts',
    'repository/charts/render-chart.ts',
    'repository/kustomize/kustomize-build.ts',
    'repository/kustomize/tools.ts',
    'repository/trees/git.ts',
    'repository/trees/snapshot.ts',
    'supply/approvals/kubectl.ts',
    'supply/registry/credentials/find-credentials.ts',
  ]);
});
