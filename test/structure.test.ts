import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

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

describe('every rule and every generator', () => {
  /** Files without a test of their own, and why. */
  const EXCEPTIONS: Readonly<Record<string, string>> = {
    'render/profile/profile.ts': 'an interface, and the names of its roles',
    'render/role-placement.ts': 'types alone',
    'rules/installation-rule.ts': 'types alone',
  };

  const tested = sources.filter((source) => roomOf(source) === 'rules' || roomOf(source) === 'render');

  it.each(tested.filter((source) => !EXCEPTIONS[source]))('has a test of its name: %s', (source) => {
    expect(existsSync(join(import.meta.dirname, source.replace(/\.ts$/, '.test.ts')))).toBe(true);
  });

  it('is meant: the exceptions are there', () => {
    expect(Object.keys(EXCEPTIONS).filter((source) => !tested.includes(source))).toEqual([]);
  });
});

/** Room → what it may import: other rooms, packages, and modules of node. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  manifest: ['yaml', 'yaml/util', 'safe-stable-stringify'],
  model: ['manifest', 'zod', 'leven', 'semver'],
  rules: ['manifest', 'model', 'semver', 'zod', '@marcbachmann/cel-js'],
  render: ['model', 'rules', 'node:crypto'],
  'study.ts': ['model', 'rules', 'render'],
  review: ['manifest', 'model', 'rules', 'render', 'study.ts', 'picomatch/posix.js', 'node:crypto', 'node:util', 'zod'],
  'read-side.ts': ['manifest', 'study.ts', 'review', 'source'],
  source: ['manifest', 'model', 'ignore', 'node:child_process', 'node:fs', 'node:path'],
  deliver: ['manifest', 'model', 'render', 'source', 'node:fs', 'node:path'],
  constructs: [
    'manifest',
    'model',
    'rules',
    'render',
    'study.ts',
    'source',
    'deliver',
    '../imports',
    'cdk8s',
    'constructs',
    'yaml',
    'node:fs',
  ],
  cli: [
    'manifest',
    'model',
    'rules',
    'render',
    'study.ts',
    'review',
    'read-side.ts',
    'source',
    'deliver',
    'commander',
    'picocolors',
    'node:fs',
  ],
  'core.ts': ['manifest', 'model', 'rules', 'render', 'study.ts', 'review', 'read-side.ts', 'source'],
  'index.ts': ['manifest', 'model', 'rules', 'constructs'],
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

  it('and are seen: each source but the leaves of the tree imports something', () => {
    expect(importsOf('study.ts')).toEqual([
      'model/cluster.ts',
      'model/finding.ts',
      'render/index.ts',
      'render/rendered.ts',
      'rules/findings/resolution-findings.ts',
      'rules/resolve.ts',
    ]);
    expect(importsOf('render/profile/hash.ts')).toEqual(['node:crypto', 'model/policy-rule.ts', 'model/provided-api.ts']);
    expect(importsOf('cli/render.ts')).toContain('commander');
  });
});

describe('reading, rules and rendering are pure', () => {
  const IMPURE =
    /\bprocess\.|\bconsole\.|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\blocaleCompare\b|\btoLocale|\bIntl\.|\bsetTimeout\b|\bfetch\(/;

  it.each(sources.filter((source) => ['manifest', 'model', 'rules', 'render', 'study.ts', 'review'].includes(roomOf(source))))(
    'no clock, locale, randomness or environment: %s',
    (source) => {
      const code = textOf(source).replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
      expect(IMPURE.exec(code)?.[0]).toBeUndefined();
    },
  );
});

describe('imports/', () => {
  it('stands on nothing of src', () => {
    expect(readFileSync(join(SRC, '../imports/operators.coreos.com.ts'), 'utf8')).not.toMatch(/from '\.\.?\//);
  });
});
