import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { csv, group, namespace } from '../../support/build.js';
import { cli, manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { committed, git } from '../../support/git.js';
import { itWith, program } from '../../support/needs.js';
import { asking, READ_PODS } from '../../support/permissions.js';

const subscription = (name: string, source = 'redhat-operators'): string =>
  `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: ${name}, namespace: openshift-operators}\nspec: {name: ${name}, channel: stable, source: ${source}, sourceNamespace: openshift-marketplace}\n`;
const role = (verb: string): string =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: r}\nrules: [{apiGroups: [""], resources: [pods], verbs: [${verb}]}]\n`;

const BROKEN_MANIFEST = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x\n  foo: [\n';
/** What nobody lists, and nobody can read. */
const BROKEN = {
  'plain/broken.yaml': BROKEN_MANIFEST,
  'plain/template.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Values.x }}\n',
  'plain/vault.yaml': '$ANSIBLE_VAULT;1.1;AES256\n3339\n',
  'plain/test/a.yaml': role('get'),
  'plain/test/b.yaml': role('list'),
};
const SUBSCRIPTION = { 'plain/subscription.yaml': subscription('kettle') };
const NO_REASON = 'broken or a template';

const START = process.cwd();
afterEach(() => process.chdir(START));

/** The working folder against its commit. */
function review(folder: string, ...more: string[]): ReturnType<typeof cli> {
  process.chdir(folder);
  return cli(['review', 'git:HEAD', '.', ...more]);
}

describe('a broken file that nothing lists', () => {
  it('stops no check of a repository if it is no manifest, and is named once at the end', () => {
    const files = { ...BROKEN, 'plain/broken.yaml': 'services: {\n' };
    const { code, out, err } = cli(['check', folderOf({ '.git/HEAD': '', ...files, ...SUBSCRIPTION })]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('kettle');
    expect(out.split('\n').at(-2)).toMatch(/^not read: .*; and 3 more files, such as /);
  });

  it('fails the check of a repository if it is a manifest, and the rest is judged', () => {
    const { code, out, err } = cli(['check', folderOf({ '.git/HEAD': '', ...BROKEN, ...SUBSCRIPTION })]);
    expect(code).toBe(2);
    expect(err).toMatch(/error\[NOT_YAML\] .*broken\.yaml:4:6/);
    expect(out).toContain('kettle');
    expect(out.split('\n').at(-2)).toMatch(/^not read: .*; and 2 more files, such as /);
  });

  it('stops the check of a folder that somebody names', () => {
    const folder = folderOf({ ...BROKEN, ...SUBSCRIPTION });
    expect(cli(['check', folder]).code).toBe(2);
  });

  it('stops a check where nothing else is there, with what is wrong', () => {
    const { code, err } = cli(['check', folderOf({ '.git/HEAD': '', 'a.yaml': BROKEN_MANIFEST })]);
    expect(code).toBe(2);
    expect(err).toContain('NOT_YAML');
  });

  describe.each([
    ['in one whole', {}],
    ['in a unit', { 'a/kustomization.yaml': 'namePrefix: a-\nresources: [../b]\n', 'b/kustomization.yaml': 'resources: []\n' }],
  ])('%s', (_, others) => {
    const start = (): string => committed({ ...BROKEN, ...SUBSCRIPTION, ...others });

    itWith([program('git')], 'stops no review that does not change it, and is listed at the end', () => {
      const folder = start();
      writeFileSync(join(folder, 'plain/subscription.yaml'), subscription('kettle', 'evil'));
      const { code, out } = review(folder, '--all');
      expect(code).toBe(1);
      expect(out).toContain('spec.source changes from redhat-operators to evil');
      expect(out).not.toContain('foreign-configuration');
      expect(out).toMatch(/\nUnread files that did not change\n(?:.*\n)*.*plain\/template\.yaml: it is broken or a template/);
    });

    itWith([program('git')], 'is told by its lines where it changes', () => {
      const folder = start();
      writeFileSync(join(folder, 'plain/template.yaml'), `${BROKEN['plain/template.yaml']}data: {source: evil}\n`);
      writeFileSync(join(folder, 'plain/vault.yaml'), `${BROKEN['plain/vault.yaml']}3333\n`);
      const { code, out } = review(folder);
      expect(code).toBe(0);
      expect(out).not.toContain('No change in meaning');
      expect(out).toMatch(new RegExp(`file-changed.*plain/template\\.yaml: .*evil.*${NO_REASON}`));
      expect(out).toMatch(/file-changed.*plain\/vault\.yaml: changes; it was not read, because it is encrypted/);
    });

    itWith([program('git')], 'stops the review that breaks it', () => {
      const folder = start();
      writeFileSync(join(folder, 'plain/subscription.yaml'), 'a: [');
      const { code, err } = review(folder);
      expect(code === 2 || code === 1).toBe(true);
      expect(err).toMatch(/plain\/subscription\.yaml:1/);
      expect(err).not.toContain('vault.yaml');
    });

    itWith([program('git')], 'that is a new template is told, with what it grants as an error', () => {
      const folder = start();
      writeFileSync(join(folder, 'plain/more.yaml'), `${role('"*"')}{{ if x }}\n`);
      const { code, out } = review(folder);
      expect(code).toBe(1);
      expect(out).toMatch(/error\[operator-file-changed\].*plain\/more\.yaml: is new/);
    });

    itWith([program('git')], 'that is read after the change brings its objects', () => {
      const folder = start();
      writeFileSync(join(folder, 'plain/broken.yaml'), subscription('pot'));
      expect(review(folder).out).toContain('Subscription openshift-operators/pot');
    });
  });
});

describe('questions about a whole repository', () => {
  /** A cluster beside a broken file. */
  const CLUSTER = {
    '.git/HEAD': '',
    'cluster.yaml': manifests(
      namespace('op'),
      group('op/kettles'),
      csv('op/kettle.v1', asking({ permissions: [{ serviceAccountName: 'robot', rules: [READ_PODS] }] })),
    ),
    'playbook.yml': '{{ filled in }}: [\n',
  };

  it.each([
    ['who-can', 'list', 'pods'],
    ['can-i', 'list', 'pods', '--as', 'system:serviceaccount:op:robot'],
    ['explain', 'sa/op/robot'],
    ['images'],
  ])('%s answers beside a broken file that nothing lists', (...words) => {
    const folder = folderOf(CLUSTER);
    const { code, out, err } = cli([...words.slice(0, 1), ...words.slice(1), folder]);
    expect(code).not.toBe(2);
    if (words[0] !== 'images') expect(out).toMatch(/robot|yes/);
    expect(err).toContain('playbook.yml');
  });

  it('a broken file that is named is asked for', () => {
    const folder = folderOf(CLUSTER);
    expect(cli(['who-can', 'list', 'pods', `${folder}/playbook.yml`]).code).toBe(2);
  });

  it('what is wrong with an object is for its author', () => {
    const folder = folderOf({
      ...CLUSTER,
      'group.yaml': 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: op}\nspec: []\n',
    });
    expect(cli(['who-can', 'list', 'pods', folder]).code).toBe(2);
  });
});

describe('a Subscription that ytt fills in', () => {
  const subscriptionBy = (source: string, channel = 'stable'): string =>
    subscription('kettle').replace(
      /spec:.*/,
      `spec:\n  name: #@ data.values.name\n  channel: ${channel}\n  source: ${source}\n  sourceNamespace: olm`,
    );
  const NAMESPACE = { 'deploy/ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: op}\n' };

  it.each([
    ['beside others', NAMESPACE],
    ['alone', {}],
  ])('stops no check and is named at the end, %s', (_, others) => {
    const { code, out } = cli(['check', folderOf({ '.git/HEAD': '', ...others, 'deploy/s.yaml': subscriptionBy('#@ data.values.s') })]);
    expect(code).toBe(0);
    expect(out).toMatch(/not read: .*deploy\/s\.yaml:\d+: a required field is missing/);
  });

  itWith([program('git')], 'stops no review: what changes in it is told, also in what ytt executes', () => {
    const folder = committed(NAMESPACE);
    const lineAfter = (text: string): string | undefined => {
      writeFileSync(join(folder, 'deploy/s.yaml'), text);
      const { code, out } = review(folder);
      expect(code).toBe(0);
      git(folder, 'add', '--all');
      git(folder, 'commit', '--quiet', '--message', 'x');
      return out.split('\n')[0];
    };
    expect(lineAfter(subscriptionBy('ours'))).toMatch(
      /^Permissions may change: File deploy\/s\.yaml: is new: .*spec\.source ours.* is new/,
    );
    expect(lineAfter(subscriptionBy('evil'))).toContain('spec.source changes from ours to evil;');
    expect(lineAfter(subscriptionBy('#@ data.values.s'))).toContain('spec.source changes from evil to #@ data.values.s;');
    expect(lineAfter(subscriptionBy('#@ data.values.t'))).toContain('spec.source changes from #@ data.values.s to #@ data.values.t;');
    expect(lineAfter(`#@ if data.values.x:\n${subscriptionBy('#@ data.values.t')}`)).toContain('#@ if data.values.x: is new;');
  });

  itWith([program('git')], 'that was plain before stops no review either', () => {
    const folder = committed({ ...NAMESPACE, 'deploy/s.yaml': subscription('kettle') });
    writeFileSync(join(folder, 'deploy/s.yaml'), subscriptionBy('#@ data.values.s'));
    const { code, out } = review(folder);
    expect(code).toBe(0);
    expect(out).toContain('File deploy/s.yaml: changes: Subscription kettle spec.name changes from kettle to #@ data.values.name');
  });
});
