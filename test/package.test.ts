import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isBuiltin } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeWith } from './support/needs.js';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: unknown;
  readonly licenses: unknown;
}

/** A bill of materials in CycloneDX's form. */
interface Bill {
  readonly components: readonly Component[];
  readonly dependencies: readonly { dependsOn: readonly string[] }[];
}

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
  let bytes = { toDownload: 0, onDisk: 0 };

  beforeAll(() => {
    const argv = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const [{ files, size, unpackedSize }] = JSON.parse(
      execFileSync('npm', argv, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    packed = files.map(({ path }: { path: string }) => path);
    bytes = { toDownload: size, onDisk: unpackedSize };
  }, 120_000);

  it('has what is used, and nothing else', () => {
    const places = packed.map((path) => path.replace(/^(lib\/(?:bundled|chunks|types)|docs)\/.*/, '$1/'));
    expect([...new Set(places)].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'docs/',
      'lib/THIRD-PARTY.txt',
      'lib/bin.js',
      'lib/bundled/',
      'lib/chunks/',
      'lib/core.js',
      'lib/imports.js',
      'lib/index.js',
      'lib/package.json',
      'lib/sbom.cdx.json',
      'lib/types/',
      'package.json',
    ]);
  });

  it('stays within its budget of bytes', () => {
    expect(bytes.toDownload).toBeLessThan(1_295_000);
    expect(bytes.onDisk).toBeLessThan(5_000_000);
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

  it('names the libraries that it contains as npm would', () => {
    const { components, dependencies } = JSON.parse(textOf('lib/sbom.cdx.json')) as Bill;
    const byNpm = JSON.parse(
      execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], { cwd: ROOT, encoding: 'utf8' }),
    ) as Bill;
    const told = new Map(byNpm.components.map((component) => [component.purl, component]));
    for (const { purl, hashes, licenses } of components) {
      expect(told.get(purl)).toMatchObject({ purl, licenses });
      // npm leaves it out of a package that another one brings along as well.
      if (told.get(purl)?.hashes) expect(hashes).toEqual(told.get(purl)?.hashes);
    }
    expect(components.filter(({ hashes }) => !hashes)).toEqual([]);
    const names = [...textOf('lib/THIRD-PARTY.txt').matchAll(/^(\S+) (\d+\.\d+\.\d+) \(/gm)].map(
      ([, name, version]) => `${name}@${version}`,
    );
    expect(components.map(({ name, version }) => `${name}@${version}`).sort()).toEqual(names.sort());
    const depended = new Set(dependencies.flatMap(({ dependsOn }) => dependsOn));
    expect(components.filter(({ purl }) => !depended.has(purl))).toEqual([]);
  });

  it('has npm audit ask for advisories of each of them', async () => {
    const { components } = JSON.parse(textOf('lib/sbom.cdx.json')) as Bill;
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks);
        const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
        const versions = Object.entries(JSON.parse(text) as Record<string, string[]>);
        asked.push(...versions.flatMap(([name, all]) => all.map((version) => `${name}@${version}`)));
        response.setHeader('content-type', 'application/json');
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const argv = ['audit', '--registry', `http://127.0.0.1:${port}`];
    const { stdout } = await promisify(execFile)('npm', argv, { cwd: join(ROOT, 'lib/bundled') });
    server.close();
    expect(stdout).toContain('found 0 vulnerabilities');
    expect(asked.sort()).toEqual(components.map(({ name, version }) => `${name}@${version}`).sort());
  });

  it('loads no library that it does not contain', () => {
    const code = packed
      .filter((path) => path.endsWith('.js'))
      .map(textOf)
      .join('\n');
    const loaded = new Set([...code.matchAll(/\brequire\("([^".][^"]*)"\)/g)].map(([, name = '']) => name));
    expect([...loaded].filter((name) => !isBuiltin(name)).sort()).toEqual(['cdk8s', 'constructs']);
  });

  /** What a run loads of lib/, in kB. */
  const loadedBy = (code: string): number => {
    const lib = join(ROOT, 'lib/');
    const sum = `process.on('exit', () => { const { statSync, writeFileSync } = require('node:fs');
      const own = Object.keys(require.cache).filter((file) => file.startsWith(${JSON.stringify(lib)}));
      writeFileSync(2, String(own.reduce((all, file) => all + statSync(file).size, 0))); });`;
    const { stderr } = spawnSync(process.execPath, ['-e', `${sum} ${code}`], { cwd: ROOT, encoding: 'utf8' });
    return Math.round(Number(stderr) / 1000);
  };
  const command = (...argv: string[]): string =>
    `process.argv.splice(1, 0, ...${JSON.stringify(['lib/bin.js', ...argv])}); require('./lib/bin.js')`;

  it.each([
    // Half of the 2,801 kB that it once was, because a constructs app does not review.
    ['the constructs', `require('./lib/index.js')`, 1_400],
    ['the version', command('--version'), 120],
    ['a check', command('check', 'examples/tenants', '--fail-on', 'never'), 2_980],
  ])('loads what %s needs', (_, code, most) => {
    const loaded = loadedBy(code);
    expect(loaded).toBeGreaterThan(50);
    expect(loaded).toBeLessThan(most);
  });
});
