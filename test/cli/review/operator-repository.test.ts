/** The repository of an operator itself: its bundle, and the base that operator-sdk generates it from. */
import { afterEach, describe, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { history } from '../../support/git.js';

const start = process.cwd();
afterEach(() => process.chdir(start));

const RULES = {
  apart: `
          - apiGroups: [apps]
            resources: [deployments]
            verbs: [get, list]
          - apiGroups: [""]
            resources: [pods]
            verbs: [get]
          - apiGroups: [""]
            resources: [nodes]
            verbs: [get]`,
  joined: `
          - apiGroups: [""]
            resources: [nodes, pods]
            verbs: [get]
          - apiGroups: [apps]
            resources: [deployments]
            verbs: [list, get]`,
  more: `
          - apiGroups: [""]
            resources: [nodes, pods, secrets]
            verbs: [get]`,
};

const WIDER = `${RULES.joined}
          - apiGroups: [""]
            resources: [secrets]
            verbs: [get]`;

const csv = (rules: string): string => `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: till.v0.0.1
  namespace: placeholder
spec:
  version: 0.0.1
  installModes:
    - {type: AllNamespaces, supported: true}
  install:
    strategy: deployment
    spec:
      clusterPermissions:
        - serviceAccountName: till
          rules:${rules}
      deployments: []
`;
const ANNOTATIONS =
  'annotations: {operators.operatorframework.io.bundle.package.v1: till, operators.operatorframework.io.bundle.mediatype.v1: registry+v1}\n';
const bundle = (rules: string): string =>
  folderOf({ 'manifests/till.clusterserviceversion.yaml': csv(rules), 'metadata/annotations.yaml': ANNOTATIONS });

describe('the bundle of an operator', () => {
  it('is the same if its rules are written in another way', () => {
    const { out, code } = cli(['review', bundle(RULES.apart), bundle(RULES.joined)]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^No (change in meaning|new permissions)/m)]);
    expect(out).not.toContain('object-not-reviewed');
  });

  it('grants more if its rules do', () => {
    const { out } = cli(['review', bundle(RULES.joined), bundle(RULES.more)]);
    expect(out).toMatch(/^Grants more: .*secrets/m);
  });
});

describe('the base of a bundle', () => {
  const base = (rules: string, more = {}): string =>
    folderOf({ 'config/manifests/bases/till.clusterserviceversion.yaml': csv(rules), ...more });

  it('is no operator: nobody applies it', () => {
    const { out, code } = cli(['check', base(RULES.apart)]);
    expect([code, out]).toEqual([0, expect.stringContaining('no CSVs, no findings')]);
  });

  it('is compared by its fields', () => {
    const { out } = cli(['review', base(RULES.apart), base(RULES.more)]);
    expect(out).toContain('till.v0.0.1');
    expect(out).not.toMatch(/^No change in meaning/m);
  });

  it('is an operator where a group runs it', () => {
    const group = 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: all, namespace: placeholder}\n';
    const { out } = cli(['check', base(RULES.apart, { 'group.yaml': group })]);
    expect(out).toMatch(/^placeholder +till\.v0\.0\.1/m);
  });
});

describe('the repository of an operator', () => {
  const repository = (rules: string, more: Readonly<Record<string, string>> = {}): string =>
    folderOf({
      'bundle/manifests/till.clusterserviceversion.yaml': csv(rules).replace('  namespace: placeholder\n', ''),
      'bundle/metadata/annotations.yaml': ANNOTATIONS,
      'config/manifests/bases/till.clusterserviceversion.yaml': csv(RULES.apart),
      'config/manager/manager.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: till-system\n',
      ...more,
    });
  const UNITS = {
    'config/a/kustomization.yaml': 'resources: [../manager/manager.yaml]\n',
    'config/b/kustomization.yaml': 'resources: [../manager/manager.yaml]\n',
  };
  const SUBSCRIPTION = {
    'deploy/subscription.yaml':
      'apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: other, namespace: till-system}\nspec: {name: other, channel: stable, source: s, sourceNamespace: olm}\n',
  };

  it.each([
    ['as one', {}],
    ['unit by unit', UNITS],
  ])('is judged by its bundle, read %s', (_, more) => {
    expect(cli(['check', repository(RULES.apart, more)]).out).toMatch(/^(bundle +)?till +.*till\.v0\.0\.1/m);
  });

  it.each([
    ['as one', {}],
    ['unit by unit', UNITS],
  ])('is compared by its bundle, read %s', (_, more) => {
    const { out } = cli(['review', repository(RULES.joined, more), repository(WIDER, more)]);
    expect(out).toMatch(/^Grants more: ServiceAccount till\/till can .*secrets/m);
    const less = cli(['review', repository(WIDER, more), repository(RULES.joined, more)]);
    expect(less.out).toMatch(/^Grants less: .*secrets/m);
  });

  it('is compared next to Subscriptions of other operators', () => {
    const { out } = cli(['review', repository(RULES.joined, SUBSCRIPTION), repository(WIDER, SUBSCRIPTION)]);
    expect(out).toMatch(/^Grants more: ServiceAccount till\/till can .*secrets/m);
    expect(out).not.toContain('not-compared');
  });

  it('does not assume a place where other manifests install operators', () => {
    expect(cli(['check', repository(RULES.apart, SUBSCRIPTION)]).out).not.toContain('this assumes that the bundle');
    expect(cli(['check', repository(RULES.apart, { ...UNITS, ...SUBSCRIPTION })]).out).not.toContain('this assumes that the bundle');
  });

  const GROUP = 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: g, namespace: till}\n';
  it.each([
    ['elsewhere', {}, /^Grants more: .*secrets/m],
    ['where the bundle would be', { 'deploy/group.yaml': GROUP }, /error\[not-compared\].*till\.v0\.0\.1/],
  ])('is never harmless because a change adds objects of OLM %s', (_, added, expected) => {
    const { out, code } = cli(['review', repository(RULES.joined), repository(WIDER, { ...SUBSCRIPTION, ...added })]);
    expect([code, out]).toEqual([1, expect.stringMatching(expected)]);
  });
});

it.each(['csv.yaml', 'deploy/till/1.0.0/till.yaml', 'config/bases/till.yaml', 'xconfig/manifests/bases/till.yaml'])(
  'a CSV in the namespace of bases is an operator where it is no base: %s',
  (path) => {
    const settings = { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\n' };
    const { out, code } = cli(['review', folderOf(settings), folderOf({ ...settings, [path]: csv(RULES.more) })]);
    expect([code, out]).toEqual([1, expect.stringMatching(/^Grants more: ServiceAccount placeholder\//)]);
  },
);

describe('the base of a bundle that comes to ask for more', () => {
  const application =
    'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a, namespace: argocd}\nspec: {project: default, destination: {server: https://kubernetes.default.svc}, source: {repoURL: https://example.com/r, path: config/manifests/bases}}\n';
  const base = (rules: string): Readonly<Record<string, string>> => ({
    'config/manifests/bases/till.clusterserviceversion.yaml': csv(rules),
  });

  it('is an error where something applies it', () => {
    process.chdir(history({ 'argo/a.yaml': application, ...base(RULES.apart) }, base(RULES.more)));
    const { out, code } = cli(['review', 'git:main^', 'git:main']);
    expect([code, out]).toEqual([1, expect.stringMatching(/error\[object-not-reviewed\].*till\.v0\.0\.1/)]);
  });

  it('is a warning elsewhere', () => {
    const { out } = cli(['review', folderOf(base(RULES.apart)), folderOf(base(RULES.more))]);
    expect(out).toMatch(/warning\[object-not-reviewed\].*till\.v0\.0\.1/);
  });
});
