import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeWith } from './support/needs.js';

const ROOT = join(import.meta.dirname, '..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const { repository, devDependencies } = JSON.parse(textOf('package.json')) as {
  repository: { url: string };
  devDependencies: Record<string, string>;
};

describe('the repository of package.json', () => {
  it('is the one that the pages name', () => {
    const named = [...textOf('docs/review.md').matchAll(/uses: (\S+\/cdk8s-olm)@/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set([/github\.com\/(.*)\.git$/.exec(repository.url)?.[1]]));
  });
});

describeWith([{ isThere: existsSync(join(ROOT, 'lib')), what: 'npm run build' }], 'the published package (after npm run build)', () => {
  let packed: string[] = [];

  beforeAll(() => {
    const argv = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const [{ files }] = JSON.parse(execFileSync('npm', argv, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    packed = files.map(({ path }: { path: string }) => path);
  }, 120_000);

  it('has what is used, and nothing else', () => {
    const places = packed.map((path) => path.replace(/^(lib\/(?:chunks|types)|docs)\/.*/, '$1/'));
    expect([...new Set(places)].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'docs/',
      'lib/THIRD-PARTY.txt',
      'lib/bin.js',
      'lib/bin.js.map',
      'lib/chunks/',
      'lib/core.js',
      'lib/core.js.map',
      'lib/imports.js',
      'lib/imports.js.map',
      'lib/index.js',
      'lib/index.js.map',
      'lib/package.json',
      'lib/types/',
      'package.json',
    ]);
  });

  it('comes with the licences of the libraries that it contains', () => {
    const licences = textOf('lib/THIRD-PARTY.txt');
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    // No entry leads to registry/.
    const bundled = sources.filter((file) => !file.startsWith('registry/'));
    const code = bundled.map((file) => textOf(join('src', file))).join('\n');
    const imported = new Set([...code.matchAll(/\bfrom '((?:@[^/']+\/)?[^/']+)/g)].map(([, name = '']) => name));
    const libraries = Object.keys(devDependencies).filter(
      (name) => imported.has(name) && !/^(?:cdk8s|cdk8s-plus-\d+|constructs)$/.test(name),
    );
    expect(libraries.length).toBeGreaterThan(8);
    expect(libraries.filter((name) => !new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(.+\\)$`, 'm').test(licences))).toEqual([]);
  });

  it('loads no library that it does not contain', () => {
    const code = packed
      .filter((path) => path.endsWith('.js'))
      .map(textOf)
      .join('\n');
    const loaded = new Set([...code.matchAll(/\brequire\("([^".][^"]*)"\)/g)].map(([, name = '']) => name));
    expect([...loaded].filter((name) => !isBuiltin(name)).sort()).toEqual(['cdk8s', 'constructs']);
  });
});
