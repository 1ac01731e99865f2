/** What OLM v0.30.0 is known to do, told in small clusters of our own: the profile `olm`. */
import { describe, expect, it } from 'vitest';
import { expand } from '../../src/base/kubernetes/copies.js';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { evaluate } from '../../src/olm/evaluate/evaluate.js';
import { type CsvFields, clusterOf, csv, group, namespace } from '../support/build.js';
import { asking, READ_PODS } from '../support/permissions.js';
import { names } from '../support/render.js';

const FOO: CsvFields = { owns: ['Foo.v1.example.com'] };
const PERMISSIONS = [{ serviceAccountName: 'sa', rules: [READ_PODS] }];
const FOO_WITH_ROLE: CsvFields = { ...FOO, ...asking({ permissions: PERMISSIONS }) };

interface Outcome {
  /** `Phase/Reason` by `namespace/name`. */
  readonly verdicts: Record<string, string>;
  /** `Kind namespace/name`, hashes cut off. */
  readonly objects: string[];
  readonly find: (name: string) => KubernetesObject | undefined;
}

function outcomeOf(...objects: readonly KubernetesObject[]): Outcome {
  const { resolution, rendered } = evaluate(clusterOf(...inOrder(objects)), { profile: 'olm' });
  const expanded = [...expand(rendered)];
  const labels = names(expanded);
  return {
    verdicts: Object.fromEntries(
      resolution.csvs.map(({ csv: { namespace, name }, verdict }) => [`${namespace}/${name}`, `${verdict.phase}/${verdict.reason}`]),
    ),
    objects: labels.map((name) => name.replace(/-[0-9A-Za-z]{35,38}$/, '')),
    find: (name) => expanded[labels.indexOf(name)],
  };
}

/** Objects are created in the order in which they are listed. */
function inOrder(objects: readonly KubernetesObject[]): KubernetesObject[] {
  return objects.map((object, minute) => ({
    ...object,
    metadata: { ...object.metadata, creationTimestamp: `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z` },
  }));
}

const OK = 'Succeeded/InstallSucceeded';
const CONFLICT = 'Failed/InterOperatorGroupOwnerConflict';

describe('target namespaces', () => {
  it('given twice count once', () => {
    const { verdicts, objects } = outcomeOf(
      namespace('t1'),
      group('op/g', { targets: ['t1', 't1'] }),
      csv('op/foo', { ...FOO_WITH_ROLE, modes: ['SingleNamespace'] }),
    );
    expect(verdicts).toEqual({ 'op/foo': OK });
    expect(objects.filter((name) => name.includes(' t1/'))).toEqual([
      'ClusterServiceVersion t1/foo',
      'Role t1/foo-sa',
      'RoleBinding t1/foo-sa',
    ]);
  });

  it.each([
    ['an empty list', group('op/g', { targets: [] })],
    ['an empty selector in the oldest version', { ...group('op/g', { selector: {} }), apiVersion: 'operators.coreos.com/v1alpha2' }],
  ])('are all namespaces for %s', (_, given) => {
    const { find, objects } = outcomeOf(namespace('t1'), given, csv('op/foo', FOO));
    expect(find('OperatorGroup op/g')).toMatchObject({ apiVersion: 'operators.coreos.com/v1', status: { namespaces: [''] } });
    expect(objects).toContain('ClusterServiceVersion t1/foo');
  });

  it('of a selector hold the own namespace only where it matches', () => {
    const selecting = group('op/g', { selector: { matchLabels: { tenant: 'a' } } });
    const given = [namespace('t1', { tenant: 'a' }), selecting, csv('op/foo', { ...FOO, modes: ['SingleNamespace', 'MultiNamespace'] })];
    expect(outcomeOf(namespace('op'), ...given).verdicts).toEqual({ 'op/foo': OK });
    expect(outcomeOf(namespace('op', { tenant: 'a' }), ...given).verdicts).toEqual({ 'op/foo': 'Failed/UnsupportedOperatorGroup' });
  });

  it('that do not exist get nothing, and the CSV runs all the same', () => {
    const { verdicts, objects, find } = outcomeOf(group('op/g', { targets: ['missing'] }), csv('op/foo', FOO_WITH_ROLE));
    expect(verdicts).toEqual({ 'op/foo': OK });
    expect(objects.filter((name) => name.includes('missing'))).toEqual([]);
    expect(find('ClusterServiceVersion op/foo')?.metadata.annotations?.['olm.targetNamespaces']).toBe('missing');
  });

  it('may belong to several groups that provide different APIs', () => {
    const { verdicts, objects } = outcomeOf(
      namespace('t1'),
      group('a/g', { targets: ['t1'] }),
      csv('a/foo', FOO_WITH_ROLE),
      group('b/g', { targets: ['t1'] }),
      csv('b/bar', { ...FOO_WITH_ROLE, owns: ['Bar.v1.example.com'] }),
    );
    expect(verdicts).toEqual({ 'a/foo': OK, 'b/bar': OK });
    expect(objects.filter((name) => name.startsWith('Role t1/'))).toEqual(['Role t1/foo-sa', 'Role t1/bar-sa']);
  });
});

describe('install modes', () => {
  it('of an operator that watches several namespaces and its own must include both', () => {
    const targets = group('op/g', { targets: ['op', 't1'] });
    const { resolution } = evaluate(clusterOf(namespace('t1'), targets, csv('op/foo', { ...FOO, modes: ['MultiNamespace'] })));
    expect(resolution.csvs[0]?.verdict).toMatchObject({
      reason: 'UnsupportedOperatorGroup',
      message: 'OwnNamespace InstallModeType not supported, cannot configure to watch own namespace',
    });
  });

  it('that fail a CSV keep its APIs out of the annotation, and still lift the Roles of a global group', () => {
    const { verdicts, objects, find } = outcomeOf(
      namespace('t1'),
      group('op/g'),
      csv('op/foo', { ...FOO_WITH_ROLE, modes: ['OwnNamespace'] }),
    );
    expect(verdicts).toEqual({ 'op/foo': 'Failed/UnsupportedOperatorGroup' });
    expect(find('OperatorGroup op/g')?.metadata.annotations).toBeUndefined();
    expect(objects).toContain('ClusterRole foo-sa');
    expect(objects.filter((name) => name.startsWith('ClusterServiceVersion'))).toEqual(['ClusterServiceVersion op/foo']);
  });
});

describe('provided APIs', () => {
  it('of one CRD in two versions are two', () => {
    const { find, objects } = outcomeOf(
      group('op/g', { targets: ['op'] }),
      csv('op/foo', { owns: ['Foo.v1.example.com', 'Foo.v2.example.com'] }),
    );
    expect(find('OperatorGroup op/g')?.metadata.annotations).toEqual({ 'olm.providedAPIs': 'Foo.v1.example.com,Foo.v2.example.com' });
    expect(objects.filter((name) => name.startsWith('ClusterRole foos.'))).toEqual(
      ['v1', 'v2'].flatMap((version) =>
        ['admin', 'edit', 'view', 'crdview'].map((access) => `ClusterRole foos.example.com-${version}-${access}`),
      ),
    );
  });

  it('conflict where each group has only the other one’s namespace as its target', () => {
    const { verdicts } = outcomeOf(
      namespace('a'),
      namespace('b'),
      group('a/g', { targets: ['b'] }),
      group('b/g', { targets: ['a'] }),
      csv('a/foo', FOO),
      csv('b/foo', FOO),
    );
    expect(verdicts).toEqual({ 'a/foo': OK, 'b/foo': CONFLICT });
  });

  it('are won by the first CSV, whatever the order of the groups', () => {
    const groups = ['c', 'a', 'b'].map((name) => group(`${name}/g`, { targets: ['shared'] }));
    const csvs = ['b', 'c', 'a'].map((name) => csv(`${name}/foo`, FOO));
    expect(outcomeOf(namespace('shared'), ...groups, ...csvs).verdicts).toEqual({ 'a/foo': CONFLICT, 'b/foo': OK, 'c/foo': CONFLICT });
  });

  it('lost by a global group leave the operator its lifted rights', () => {
    const { verdicts, objects } = outcomeOf(
      group('own/g', { targets: ['own'] }),
      group('all/g'),
      csv('own/foo', FOO_WITH_ROLE),
      csv('all/foo', FOO_WITH_ROLE),
    );
    expect(verdicts).toEqual({ 'all/foo': CONFLICT, 'own/foo': OK });
    expect(objects.filter((name) => name.startsWith('ClusterRole foo-sa'))).toHaveLength(1);
  });

  it('that only a pre-set annotation lists are protected by a static group alone', () => {
    const reserving = (isStatic: boolean): Outcome =>
      outcomeOf(
        namespace('t1'),
        group('a/g', { targets: ['t1'], provides: 'Foo.v1.example.com', isStatic }),
        group('b/g', { targets: ['t1'] }),
        csv('b/foo', FOO),
      );
    expect(reserving(true).verdicts).toEqual({ 'b/foo': CONFLICT });
    expect(reserving(false).verdicts).toEqual({ 'b/foo': OK });
    expect(reserving(false).find('OperatorGroup a/g')?.metadata.annotations).toBeUndefined();
  });
});

describe('rights outside the operator namespace', () => {
  it('are not lifted where clusterPermissions give them, and nobody is given the rule on namespaces', () => {
    const given = csv('op/foo', { ...FOO, ...asking({ permissions: PERMISSIONS, clusterPermissions: PERMISSIONS }) });
    const { objects, find } = outcomeOf(group('op/g'), given);
    expect(objects.filter((name) => /^ClusterRole foo(?!s)/.test(name))).toEqual(['ClusterRole foo']);
    expect(JSON.stringify(objects.map(find))).not.toContain('namespaces"]');
  });

  it('without permissions need no rule on namespaces either', () => {
    const { objects } = outcomeOf(group('op/g'), csv('op/foo', FOO));
    expect(objects.filter((name) => /ClusterRole(?:Binding)? foo$/.test(name))).toEqual([]);
  });

  it('of a second operator with the same account and rules are there already', () => {
    const { objects } = outcomeOf(
      namespace('t1'),
      group('op/g', { targets: ['t1'] }),
      csv('op/foo', FOO_WITH_ROLE),
      csv('op/bar', { ...FOO_WITH_ROLE, owns: ['Bar.v1.example.com'] }),
    );
    expect(objects.filter((name) => name.startsWith('Role t1/'))).toEqual(['Role t1/foo-sa']);
    expect(objects.filter((name) => name.startsWith('ServiceAccount'))).toEqual(['ServiceAccount op/sa']);
  });

  it('are there already for an account that is cluster-admin, whose ClusterRole Kubernetes itself brings', () => {
    const { objects } = outcomeOf(
      namespace('t1'),
      clusterAdmin('op', 'sa'),
      group('op/g', { targets: ['t1'] }),
      csv('op/foo', FOO_WITH_ROLE),
    );
    expect(objects.filter((name) => name.startsWith('Role '))).toEqual(['Role op/foo', 'Role op/foo-sa']);
  });
});

describe('a CSV', () => {
  it('that replaces another one is alone at the end, with its copies', () => {
    const { objects, verdicts } = outcomeOf(
      namespace('t1'),
      group('op/g', { targets: ['t1'] }),
      csv('op/foo.v1', FOO),
      csv('op/foo.v2', { ...FOO, spec: { replaces: 'foo.v1' } }),
    );
    expect(verdicts).toEqual({ 'op/foo.v2': OK });
    expect(objects.filter((name) => name.startsWith('ClusterServiceVersion'))).toEqual([
      'ClusterServiceVersion op/foo.v2',
      'ClusterServiceVersion t1/foo.v2',
    ]);
  });

  it('is copied from a group with targets whatever OLMConfig says', () => {
    const config = {
      apiVersion: 'operators.coreos.com/v1',
      kind: 'OLMConfig',
      metadata: { name: 'cluster' },
      spec: { features: { disableCopiedCSVs: true } },
    };
    const copies = (targets?: string[]): string[] =>
      outcomeOf(config, namespace('t1'), group('op/g', targets ? { targets } : {}), csv('op/foo', FOO)).objects.filter((name) =>
        name.startsWith('ClusterServiceVersion'),
      );
    expect(copies(['t1'])).toEqual(['ClusterServiceVersion op/foo', 'ClusterServiceVersion t1/foo']);
    expect(copies()).toEqual(['ClusterServiceVersion op/foo']);
  });
});

function clusterAdmin(accountNamespace: string, account: string): KubernetesObject {
  const apiGroup = 'rbac.authorization.k8s.io';
  return {
    apiVersion: `${apiGroup}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'bound' },
    roleRef: { apiGroup, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: account, namespace: accountNamespace }],
  };
}
