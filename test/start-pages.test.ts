/** docs/start: the commands of each page, run from its first to its last as they are written, print what the page shows, in a copy of examples/start. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOf } from './support/files.js';
import { describeWith, program } from './support/needs.js';

const ROOT = join(import.meta.dirname, '..');
const CATALOG = join(ROOT, 'examples/gitops/catalog');
const PAGES = readdirSync(join(ROOT, 'docs/start'));

interface Step {
  readonly commands: string;
  /** What the page shows of what they print. */
  readonly shown: readonly string[];
}

function stepsOf(page: string): Step[] {
  const text = readFileSync(join(ROOT, 'docs/start', page), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```)?/gms)].map(([, commands = '', shown = '']) => ({
    commands,
    shown: shown.split('\n').filter((line) => line !== ''),
  }));
}

/** The catalog is a folder here, in place of its image; so are the bundles that `--vendor` gets of it. */
const PROGRAM = `#!/bin/sh
node=${process.execPath} bin=${join(ROOT, 'lib/bin.js')} catalog=${CATALOG}
for word; do
  shift
  case $word in
    platform-catalog=*) word=platform-catalog=$catalog ;;
    --vendor) mkdir -p "$1" && cp -r "$catalog/stonedb" "$1" ;;
  esac
  set -- "$@" "$word"
done
exec "$node" "$bin" "$@"
`;

function repository(): (script: string) => string {
  const folder = folderOf();
  const [work, bin] = [join(folder, 'work'), join(folder, 'bin')];
  cpSync(join(ROOT, 'examples/start'), work, { recursive: true });
  mkdirSync(bin);
  writeFileSync(join(bin, 'cdk8s-olm'), PROGRAM);
  chmodSync(join(bin, 'cdk8s-olm'), 0o755);
  const own = { GIT_CONFIG_NOSYSTEM: '1', HOME: folder, XDG_CACHE_HOME: folder };
  const author = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [`GIT_${who}_NAME=a`, `GIT_${who}_EMAIL=a@example.com`].map((one) => one.split('='))),
  );
  const env = { PATH: [bin, process.env.PATH].join(delimiter), ...own, ...author };
  const sh = (script: string): string => {
    const { status, stdout, stderr } = spawnSync('sh', ['-ec', script], { cwd: work, encoding: 'utf8', env });
    expect([status, `${stderr}${stdout}`]).toEqual([0, expect.anything()]);
    return `${stderr}${stdout}`;
  };
  sh('git init --quiet --initial-branch main && git add . && git commit --quiet --message start');
  return sh;
}

describeWith([program('kubectl')], 'a page from nothing to the first pull request', () => {
  it.each(PAGES)('has commands that run one after the other, and print what it shows: %s', { timeout: 60_000 }, (page) => {
    const sh = repository();
    const steps = stepsOf(page);
    expect(steps.length).toBeGreaterThan(3);
    for (const { commands, shown } of steps) {
      const printed = sh(commands);
      for (const line of shown) expect(printed).toContain(line);
    }
  });

  it.each(PAGES)('is linked from README and from docs/ways.md: %s', (page) => {
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(`(docs/start/${page})`);
    expect(readFileSync(join(ROOT, 'docs/ways.md'), 'utf8')).toContain(`(start/${page})`);
  });
});
