import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../src/base/tools/all.js';
import { FINDING_RULES } from '../src/review/rules/all-rules.js';
import { exampleOf } from './support/rule-examples.js';

const SRC = join(import.meta.dirname, '../src');

/** Paths of all source files, relative to src. */
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.replaceAll('\\', '/'))
  .sort();

const textOf = (source: string): string => readFileSync(join(SRC, source), 'utf8');

/** The folder of src that contains a file; a file of src itself is its own wing. */
const wingOf = (path: string): string => path.split('/')[0] ?? '';

/** Whether a file is in one of these folders of src. */
const isIn = (path: string, ...folders: readonly string[]): boolean => folders.some((folder) => path.startsWith(`${folder}/`));

/** What a source imports: `node:…`, packages, and other sources by their path below src. */
function importsOf(source: string): string[] {
  const specifiers = [
    ...textOf(source).matchAll(/^(?:import|export)\b[^;]*?\bfrom '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm),
  ].map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '');
  return specifiers.map((specifier) =>
    specifier.startsWith('.') ? join(dirname(source), specifier).replaceAll('\\', '/').replace(/\.js$/, '.ts') : specifier,
  );
}

/** The sources that are loaded with one: neither types nor what it loads later. */
function loadedWith(source: string): string[] {
  const found = [...textOf(source).matchAll(/^(?:import|export)\b(?! type\b)[^;]*?\bfrom '(\.[^']+)'/gm)].map(([, from = '']) => from);
  return found
    .map((from) => join(dirname(source), from).replaceAll('\\', '/').replace(/\.js$/, '.ts'))
    .filter((target) => sources.includes(target));
}

it.each(sources)('%s says first what it does', (source) => {
  expect(textOf(source).replace(/^#!.*\n/, '')).toMatch(/^\s*\/\*\*/);
});

it.each(sources)('%s has comments with a subject: none begins with "Of"', (source) => {
  expect(textOf(source)).not.toMatch(/^\s*(?:\/\/|\/\*\*|\*) Of /m);
});

describe('every rule that reports something', () => {
  const tests = join(import.meta.dirname);
  const texts = ['review', 'olm'].flatMap((room) =>
    readdirSync(join(tests, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => ({ file: basename(file), text: readFileSync(join(tests, room, file), 'utf8') })),
  );

  it.each(FINDING_RULES.map(({ id }) => id))('is tested: %s', (id) => {
    // A risk is tested in a file of its name, which need not name it again; a rule with an example, by that.
    const { expected = '' } = exampleOf(id) ?? {};
    expect(expected !== '' || texts.some(({ file, text }) => file === `${id}.test.ts` || new RegExp(`\\b${id}\\b`).test(text))).toBe(true);
  });
});

describe('the record of a rule', () => {
  /** Its own id, as the first argument of what makes it. */
  const DEFINITION = /\b\w*[rR]ule\(\s*$/;
  const ids: ReadonlySet<string> = new Set(FINDING_RULES.map(({ id }) => id));
  const named = sources.flatMap((source) => {
    const text = textOf(source);
    return [...text.matchAll(/(['"`])([a-z0-9-]+)\1/g)]
      .filter(({ 2: id = '', index }) => ids.has(id) && !DEFINITION.test(text.slice(Math.max(0, index - 80), index)))
      .map(({ 2: id = '' }) => `${source}: ${id}`);
  });

  it('is what code asks for, by its constant: ids are hardly written again', () => {
    // Some are words that mean something else, such as the reason unknown-field of a refusal, or stand in comments and sentences.
    expect(named.length, named.join('\n')).toBeLessThanOrEqual(40);
  });

  it('is found where it is written', () => {
    const defined = sources.flatMap((source) => [...textOf(source).matchAll(/\b\w*[rR]ule\(\s*'([a-z0-9-]+)'/g)].map(([, id = '']) => id));
    expect([...ids].filter((id) => !defined.includes(id))).toEqual([]);
  });

  it('has former ids that no other rule has', () => {
    const all = FINDING_RULES.flatMap(({ id, formerIds = [] }) => [id, ...formerIds]);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('every rule', () => {
  /** Files that no test imports, and why. */
  const EXCEPTIONS: Readonly<Record<string, string>> = {
    'olm/rules/crd-upgrade/effects.ts': 'tested with crd-upgrade.ts, which gives its effects back',
    'olm/rules/order/rival-outcomes.ts': 'tested with resolve.ts, in a file of its name',
    'olm/rules/order/actor.ts': 'types alone',
    'olm/rules/installation-rule.ts': 'types alone',
    'olm/rules/resolution.ts': 'types alone',
    'olm/rules/install-plan/plan-failure.ts': 'types alone',
  };

  const TESTS = join(import.meta.dirname, 'olm/rules');
  const tests = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  const texts = tests.map((file) => readFileSync(join(TESTS, file), 'utf8'));
  const imported = new Set(
    texts.flatMap((text) => [...text.matchAll(/src\/(olm\/rules\/[\w/-]+)\.js'/g)].map(([, source]) => `${source}.ts`)),
  );
  const tested = sources.filter((source) => isIn(source, 'olm/rules'));

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
    expect(installationRules).toHaveLength(14);
  });
});

describe('versions of OLM', () => {
  const BRANCH = /import [^;]*\b(?:olmRelease|openShiftRelease|olmV1Release|versionsOf)\b[^;]*\/model\/|[\w)]\.era\b|\bera [!=]==|'semver'/;
  /** Where a release becomes conventions; the entry, which is given the versions. */
  const generators = sources.filter((source) => isIn(source, 'olm/render') && !/^olm\/render\/(?:profile\/|index\.ts$)/.test(source));

  it.each(generators)('are data to a generator, which asks for none: %s', (source) => {
    expect(textOf(source)).not.toMatch(BRANCH);
  });
});

/** Wing → the wings, packages and modules of Node that it may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: ['yaml', 'safe-stable-stringify', 'zod', 'node:util'],
  olm: ['base', '@marcbachmann/cel-js', 'ignore', 'leven', 're2js', 'semver', 'zod', 'node:crypto', 'node:util'],
  review: ['base', 'olm', 'picomatch/posix.js', 'safe-stable-stringify', 'semver', 'zod', 'node:buffer', 'node:util'],
  repository: ['base', 'olm', 'review', 're2js', 'node:child_process', 'node:crypto', 'node:fs', 'node:os', 'node:path', 'node:util'],
  supply: [
    'base',
    'olm',
    'repository',
    'fzstd',
    'semver',
    'smol-toml',
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
  report: ['base', 'olm', 'review', 'string-width', 'zod', 'node:crypto'],
  constructs: ['base', 'olm', 'repository', '../imports', 'cdk8s', 'constructs', 'yaml', 'zod', 'node:fs'],
  cli: [
    'base',
    'olm',
    'review',
    'repository',
    'supply',
    'report',
    'commander',
    'picocolors',
    'zod',
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
};

/** Wings that others import through their `index.ts` alone; `base` and `olm` are a vocabulary, and are imported file by file. */
const WITH_A_DOOR = ['repository', 'review', 'supply', 'report'];

/** The entries of the package, and this repository's own app. */
const ENTRIES = ['core.ts', 'index.ts', 'main.ts'];

describe('imports lead in one direction', () => {
  it('and src has eight wings and three entries', () => {
    expect([...new Set(sources.map(wingOf))].sort()).toEqual([...Object.keys(MAY_IMPORT), ...ENTRIES].sort());
  });

  it.each(Object.entries(MAY_IMPORT))('from %s only to %j', (wing, allowed) => {
    const astray = sources
      .filter((source) => wingOf(source) === wing)
      .flatMap((source) => importsOf(source).map((target) => ({ source, target })))
      .filter(({ target }) => {
        const place = sources.includes(target) ? wingOf(target) : target.startsWith('../imports/') ? '../imports' : target;
        return place !== wing && !allowed.includes(place);
      });
    expect(astray).toEqual([]);
  });

  it.each(WITH_A_DOOR)('through the one door of %s', (wing) => {
    const astray = sources
      // The entries are doors themselves: their types are published, and nothing that they do not name.
      .filter((source) => wingOf(source) !== wing && !ENTRIES.includes(source))
      .flatMap((source) => importsOf(source).map((target) => ({ source, target })))
      .filter(({ target }) => isIn(target, wing) && target !== `${wing}/index.ts`)
      // The constructs load what they need of bundles, and nothing else of a repository.
      .filter(({ source, target }) => !(isIn(source, 'constructs') && isIn(target, 'repository/bundles')));
    expect(astray).toEqual([]);
  });

  it('and a library of constructs loads no more than it needs', () => {
    const seen = new Set(['index.ts']);
    for (const source of seen) for (const target of loadedWith(source)) seen.add(target);
    const lines = [...seen].reduce((sum, source) => sum + textOf(source).split('\n').length, 0);
    expect([...seen].filter((source) => isIn(source, 'review', 'report', 'supply', 'cli'))).toEqual([]);
    expect(lines).toBeLessThanOrEqual(37_000);
  });

  it('and in no circle, types included', () => {
    // A source that imports only sources outside of circles is outside of circles.
    let left = sources.map((source) => ({ source, targets: importsOf(source).filter((target) => sources.includes(target)) }));
    for (let before = Number.POSITIVE_INFINITY; left.length < before; ) {
      before = left.length;
      const names = new Set(left.map(({ source }) => source));
      left = left.filter(({ targets }) => targets.some((target) => names.has(target)));
    }
    expect(left).toEqual([]);
  });

  it('and the test sees imports of sources, of Node and of packages', () => {
    expect(importsOf('olm/evaluate/evaluate.ts')).toEqual(
      expect.arrayContaining(['node:util', 'olm/checks/index.ts', 'olm/evaluate/followed-profile.ts']),
    );
    expect(importsOf('olm/render/profile/hash.ts')).toContain('node:crypto');
    expect(importsOf('cli/render.ts')).toContain('commander');
  });
});

describe('programs', () => {
  /** Sources that start programs → the program of each start: a text, or the expression that gives it. */
  const STARTS: Readonly<Record<string, readonly string[]>> = {
    'cli/watched.ts': ['process.execPath'],
    'repository/charts/render-chart.ts': ['helmGate'],
    'repository/kustomize/kustomize-build.ts': ['program', "'xargs'"],
    'repository/kustomize/tools.ts': ['program', 'program'],
    'repository/trees/git.ts': ["'git'"],
    'repository/trees/snapshot.ts': ["'kubectl'"],
    'supply/approvals/kubectl.ts': ["'kubectl'"],
    'supply/registry/credentials/find-credentials.ts': ['command'],
  };
  const starting = sources.filter((source) => importsOf(source).includes('node:child_process'));

  it('are started by these sources: only one starts git, and once', () => {
    const started = starting.map((source) => [
      source,
      [...textOf(source).matchAll(/(?<![.\w])(?:exec|execFile|fork|spawn)(?:Sync)?\(\s*([^\s,()]+)/g)].map(([, program = '']) => program),
    ]);
    expect(Object.fromEntries(started)).toEqual(STARTS);
  });

  it.each(starting)('are listed in docs/architecture.md: %s', (source) => {
    const [, table = ''] = readFileSync(join(SRC, '../docs/architecture.md'), 'utf8').split(
      /^## Programs and connections$|^## Decisions$/m,
    );
    expect(table).toContain(basename(source));
  });
});

describe('base, olm, review and report are pure', () => {
  // Their imports reach no file, process or network: see MAY_IMPORT. These are what needs no import.
  const IMPURE =
    /\bprocess\.|\bconsole\.[a-z]+\(|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\blocaleCompare\b|\btoLocale|\bIntl\.|\bsetTimeout\b|\bfetch\(/;

  it.each(['base', 'olm', 'review', 'report'])('no module of Node that reaches outside: %s', (wing) => {
    const harmless = ['node:buffer', 'node:crypto', 'node:util'];
    expect((MAY_IMPORT[wing] ?? []).filter((name) => name.startsWith('node:') && !harmless.includes(name))).toEqual([]);
  });

  it.each(sources.filter((source) => isIn(source, 'base', 'olm', 'review', 'report')))(
    'no clock, locale, randomness or environment: %s',
    (source) => {
      const code = textOf(source).replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
      expect(IMPURE.exec(code)?.[0]).toBeUndefined();
    },
  );
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

describe('what is known of kinds stands in one table', () => {
  /** Files that name groups or kinds of tools all the same, and why. */
  const EXCEPTIONS: Readonly<Record<string, string>> = {
    'review/rules/held/traffic-and-data.ts': 'its rule is about the network policies of Kubernetes and of its special interest group',
  };

  const rows = TOOLS.flatMap((tool) => (tool.isPlatform ? [] : tool.rows));
  const groups = [...new Set(rows.map(({ group }) => group))].filter((group) => group.includes('.'));
  const NAMED = new RegExp(`(?:^|[^\\w-])(?:${groups.map((group) => group.replaceAll('.', '\\.')).join('|')})(?![\\w-])`);
  const ofClusters = new Set(TOOLS.flatMap((tool) => (tool.isPlatform ? tool.rows : [])).map(({ plural }) => plural));
  const plurals = new Set(rows.map(({ plural }) => plural).filter((plural) => !ofClusters.has(plural)));
  const outside = sources.filter((source) => !isIn(source, 'base/tools'));

  /** The code of a source without comments and sentences, which can name what they are about. */
  function codeOf(source: string): string {
    const code = textOf(source).replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
    return code.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (text) => (/\s/.test(text) ? "''" : text));
  }

  /** Texts that name a group, such as `argoproj.io/v1alpha1`. */
  function groupsIn(source: string): string[] {
    return [...codeOf(source).matchAll(/['"`]([^'"`\s]+)['"`]/g)].flatMap(([, text = '']) => (NAMED.test(text) ? [text] : []));
  }

  /** The kinds of tools that permissions are looked for on, by their plural. */
  function pluralsIn(source: string): string[] {
    const lists = [...codeOf(source).matchAll(/\bresources: \[([^\]]*)\]/g)].map(([, list = '']) => list);
    return lists.flatMap((list) => [...list.matchAll(/'([a-z]+)'/g)].flatMap(([, name = '']) => (plurals.has(name) ? [name] : [])));
  }

  it.each(outside.filter((source) => !Object.hasOwn(EXCEPTIONS, source)))('and not in %s', (source) => {
    expect([...groupsIn(source), ...pluralsIn(source)]).toEqual([]);
  });

  it('and the exceptions are needed, and the table is found', () => {
    expect(Object.keys(EXCEPTIONS).filter((source) => groupsIn(source).length + pluralsIn(source).length === 0)).toEqual([]);
    expect(groupsIn('base/tools/argo-cd.ts')).toContain('argoproj.io');
    expect(groupsIn('base/tools/flux.ts')).toContain('kustomize.toolkit.fluxcd.io');
  });
});

describe('sentences', () => {
  // A sentence that somebody words better must not change what is reported.
  const PARSED =
    /\b(?:message|headline|advice)\.(?:match|matchAll|search|split|startsWith|endsWith|includes|indexOf|replace|slice)\(|\.(?:test|exec)\((?:\w+\.)*(?:message|headline|advice)\)/;
  const EXCEPTIONS: Readonly<Record<string, string>> = {
    'report/review/alike-findings.ts': 'asks whether sentences are alike, or say two values already; it takes nothing from them',
  };

  it.each(sources.filter((source) => isIn(source, 'olm', 'review', 'report', 'repository/read', 'cli')))(
    'are made, and nothing is read from them: %s',
    (source) => {
      expect(source in EXCEPTIONS ? undefined : PARSED.exec(textOf(source))?.[0]).toBeUndefined();
    },
  );

  it('are meant: the exceptions still do it', () => {
    expect(Object.keys(EXCEPTIONS).filter((source) => !PARSED.test(textOf(source)))).toEqual([]);
  });
});

describe('functions', () => {
  const MAX_LINES = 60;
  /** Functions that have more, by file and name, with the lines that they may have: they can become shorter, and not longer. */
  const LONG: Readonly<Record<string, number>> = {
    'olm/rules/order/lifecycle.ts lifecycle': 196,
    'repository/input/read-input.ts clusterFrom': 87,
    'repository/units/units.ts unitsOfTree': 92,
  };

  interface Node {
    readonly type: string;
    readonly start: number;
    readonly end: number;
    readonly body?: unknown;
    /** The name of a function, or of what it is the value of. */
    readonly id?: { readonly name?: string } | null;
    readonly key?: { readonly name?: string };
  }

  const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

  /** The functions of a source, those inside of others included. */
  function functionsIn(value: unknown, parent?: Node): { readonly name: string; readonly node: Node }[] {
    if (Array.isArray(value)) return value.flatMap((one) => functionsIn(one, parent));
    if (!isNode(value)) return [];
    const inside = Object.values(value).flatMap((one) => functionsIn(one, value));
    if (!value.type.includes('Function') || !value.body) return inside;
    const name = value.id?.name ?? parent?.id?.name ?? parent?.key?.name ?? 'a function without a name';
    return [{ name, node: value }, ...inside];
  }

  /** The lines of long functions by their names; of two with one name, those of both. */
  function longIn(text: string, max: number): Map<string, number> {
    const found = new Map<string, number>();
    for (const { name, node } of functionsIn(parseAst(text, { lang: 'ts' }))) {
      const lines = text.slice(node.start, node.end).split('\n').length;
      if (lines > max) found.set(name, (found.get(name) ?? 0) + lines);
    }
    return found;
  }

  const long = sources.flatMap((source) =>
    [...longIn(textOf(source), MAX_LINES)].map(([name, lines]) => ({ name: `${source} ${name}`, lines })),
  );

  it('have at most 60 lines', () => {
    expect(long.filter(({ name, lines }) => lines > (LONG[name] ?? 0))).toEqual([]);
    // What became short has no place in the list.
    expect(Object.keys(LONG).filter((name) => !long.some((one) => one.name === name))).toEqual([]);
  });

  it('are seen by the test: declarations, methods, and functions in functions', () => {
    const text =
      'export function outer(): void {\n  const inner = () => {\n    work();\n  };\n}\nclass One {\n  private two(): void {\n    work();\n  }\n}\n' +
      'run(() => {\n  work();\n});\nfunction short() {}\n';
    expect([...longIn(text, 2)]).toEqual([
      ['outer', 5],
      ['inner', 3],
      ['two', 3],
      ['a function without a name', 3],
    ]);
  });
});

describe('imports/', () => {
  it('stands on nothing of src', () => {
    expect(readFileSync(join(SRC, '../imports/operators.coreos.com.ts'), 'utf8')).not.toMatch(/from '\.\.?\//);
  });
});
