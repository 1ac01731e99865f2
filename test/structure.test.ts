import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FINDING_RULES } from '../src/findings/all-rules.js';

const SRC = join(import.meta.dirname, '../src');

/** Paths of all source files, relative to src. */
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.replaceAll('\\', '/'))
  .sort();

const textOf = (source: string): string => readFileSync(join(SRC, source), 'utf8');

/** The folder of src that a file stands in; a file of src itself is a room of its own. */
const roomOf = (path: string): string => path.split('/')[0] ?? '';

/** What a source imports: `node:…`, packages, and other sources by their path below src. */
function importsOf(source: string): string[] {
  const specifiers = [
    ...textOf(source).matchAll(/^(?:import|export)\b[^;]*?\bfrom '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm),
  ].map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '');
  return specifiers.map((specifier) =>
    specifier.startsWith('.') ? join(dirname(source), specifier).replaceAll('\\', '/').replace(/\.js$/, '.ts') : specifier,
  );
}

it.each(sources)('%s says first what it does', (source) => {
  expect(textOf(source).replace(/^#!.*\n/, '')).toMatch(/^\s*\/\*\*/);
});

describe('every rule that reports something', () => {
  const tests = join(import.meta.dirname);
  const texts = ['findings', 'review', 'rules', 'render', 'images'].flatMap((room) =>
    readdirSync(join(tests, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => ({ file: basename(file), text: readFileSync(join(tests, room, file), 'utf8') })),
  );

  it.each(FINDING_RULES.map(({ id }) => id))('is tested: %s', (id) => {
    // A risk is tested in a file of its name, which need not name it again.
    expect(texts.some(({ file, text }) => file === `${id}.test.ts` || new RegExp(`\\b${id}\\b`).test(text))).toBe(true);
  });
});

describe('every rule', () => {
  /** Files that no test imports, and why. */
  const EXCEPTIONS: Readonly<Record<string, string>> = {
    'rules/crd-upgrade/effects.ts': 'tested with crd-upgrade.ts, which gives its effects back',
    'rules/order/rival-outcomes.ts': 'tested with resolve.ts, in a file of its name',
    'rules/order/actor.ts': 'types alone',
    'rules/resolution.ts': 'types alone',
  };

  const TESTS = join(import.meta.dirname, 'rules');
  const tests = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  const texts = tests.map((file) => readFileSync(join(TESTS, file), 'utf8'));
  const imported = new Set(texts.flatMap((text) => [...text.matchAll(/src\/(rules\/[\w/-]+)\.js'/g)].map(([, source]) => `${source}.ts`)));
  const tested = sources.filter((source) => roomOf(source) === 'rules');

  it.each(tested.filter((source) => !EXCEPTIONS[source]))('is imported by a test of its room: %s', (source) => {
    expect(imported).toContain(source);
  });

  const installationRules = tested.flatMap((source) =>
    [...textOf(source).matchAll(/^export const (\w+): InstallationRule\b/gm)].map(([, name = '']) => name),
  );

  it.each(installationRules)('of an installation has a test that runs it: %s', (name) => {
    // Once in its import, and once where it runs.
    expect(texts.some((text) => (text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1)).toBe(true);
  });

  it('is meant: the exceptions are there, and the rules are found', () => {
    expect(Object.keys(EXCEPTIONS).filter((source) => !tested.includes(source))).toEqual([]);
    expect(installationRules).toHaveLength(13);
  });
});

describe('versions of OLM', () => {
  const BRANCH = /import [^;]*\b(?:olmRelease|openShiftRelease|olmV1Release|versionsOf)\b[^;]*\/model\/|[\w)]\.era\b|\bera [!=]==|'semver'/;
  /** Where a release becomes conventions; the entry, which is given the versions. */
  const generators = sources.filter((source) => roomOf(source) === 'render' && !/^render\/(?:profile\/|index\.ts$)/.test(source));

  it.each(generators)('are data to a generator, which asks for none: %s', (source) => {
    expect(textOf(source)).not.toMatch(BRANCH);
  });
});

/** Room → what it may import: other rooms, packages, and modules of node. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'go-yaml': ['node:util'],
  manifest: ['go-yaml', 'yaml', 'safe-stable-stringify', 'zod', 'node:util'],
  kubernetes: ['manifest', 'zod'],
  inside: ['manifest', 'kubernetes'],
  rbac: ['manifest', 'kubernetes'],
  wording: ['manifest', 'kubernetes', 'rbac'],
  model: ['manifest', 'kubernetes', 'rbac', 'zod', 'leven', 'semver'],
  dependencies: ['manifest', 'kubernetes', 'model', 'semver', '@marcbachmann/cel-js', 're2js'],
  catalog: ['manifest', 'kubernetes', 'model', 'dependencies', 'semver', 'zod'],
  read: ['manifest', 'kubernetes', 'model', 'catalog', 'zod'],
  rules: ['manifest', 'kubernetes', 'wording', 'model', 'semver', 'zod', 'node:util'],
  render: ['manifest', 'kubernetes', 'wording', 'model', 'rules', 'rbac', 'images', 'node:crypto', 'node:util'],
  images: ['manifest', 'kubernetes', 'model'],
  resolver: ['manifest', 'kubernetes', 'model', 'catalog', 'dependencies'],
  subscriptions: ['manifest', 'kubernetes', 'model', 'catalog', 'dependencies', 'read', 'resolver', 'semver'],
  lock: ['manifest', 'kubernetes', 'model', 'catalog', 'dependencies', 'read', 'zod', 'semver', 'node:crypto'],
  source: [
    'manifest',
    'inside',
    'kubernetes',
    'model',
    'catalog',
    'read',
    'lock',
    'subscriptions',
    'ignore',
    'node:child_process',
    'node:crypto',
    'node:fs',
    'node:os',
    'node:path',
    'node:util',
  ],
  registry: [
    'manifest',
    'kubernetes',
    'source',
    'smol-toml',
    'fzstd',
    'zod',
    'node:child_process',
    'node:crypto',
    'node:fs',
    'node:fs/promises',
    'node:http',
    'node:https',
    'node:net',
    'node:os',
    'node:path',
    'node:stream',
    'node:timers/promises',
    'node:tls',
    'node:zlib',
  ],
  locking: [
    'manifest',
    'kubernetes',
    'model',
    'catalog',
    'dependencies',
    'read',
    'lock',
    'resolver',
    'subscriptions',
    'source',
    'registry',
    'deliver',
    'node:fs',
    'node:path',
  ],
  state: ['manifest', 'inside', 'kubernetes', 'model', 'read', 'rules', 'rbac', 'render', 'node:util'],
  findings: [
    'manifest',
    'inside',
    'catalog',
    'kubernetes',
    'wording',
    'model',
    'rules',
    'settings',
    'rbac',
    'render',
    'state',
    'catalog',
    'dependencies',
    'resolver',
    'lock',
    'picomatch/posix.js',
    'semver',
    'safe-stable-stringify',
    'zod',
    'node:buffer',
    'node:util',
  ],
  settings: ['kubernetes', 'model', 'rules', 'render', 'images', 'findings'],
  evaluate: [
    'manifest',
    'model',
    'rules',
    'render',
    'state',
    'findings',
    'review',
    'report',
    'settings',
    'source',
    'wording',
    'node:fs',
    'node:util',
  ],
  review: ['manifest', 'kubernetes', 'model', 'rules', 'rbac', 'state', 'findings', 'wording', 'node:util'],
  questions: ['manifest', 'kubernetes', 'wording', 'model', 'rules', 'rbac', 'render', 'state', 'findings'],
  report: [
    'manifest',
    'kubernetes',
    'wording',
    'model',
    'rules',
    'rbac',
    'state',
    'findings',
    'review',
    'questions',
    'string-width',
    'node:crypto',
    'zod',
  ],
  approvals: [
    'manifest',
    'inside',
    'kubernetes',
    'wording',
    'lock',
    'source',
    'evaluate',
    'review',
    'report',
    'semver',
    'zod',
    'node:child_process',
    'node:crypto',
    'node:zlib',
  ],
  drift: ['manifest', 'inside', 'kubernetes', 'wording', 'model', 'rbac', 'render', 'evaluate', 'lock', 'source'],
  krm: [
    'manifest',
    'inside',
    'kubernetes',
    'model',
    'rules',
    'settings',
    'render',
    'evaluate',
    'source',
    'state',
    'deliver',
    'zod',
    'node:path',
  ],
  deliver: ['manifest', 'inside', 'kubernetes', 'model', 'source', 'node:fs', 'node:os', 'node:path'],
  constructs: [
    'go-yaml',
    'inside',
    'approvals',
    'lock',
    'manifest',
    'kubernetes',
    'model',
    'read',
    'subscriptions',
    'rules',
    'settings',
    'render',
    'evaluate',
    'source',
    'state',
    'deliver',
    '../imports',
    'cdk8s',
    'constructs',
    'yaml',
    'zod',
    'node:fs',
  ],
  cli: [
    'manifest',
    'kubernetes',
    'wording',
    'model',
    'rules',
    'settings',
    'rbac',
    'images',
    'render',
    'evaluate',
    'state',
    'findings',
    'review',
    'questions',
    'report',
    'resolver',
    'subscriptions',
    'source',
    'lock',
    'locking',
    'registry',
    'deliver',
    'krm',
    'approvals',
    'drift',
    'commander',
    'picocolors',
    'node:child_process',
    'node:fs',
    'node:module',
    'node:os',
    'node:path',
    'node:util',
    'node:v8',
    'node:vm',
    '../package.json',
  ],
  'core.ts': [
    'manifest',
    'kubernetes',
    'model',
    'rules',
    'rbac',
    'render',
    'evaluate',
    'state',
    'findings',
    'review',
    'questions',
    'report',
    'source',
  ],
  'index.ts': ['manifest', 'kubernetes', 'model', 'rules', 'images', 'render', 'constructs', 'core.ts'],
  'main.ts': ['index.ts', 'cdk8s', 'cdk8s-plus-27'],
};

describe('imports lead in one direction', () => {
  it('and every room has its place', () => {
    expect(new Set(sources.map(roomOf))).toEqual(new Set(Object.keys(MAY_IMPORT)));
  });

  it.each(Object.entries(MAY_IMPORT))('from %s only to %j', (room, allowed) => {
    const astray = sources
      .filter((source) => roomOf(source) === room)
      .flatMap((source) => importsOf(source).map((target) => ({ source, target })))
      .filter(({ target }) => {
        const place = sources.includes(target) ? roomOf(target) : target.startsWith('../imports/') ? '../imports' : target;
        return place !== room && !allowed.includes(place);
      });
    expect(astray).toEqual([]);
  });

  it('and in no circle, types included', () => {
    // What imports nothing that is left leads nowhere; what never comes to that is in a circle, or leads into one.
    let left = sources.map((source) => ({ source, targets: importsOf(source).filter((target) => sources.includes(target)) }));
    for (let before = Number.POSITIVE_INFINITY; left.length < before; ) {
      before = left.length;
      const names = new Set(left.map(({ source }) => source));
      left = left.filter(({ targets }) => targets.some((target) => names.has(target)));
    }
    expect(left).toEqual([]);
  });

  it('and are seen: each source but the leaves of the tree imports something', () => {
    expect(importsOf('evaluate/evaluate.ts')).toEqual([
      'node:util',
      'findings/input/index.ts',
      'findings/input/unknown-operators.ts',
      'manifest/problem.ts',
      'model/cluster.ts',
      'model/finding.ts',
      'model/install-options.ts',
      'model/versions.ts',
      'render/findings.ts',
      'render/group-accounts.ts',
      'render/index.ts',
      'render/profile/profile.ts',
      'render/rendered.ts',
      'rules/descoped.ts',
      'rules/install/findings.ts',
      'rules/resolve.ts',
      'source/progress.ts',
      'state/evaluated-state.ts',
      'wording/phrases.ts',
      'evaluate/followed-profile.ts',
    ]);
    expect(importsOf('render/profile/hash.ts')).toContain('node:crypto');
    expect(importsOf('cli/render.ts')).toContain('commander');
  });
});

describe('reading, rules and rendering are pure', () => {
  const IMPURE =
    /\bprocess\.|\bconsole\.[a-z]+\(|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\blocaleCompare\b|\btoLocale|\bIntl\.|\bsetTimeout\b|\bfetch\(/;

  it.each(
    sources.filter((source) =>
      [
        'go-yaml',
        'manifest',
        'kubernetes',
        'model',
        'rbac',
        'catalog',
        'read',
        'rules',
        'render',
        'images',
        'evaluate',
        'state',
        'findings',
        'review',
        'questions',
        'report',
        'resolver',
        'dependencies',
        'subscriptions',
        'lock',
      ].includes(roomOf(source)),
    ),
  )('no clock, locale, randomness or environment: %s', (source) => {
    const code = textOf(source).replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
    expect(IMPURE.exec(code)?.[0]).toBeUndefined();
  });
});

describe('tables that are asked with a text of the input', () => {
  // An object answers `constructor` with a function; a Map does not, nor does a check of what is its own.
  it.each(sources)('do not answer with what every object has: %s', (source) => {
    const text = textOf(source);
    const tables = [...text.matchAll(/^(?:export )?const (\w+): (?:Readonly<)?Record<string,/gm)].map(([, name = '']) => name);
    const asked = tables.flatMap((name) => text.split('\n').filter((line) => new RegExp(`(?<![\\w.])${name}\\[`).test(line)));
    expect(asked.filter((line) => !line.includes('Object.hasOwn('))).toEqual([]);
  });
});

describe('sentences', () => {
  // A sentence that somebody words better must not change what is reported.
  const PARSED =
    /\b(?:message|headline|advice)\.(?:match|matchAll|search|split|startsWith|endsWith|includes|indexOf|replace|slice)\(|\.(?:test|exec)\((?:\w+\.)*(?:message|headline|advice)\)/;
  const EXCEPTIONS: Readonly<Record<string, string>> = {
    'report/review/finding-items.ts': 'asks whether a sentence says the two values already; it takes nothing from it',
  };

  it.each(
    sources.filter((source) =>
      ['model', 'rules', 'render', 'state', 'evaluate', 'findings', 'review', 'questions', 'report', 'drift', 'krm', 'cli'].includes(
        roomOf(source),
      ),
    ),
  )('are made, and nothing is read from them: %s', (source) => {
    expect(source in EXCEPTIONS ? undefined : PARSED.exec(textOf(source))?.[0]).toBeUndefined();
  });

  it('are meant: the exceptions still do it', () => {
    expect(Object.keys(EXCEPTIONS).filter((source) => !PARSED.test(textOf(source)))).toEqual([]);
  });
});

describe('imports/', () => {
  it('stands on nothing of src', () => {
    expect(readFileSync(join(SRC, '../imports/operators.coreos.com.ts'), 'utf8')).not.toMatch(/from '\.\.?\//);
  });
});
