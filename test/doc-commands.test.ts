/**
 * The commands of README and docs that are marked `# in your repository`, in one laid out like those that people have: bases,
 * overlays, Applications, and no catalog; then with one.
 */
import { expect, it } from 'vitest';
import { group, namespace, serviceAccount, subscription } from './support/build.js';
import { bundleFiles } from './support/bundle-files.js';
import { cli, inFolder, manifests } from './support/command-line.js';
import { DOC_BLOCKS } from './support/doc-blocks.js';
import { contentOf, folderOf } from './support/files.js';
import { committed } from './support/git.js';
import { describeWith, program } from './support/needs.js';

const LINES = DOC_BLOCKS.filter(({ mark }) => mark === 'in your repository').flatMap(({ commands }) => commands.split('\n'));
const RUN = [...new Set(LINES.flatMap((line) => /^cdk8s-olm .*?(?=\s+#|$)/.exec(line) ?? []))];

/** What is in the repository, with what cdk8s makes, and what an earlier rendering wrote. */
function filesWith(more: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const etcd = {
    'kustomization.yaml': 'resources: [etcd.yaml]\n',
    'etcd.yaml': manifests(
      namespace('team-a'),
      group('team-a/group', { targets: ['team-a'] }),
      serviceAccount('team-a/etcd'),
      subscription('team-a/etcd', { channel: 'stable' }),
    ),
  };
  const folder = folderOf({
    '.git/HEAD': '',
    ...Object.fromEntries(['base/etcd', 'dist'].flatMap((at) => Object.entries(etcd).map(([name, text]) => [`${at}/${name}`, text]))),
    'clusters/prod/kustomization.yaml': 'resources: [../../base/etcd]\n',
    'clusters/test/kustomization.yaml': `resources: [../../base/etcd]
patches:
  - target: { kind: Subscription }
    patch: '[{ "op": "replace", "path": "/spec/channel", "value": "alpha" }]'
`,
    'apps/prod.yaml': manifests({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'prod', namespace: 'argocd' },
      spec: { source: { path: 'clusters/prod' } },
    } as never),
    ...more,
  });
  inFolder(folder, () => cli(['render', 'clusters/prod', '-o', 'rendered/prod']));
  return Object.fromEntries(Object.entries(contentOf(folder)).filter(([path]) => !/^\.git\/|\/$/.test(path)));
}

const FILES = new Map<object, Readonly<Record<string, string>>>();

/** A repository of git with `origin/main`. */
function repository(more: Readonly<Record<string, string>>): string {
  const files = FILES.get(more) ?? filesWith(more);
  FILES.set(more, files);
  return committed(files, ['update-ref', 'refs/remotes/origin/main', 'HEAD']);
}

const PLAIN = {};
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
    const without = inFolder(repository(PLAIN), () => cli(words));
    // What runs without OLM needs the operators.
    if (words.includes('--install')) expect(without.err).toContain('--allow-unknown-operators');
    else expect([0, 1], without.err).toContain(without.code);
  });

  it('is all that such a block has', () => {
    expect(RUN.length).toBeGreaterThan(4);
    expect(LINES.filter((line) => line !== '' && !/^(#|cdk8s-olm )/.test(line))).toEqual([]);
  });
});
