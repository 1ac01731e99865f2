/**
 * The commands of README and docs in a repository laid out like those that people have: bases, overlays, Applications, and no
 * catalog; then with one. What other tests run, in `console` blocks with what is printed, is not run again.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { group, namespace, serviceAccount, subscription } from './support/build.js';
import { bundleFiles } from './support/bundle-files.js';
import { cli, manifests } from './support/command-line.js';
import { folderOf } from './support/files.js';
import { describeWith, program } from './support/needs.js';

const ROOT = join(import.meta.dirname, '..');
const PAGES = ['README.md', ...readdirSync(join(ROOT, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))];

/** Why a command of the docs is not run here: it needs a cluster, a registry, a shell, another program or what another command wrote. */
const ELSEWHERE = [/ --context /, / <\(/, /^cdk8s-olm lock /, /^cdk8s-olm report merge /];

const COMMANDS = PAGES.flatMap((page) => {
  const blocks = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1] ?? '');
  return blocks.flatMap((block) => block.split('\n')).flatMap((line) => /^cdk8s-olm .*?(?=\s+#|$)/.exec(line) ?? []);
});
const RUN = [...new Set(COMMANDS)].filter((command) => !ELSEWHERE.some((reason) => reason.test(command)));

/** A repository of git with `origin/main`. */
function repository(more: Readonly<Record<string, string>>): string {
  const folder = folderOf({
    'base/etcd/kustomization.yaml': 'resources: [etcd.yaml]\n',
    'base/etcd/etcd.yaml': manifests(
      namespace('team-a'),
      group('team-a/group', { targets: ['team-a'] }),
      serviceAccount('team-a/etcd'),
      subscription('team-a/etcd', { channel: 'stable' }),
    ),
    'clusters/prod/kustomization.yaml': 'resources: [../../base/etcd]\n',
    'clusters/test/kustomization.yaml': `resources: [../../base/etcd]
patches:
  - target: { kind: Subscription }
    patch: '[{ op: replace, path: /spec/channel, value: alpha }]'
`,
    'apps/prod.yaml': manifests({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'prod', namespace: 'argocd' },
      spec: { source: { path: 'clusters/prod' } },
    } as never),
    ...more,
  });
  // What cdk8s makes, and what an earlier rendering wrote.
  cpSync(join(folder, 'base/etcd'), join(folder, 'dist'), { recursive: true });
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
  };
  git('init', '-q');
  inFolder(folder, () => cli(['render', 'clusters/prod', '-o', 'rendered/prod']));
  git('add', '-A');
  git('commit', '-qm', 'a');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  return folder;
}

function inFolder<T>(folder: string, work: () => T): T {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return work();
  } finally {
    process.chdir(before);
  }
}

const CATALOG = {
  '.cdk8s-olm.yaml': 'options:\n  catalog: [catalog]\n',
  ...Object.fromEntries(
    Object.entries(bundleFiles('etcd/0.9.4', { channels: 'stable,alpha' })).map(([path, text]) => [`catalog/${path}`, text]),
  ),
};

describeWith([program('kubectl')], 'a command of the docs', () => {
  it.each(RUN)('answers without a catalog, and with one: %s', (command) => {
    const [, ...words] = command.split(' ').filter((word) => word !== '');
    const { code, err } = inFolder(repository(CATALOG), () => cli(words));
    expect([0, 1], err).toContain(code);
    const without = inFolder(repository({}), () => cli(words));
    // What runs without OLM needs the operators.
    if (words.includes('--install')) expect(without.err).toContain('--allow-unknown-operators');
    else expect([0, 1], without.err).toContain(without.code);
  });

  it('is run, or needs what is not here', () => {
    expect(RUN.length).toBeGreaterThan(10);
    expect(ELSEWHERE.filter((reason) => !COMMANDS.some((command) => reason.test(command)))).toEqual([]);
  });
});
