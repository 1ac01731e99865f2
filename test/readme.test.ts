import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli, inFolder } from './support/command-line.js';

const ROOT = join(import.meta.dirname, '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const PAGES = [
  'README.md',
  'examples/tenants/README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The fenced console blocks of all pages that show what a command prints. */
const TRANSCRIPTS = PAGES.flatMap((page) =>
  blocks('console', readFileSync(join(ROOT, page), 'utf8'))
    .filter((block) => block.split('\n').some((line) => line !== '' && !line.startsWith('$ ')))
    .map((block): [page: string, block: string] => [page, block]),
);

/** The fenced blocks of one language, in order. */
function blocks(language: string, page = README): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map((match) => match[1] ?? '');
}

describe('the README and the pages of docs', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cdk8s-olm-readme-'));
    cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules', 'cdk8s-olm'));
    for (const name of ['cdk8s', 'constructs']) symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs `$ command` lines and gives the text as a terminal would show it. */
  function transcript(commands: readonly string[]): string {
    return commands
      .map((command) => {
        const [, run = '', first] = /^(.*?)(?: \| head -n (\d+))?$/.exec(command) ?? [];
        const [program = '', ...argv] = run.split(' ');
        if (program === 'cdk8s-olm') {
          const { out, err } = inFolder(folder, () => cli(argv));
          const lines = out.split('\n');
          return `$ ${command}\n${err}${first === undefined || lines.length <= Number(first) ? out : `${lines.slice(0, Number(first)).join('\n')}\n`}`;
        }
        const { stdout, stderr } = spawnSync(program, argv, { cwd: folder, encoding: 'utf8' });
        return `$ ${command}\n${stderr}${stdout}`;
      })
      .join('');
  }

  it.each(TRANSCRIPTS)('show what the commands print: %s: %s', (_, block) => {
    const commands = [...block.matchAll(/^\$ (.*)$/gm)].map((match) => match[1] ?? '');
    rmSync(join(folder, 'rendered'), { recursive: true, force: true });
    expect(transcript(commands)).toBe(block);
  });

  it('show a file as it is rendered', () => {
    const [shown = ''] = blocks('yaml', readFileSync(join(ROOT, 'examples/tenants/README.md'), 'utf8'));
    transcript(['cdk8s-olm render examples/tenants -o rendered']);
    expect(readFileSync(join(folder, 'rendered/ns-payments-production.k8s.yaml'), 'utf8')).toContain(shown);
  });

  it('have a TypeScript example that runs and writes what it says', () => {
    const [example = ''] = blocks('ts');
    // An empty app: nothing but the packages.
    const app = join(folder, 'app');
    mkdirSync(app);
    symlinkSync(join(folder, 'node_modules'), join(app, 'node_modules'));
    writeFileSync(join(app, 'app.mjs'), example);
    execFileSync(process.execPath, ['app.mjs'], { cwd: app });
    const said = [...(/app\.synth\(\); \/\/ (.*)/.exec(example)?.[1] ?? '').matchAll(/dist\/(\S+?)(?:,|$)/g)].map((match) => match[1]);
    expect(readdirSync(join(app, 'dist')).sort()).toEqual(said.sort());
  });

  it('have a TypeScript example of the review, which runs', () => {
    const [, example = ''] = /^```ts\n(.*?)^```$/ms.exec(readFileSync(join(ROOT, 'docs/review.md'), 'utf8')) ?? [];
    writeFileSync(join(folder, 'review.mjs'), example);
    expect(execFileSync(process.execPath, ['review.mjs'], { cwd: folder, encoding: 'utf8' })).toBe(
      "[\n  'error confused-deputy',\n  'error role-escalation',\n  'warning role-write'\n] 2\n3\n<!-- cdk8s-olm review -->\n",
    );
  });

  it('have the two commands of a fresh clone, each on a line of its own', () => {
    expect(README.match(/^npm ci && npm .*$/gm)).toEqual(['npm ci && npm run synth', 'npm ci && npm test']);
  });

  it('name no command that package.json does not have', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    const named = [...README.matchAll(/npm run (\w+)/g)].map((match) => match[1] ?? '');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
