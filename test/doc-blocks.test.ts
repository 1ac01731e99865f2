/** README and docs: the shell blocks of each page run from its first to its last, as they are written, in a fresh copy of the clone, and print what the page shows. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { DOC_BLOCKS, DOC_EXAMPLES, type DocBlock } from './support/doc-blocks.js';
import { folderOf } from './support/files.js';
import { describeWith, program } from './support/needs.js';

const ROOT = join(import.meta.dirname, '..');

/** What a block may need that a test does not have. */
const NEEDS = [
  'needs a cluster',
  'needs a registry',
  'needs the package registry',
  'needs a release',
  'needs a container builder',
  'needs an app',
  'in your repository',
];

const HERE = DOC_BLOCKS.filter(({ mark }) => mark === undefined);

/** Examples are copied, as blocks write beside them; the rest of the clone is only read. */
function clone(): { readonly folder: string; readonly env: NodeJS.ProcessEnv } {
  const home = folderOf();
  const [folder, bin] = [join(home, 'cdk8s-olm'), join(home, 'bin')];
  mkdirSync(folder);
  mkdirSync(bin);
  for (const name of readdirSync(ROOT)) if (!/^(\.git|examples|rendered.*)$/.test(name)) symlinkSync(join(ROOT, name), join(folder, name));
  cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
  writeFileSync(join(bin, 'cdk8s-olm'), `#!/bin/sh\nexec ${process.execPath} ${join(ROOT, 'lib/bin.js')} "$@"\n`);
  chmodSync(join(bin, 'cdk8s-olm'), 0o755);
  const author = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'a'],
      [`GIT_${who}_EMAIL`, 'a@example.com'],
    ]),
  );
  const { NODE_OPTIONS, PATH, TMPDIR } = process.env;
  const own = { PATH: [bin, PATH].join(delimiter), HOME: home, XDG_CACHE_HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  const env = { ...author, ...own, NODE_OPTIONS, TMPDIR };
  return { folder, env };
}

/** Runs the blocks in one shell, and gives what each prints; the last is where it stopped, if it did. */
function printed(blocks: readonly DocBlock[]): { readonly status: number | null; readonly of: readonly string[] } {
  const { folder, env } = clone();
  const script = ['exec 2>&1', 'set -e', ...blocks.map(({ commands }) => `echo '::block'\n${commands}`)].join('\n');
  const { status, stdout } = spawnSync('sh', ['-c', script], { cwd: folder, env, encoding: 'utf8' });
  return { status, of: stdout.split('::block\n').slice(1) };
}

describeWith([program('kubectl'), program('git')], 'the shell blocks of a page', () => {
  it.each([...new Set(HERE.map(({ page }) => page))])(
    'run in a clone, one after the other, and print what it shows: %s',
    { timeout: 60_000 },
    (page) => {
      const blocks = HERE.filter((block) => block.page === page);
      const { status, of } = printed(blocks);
      expect([status, status === 0 ? '' : of.at(-1)]).toEqual([0, '']);
      for (const [index, { shown }] of blocks.entries()) for (const line of shown) expect(of[index]).toContain(line);
    },
  );

  it('are as good as the examples within its sentences', () => {
    expect(DOC_EXAMPLES.length).toBeGreaterThan(3);
    const commands = DOC_EXAMPLES.map((command) => `${command} || [ $? -eq 1 ]`).join('\n');
    const { status, of } = printed([{ page: '', mark: undefined, shown: [], commands }]);
    expect([status, status === 0 ? '' : of.at(-1)]).toEqual([0, '']);
  });

  it('fail where one stops', () => {
    const block = { page: '', mark: undefined, shown: [] };
    expect(
      printed([
        { ...block, commands: 'true' },
        { ...block, commands: 'cdk8s-olm check no-such-folder' },
      ]).status,
    ).toBe(2);
  });

  it('say in one way what they need', () => {
    const marks = new Set(DOC_BLOCKS.flatMap(({ mark }) => mark ?? []));
    expect([...marks].filter((mark) => !NEEDS.includes(mark))).toEqual([]);
    expect(NEEDS.filter((need) => !marks.has(need))).toEqual([]);
  });
});
