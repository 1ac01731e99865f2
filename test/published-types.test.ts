import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf } from './support/files.js';
import { describeWith } from './support/needs.js';

const ROOT = join(import.meta.dirname, '..');

const { exports, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  exports: Record<string, string | { types: string }>;
  peerDependencies: Record<string, string>;
};
const entries = Object.entries(exports).flatMap(([name, target]) => (typeof target === 'string' ? [] : [[name, target.types] as const]));

/** What a declaration file imports, also within a type, but not in the example of a comment. */
function importsOf(file: string): string[] {
  const code = readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, '');
  return [...code.matchAll(/\bfrom ['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)|^import ['"]([^'"]+)['"]/gm)].map(
    ([, from, within, bare]) => from ?? within ?? bare ?? '',
  );
}

/** All declaration files that a user of an entry comes to, with the packages that each imports. */
function reachable(entry: string): Map<string, string[]> {
  const packages = new Map<string, string[]>();
  const open = [join(ROOT, entry)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (packages.has(file)) continue;
    const imports = importsOf(file);
    packages.set(
      file,
      imports.filter((name) => !name.startsWith('.')),
    );
    for (const name of imports) if (name.startsWith('.')) open.push(join(dirname(file), name.replace(/\.js$/, '.d.ts')));
  }
  return packages;
}

describeWith([{ isThere: existsSync(join(ROOT, 'lib')), what: 'npm run build' }], 'the types of the package (after npm run build)', () => {
  it.each(entries)('name no library of ours: %s', (_, types) => {
    const astray = [...reachable(types)].flatMap(([file, packages]) =>
      packages.filter((name) => !Object.hasOwn(peerDependencies, name)).map((name) => `${file.slice(ROOT.length + 1)}: ${name}`),
    );
    expect(astray).toEqual([]);
  });

  it('are all that is published', () => {
    const types = join(ROOT, 'lib/types');
    const published = readdirSync(types, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const needed = entries.flatMap(([, entry]) => [...reachable(entry).keys()].map((file) => relative(types, file)));
    expect(published.sort()).toEqual([...new Set(needed)].sort());
    expect(published).toContain('src/olm/model/cluster-service-version.d.ts');
  });

  it('all have names that are exported: declarations of other packages can be made of them', () => {
    const folder = folderOf({ 'package.json': '{ "type": "module" }' });
    const modules = join(folder, 'node_modules');
    cpSync(join(ROOT, 'lib/types'), join(modules, 'cdk8s-olm/lib/types'), { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(modules, 'cdk8s-olm/package.json'));
    for (const name of ['cdk8s', 'constructs', '@types', 'undici-types'])
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
    cpSync(join(ROOT, '.ci/consumer/library.ts'), join(folder, 'library.ts'));
    const options = ['--ignoreConfig', '--declaration', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
    const argv = [join(ROOT, 'node_modules/typescript/bin/tsc'), 'library.ts', '--skipLibCheck', ...options];
    const { stdout } = spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(readFileSync(join(folder, 'library.d.ts'), 'utf8')).toContain('import("cdk8s-olm").');
  });

  it('would be noticed if they named one', () => {
    const file = join(ROOT, 'build/src/base/manifest/check.d.ts');
    expect(reachable('build/src/base/manifest/check.d.ts').get(file)).toEqual(['zod']);
  });
});

describe('a name of the package', () => {
  /** Without what the root takes from core. */
  const exported = (file: string): string[] =>
    [...readFileSync(join(ROOT, 'src', file), 'utf8').matchAll(/^export (?:type )?\{([^}]*)\} from '(?!\.\/core)/gm)]
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => name !== '')
      .map((name) => name.split(' as ').at(-1) ?? name)
      .sort();

  it('means one thing: what the root and core both export is the same', () => {
    const core = exported('core.ts');
    expect(core).toContain('OperatorGroupData');
    // Types, which come from one file each.
    expect(exported('index.ts').filter((name) => core.includes(name))).toEqual([
      'Finding',
      'ObjectReference',
      'Problem',
      'ProblemError',
      'Resolution',
      'SourcePlace',
    ]);
  });
});
