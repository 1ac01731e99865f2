/** What other constructs of the app make is known to the rules. */
import { join } from 'node:path';
import { ApiObject, App, Chart, Include, JsonPatch, Lazy } from 'cdk8s';
import { ClusterRole, Namespace, Role, ServiceAccount } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { emitYaml } from '../../src/base/manifest/emit.js';
import { ClusterServiceVersion, OlmCluster, OperatorGroup, TargetNamespaces } from '../../src/index.js';
import { crd, csv, group, namespace, serviceAccount } from '../support/build.js';
import { contentOf, folderOf } from '../support/files.js';

const appOf = (): App => new App({ outdir: folderOf() });
const add = (scope: Construct, { metadata, ...object }: KubernetesObject): ApiObject =>
  new ApiObject(scope, `${object.kind}-${metadata.name}`, { ...object, metadata } as never);
const include = (scope: Construct, ...objects: object[]): Include =>
  new Include(scope, 'include', { url: join(folderOf({ 'all.yaml': objects.map(emitYaml).join('---\n') }), 'all.yaml') });
const reasons = ({ resolution }: OlmCluster): unknown[] => resolution.csvs.map(({ verdict }) => verdict.reason);

describe('of other constructs, the rules know', () => {
  it('Namespaces, with their labels: of ApiObject, of cdk8s-plus and of Include', () => {
    const app = appOf();
    const chart = new Chart(app, 'chart');
    add(chart, namespace('one', { tenant: 'a' }));
    new Namespace(chart, 'two', { metadata: { name: 'two', labels: { tenant: 'a' } } });
    include(chart, namespace('three', { tenant: 'a' }), namespace('four'));
    const cluster = new OlmCluster(app, 'prod');
    new OperatorGroup(cluster, 'group', { namespace: 'four', targets: TargetNamespaces.labelled({ tenant: 'a' }) });
    expect(cluster.resolution.groups.map(({ namespaces }) => namespaces)).toEqual([['one', 'three', 'two']]);
    app.synth();
    // Each is written once, by its own chart.
    const content = contentOf(app.outdir);
    expect(Object.keys(content)).toEqual(['chart.k8s.yaml', 'cluster.k8s.yaml', 'ns-four.k8s.yaml']);
    expect(content['cluster.k8s.yaml']).not.toContain('kind: Namespace');
  });

  it('CRDs, ServiceAccounts and roles', () => {
    const app = appOf();
    const cluster = new OlmCluster(app, 'prod');
    new OperatorGroup(cluster, 'ops', { targets: TargetNamespaces.all(), serviceAccountName: 'scoped' }).addOperator(
      ClusterServiceVersion.fromManifest(csv('any/needy.v1', { requires: ['Other.v1.example.org'] })),
    );
    expect(cluster.resolution.csvs[0]?.verdict.neverSynced).toBe('ServiceAccountNotFound');
    const chart = new Chart(app, 'chart');
    new ServiceAccount(chart, 'account', { metadata: { name: 'scoped', namespace: 'ops' } });
    expect(reasons(cluster)).toEqual(['RequirementsNotMet']);
    include(chart, crd('Other.v1.example.org'));
    expect(reasons(cluster)).toEqual(['InstallSucceeded']);
  });

  it('ClusterRoles whose name the rendering would take over', () => {
    const app = appOf();
    const cluster = new OlmCluster(app, 'prod', { profile: 'documented' });
    new OperatorGroup(cluster, 'group', { targets: TargetNamespaces.all() });
    expect(cluster.findings).toEqual([]);
    const chart = new Chart(app, 'chart');
    new ClusterRole(chart, 'role', { metadata: { name: 'group-admin' } });
    new Role(chart, 'other', { metadata: { name: 'group-admin', namespace: 'x' } });
    expect(cluster.findings.map(({ id, message }) => [id, message])).toEqual([
      [expect.any(String), expect.stringContaining('group-admin')],
    ]);
  });

  it('Lists of any kind', () => {
    const app = appOf();
    const cluster = new OlmCluster(app, 'prod');
    include(new Chart(app, 'chart'), {
      apiVersion: 'x.io/v1',
      kind: 'Things',
      items: [namespace('a'), { apiVersion: 'v1', kind: 'List', items: [namespace('b')] }],
    });
    new OperatorGroup(cluster, 'g', { targets: TargetNamespaces.named('a', 'b') });
    expect(cluster.findings).toEqual([]);
  });

  it('what is patched, labelled or Lazy, as it is at synthesis', () => {
    const app = appOf();
    const chart = new Chart(app, 'chart');
    let tenant = 'b';
    const [one, two, three] = ['one', 'two', 'three'].map((name) => add(chart, namespace(name)));
    three?.metadata.addLabel('tenant', Lazy.any({ produce: () => tenant }));
    const cluster = new OlmCluster(app, 'prod');
    new OperatorGroup(cluster, 'ops', { targets: TargetNamespaces.labelled({ tenant: 'a' }) }).addOperator(
      ClusterServiceVersion.fromManifest(csv('x/foo')),
    );
    expect(cluster.resolution.groups[0]?.namespaces ?? []).toEqual([]);
    one?.metadata.addLabel('tenant', 'a');
    two?.addJsonPatch(JsonPatch.add('/metadata/labels', { tenant: 'a' }));
    tenant = 'a';
    app.synth();
    expect(Object.keys(contentOf(app.outdir))).toEqual(expect.arrayContaining(['ns-one.k8s.yaml', 'ns-two.k8s.yaml', 'ns-three.k8s.yaml']));
  });

  it('what comes later in the program', () => {
    const app = appOf();
    const cluster = new OlmCluster(app, 'prod');
    new OperatorGroup(cluster, 'ops', { targets: TargetNamespaces.labelled({ tenant: 'a' }) });
    expect(cluster.apiObjects.length).toBeGreaterThan(0);
    add(new Chart(app, 'late'), namespace('team', { tenant: 'a' }));
    expect(cluster.resolution.groups[0]?.namespaces).toEqual(['team']);
  });

  it('nothing of kinds that they do not use', () => {
    const app = appOf();
    const cluster = new OlmCluster(app, 'prod');
    add(new Chart(app, 'chart'), { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x', labels: null } } as never);
    expect(cluster.findings).toEqual([]);
  });
});

describe('of other constructs, it is an error', () => {
  it.each<[string, KubernetesObject, string]>([
    [
      'an OperatorGroup',
      group('ops/other'),
      'chart/OperatorGroup-other: OperatorGroup ops/other is not seen by the rules; declare an OperatorGroup with new OperatorGroup(…) instead',
    ],
    [
      'a ClusterServiceVersion',
      csv('ops/foo'),
      'chart/ClusterServiceVersion-foo: ClusterServiceVersion ops/foo is not seen by the rules; declare a ClusterServiceVersion with group.addOperator(…) instead',
    ],
  ])('%s, which its chart would write as it is', (_, object, message) => {
    const app = appOf();
    new OlmCluster(app, 'prod');
    add(new Chart(app, 'chart'), object);
    expect(() => app.synth()).toThrow(message);
    expect(contentOf(app.outdir)).toEqual({});
  });

  it('what a cluster has already: the message names both constructs', () => {
    const app = appOf();
    new OlmCluster(app, 'prod').addNamespace('team');
    add(new Chart(app, 'chart'), namespace('team'));
    expect(() => app.synth()).toThrow(/error\[DUPLICATE_OBJECT\] chart\/Namespace-team metadata\.name: [\s\S]*also in prod/);
  });

  it('bad input, with the path of the construct', () => {
    const app = appOf();
    new OlmCluster(app, 'prod');
    add(new Chart(app, 'chart'), {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'role' },
      rules: 'all',
    });
    expect(() => app.synth()).toThrow('error[WRONG_TYPE] chart/ClusterRole-role rules');
  });
});

describe('with several clusters', () => {
  it('an object belongs to the clusters of the innermost construct around it that has any', () => {
    const app = appOf();
    const clusters = ['one', 'two'].map((id) => {
      const site = new Construct(app, id);
      add(new Chart(site, 'chart'), namespace(`${id}-only`, { tenant: 'a' }));
      const cluster = new OlmCluster(site, 'prod');
      new OperatorGroup(cluster, 'ops', { targets: TargetNamespaces.labelled({ tenant: 'a' }) });
      return cluster;
    });
    add(new Chart(app, 'shared'), namespace('shared', { tenant: 'a' }));
    const targets = clusters.map(({ resolution }) => resolution.groups[0]?.namespaces);
    expect(targets).toEqual([
      ['one-only', 'shared'],
      ['shared', 'two-only'],
    ]);
  });

  it('and beside them, to all of them', () => {
    const app = appOf();
    const clusters = ['one', 'two'].map((id) => new OlmCluster(app, id));
    add(new Chart(app, 'chart'), serviceAccount('x/y'));
    add(new Chart(app, 'other'), namespace('team', { tenant: 'a' }));
    for (const cluster of clusters) new OperatorGroup(cluster, 'ops', { targets: TargetNamespaces.labelled({ tenant: 'a' }) });
    expect(clusters.map(({ resolution }) => resolution.groups[0]?.namespaces)).toEqual([['team'], ['team']]);
  });
});
