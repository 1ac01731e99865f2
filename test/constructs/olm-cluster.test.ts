import { join } from 'node:path';
import { ApiObject, App, Chart, Lazy, Testing, YamlOutputType } from 'cdk8s';
import { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { FORMAT_WRITERS } from '../../src/base/manifest/format-writers.js';
import { parseDocuments } from '../../src/base/manifest/parse.js';
import { ClusterServiceVersion } from '../../src/constructs/cluster-service-version.js';
import { OlmCluster, type OlmClusterProps } from '../../src/constructs/olm-cluster.js';
import { OperatorGroup } from '../../src/constructs/operator-group.js';
import { TargetNamespaces } from '../../src/constructs/target-namespaces.js';
import { evaluate } from '../../src/olm/evaluate/evaluate.js';
import { layOut } from '../../src/olm/render/lay-out.js';
import { apiService, clusterOf, crd, csv, group, namespace, serviceAccount } from '../support/build.js';
import { deepFreeze } from '../support/deep-freeze.js';
import { contentOf, folderOf } from '../support/files.js';
import { asking, READ_PODS } from '../support/permissions.js';
import { names } from '../support/render.js';

const permissions = [{ serviceAccountName: 'operator', rules: [READ_PODS] }];
const ETCD = csv('any/etcd.v1', { owns: ['Etcd.v1.example.com'], ...asking({ permissions }) });
const etcd = (): ClusterServiceVersion => ClusterServiceVersion.fromManifest(ETCD);

/** A cluster with one group of one operator that watches the namespace team. */
function etcdCluster(scope: Construct, props?: OlmClusterProps, id = 'prod'): OlmCluster {
  const cluster = new OlmCluster(scope, id, { profile: 'documented', ...props });
  cluster.addNamespace('team');
  new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('team') }).addOperator(etcd());
  return cluster;
}

/** A cluster whose one CSV fails. */
function failedCluster(scope: Construct, props?: OlmClusterProps): OlmCluster {
  const cluster = new OlmCluster(scope, 'prod', { profile: 'documented', ...props });
  new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.all() }).addOperator(
    ClusterServiceVersion.fromManifest(csv('any/picky.v1', { modes: ['OwnNamespace'] })),
  );
  return cluster;
}

const appOf = (yamlOutputType?: YamlOutputType): App =>
  new App({ outdir: folderOf(), ...(yamlOutputType === undefined ? {} : { yamlOutputType }) });

function parsed(text: string): KubernetesObject[] {
  const { documents, problems } = parseDocuments({ file: 'out', text });
  expect(problems).toEqual([]);
  return documents.map(({ value }) => value as KubernetesObject);
}

/** Synthesises an app: file → `Kind namespace/name` of its objects. */
function synth(app: App): Record<string, string[]> {
  app.synth();
  const files = Object.entries(contentOf(app.outdir)).filter(([name]) => !name.endsWith('/'));
  return Object.fromEntries(files.map(([name, text]) => [name, names(parsed(text))]));
}

const ROLE = 'etcd.v1-operator-3rhxwDRlhx6JxGeAVkAaUb134O1wphfOLOJehg';
const CLUSTER_SCOPED = [
  'etcds.example.com-v1-admin',
  'etcds.example.com-v1-edit',
  'etcds.example.com-v1-view',
  'etcds.example.com-v1-view-crd',
  'operators-admin',
  'operators-edit',
  'operators-view',
].map((name) => `ClusterRole ${name}`);
const IN_OPERATORS = [
  'ServiceAccount operators/operator',
  `Role operators/${ROLE}`,
  `RoleBinding operators/${ROLE}`,
  'OperatorGroup operators/operators',
  'ClusterServiceVersion operators/etcd.v1',
];
const IN_TEAM = [`Role team/${ROLE}`, `RoleBinding team/${ROLE}`, 'ClusterServiceVersion team/etcd.v1'];
const NAMESPACES = ['Namespace operators', 'Namespace team'];
const ALL = [...NAMESPACES, ...CLUSTER_SCOPED, ...IN_OPERATORS, ...IN_TEAM];

describe('an OlmCluster in an App', () => {
  it('gives a file for each namespace and one for what is cluster-scoped (FILE_PER_CHART)', () => {
    const app = appOf(YamlOutputType.FILE_PER_CHART);
    etcdCluster(app);
    expect(synth(app)).toEqual({
      'cluster.k8s.yaml': [...NAMESPACES, ...CLUSTER_SCOPED],
      'ns-operators.k8s.yaml': IN_OPERATORS,
      'ns-team.k8s.yaml': IN_TEAM,
    });
  });

  it('gives one file (FILE_PER_APP)', () => {
    const app = appOf(YamlOutputType.FILE_PER_APP);
    etcdCluster(app);
    expect(synth(app)).toEqual({ 'app.k8s.yaml': ALL });
  });

  it('gives a folder for each namespace, with a file for each object (FOLDER_PER_CHART_FILE_PER_RESOURCE)', () => {
    const app = appOf(YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE);
    etcdCluster(app);
    const files = synth(app);
    expect(Object.values(files).flat().sort()).toEqual(ALL.toSorted());
    expect(Object.values(files).every((objects) => objects.length === 1)).toBe(true);
    expect(files).toMatchObject({
      [`ns-team/Role.${ROLE}.k8s.yaml`]: [`Role team/${ROLE}`],
      [`ns-operators/Role.${ROLE}.k8s.yaml`]: [`Role operators/${ROLE}`],
    });
  });

  it('refuses to write two objects into one file (FILE_PER_RESOURCE), and writes nothing', () => {
    const app = appOf(YamlOutputType.FILE_PER_RESOURCE);
    etcdCluster(app);
    expect(() => app.synth()).toThrow(
      `Role operators/${ROLE} and Role team/${ROLE} would be written to the same file Role.${ROLE}.k8s.yaml and overwrite each other; use YamlOutputType.FILE_PER_CHART`,
    );
    expect(contentOf(app.outdir)).toEqual({});
  });

  it('gives a file for each object where no two would share one (FILE_PER_RESOURCE)', () => {
    const app = appOf(YamlOutputType.FILE_PER_RESOURCE);
    const cluster = new OlmCluster(app, 'prod', { profile: 'documented' });
    new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('operators') }).addOperator(etcd());
    expect(Object.values(synth(app)).map((objects) => objects.length)).toEqual(Array(1 + 7 + 5).fill(1));
  });

  it('gives its objects to synthYaml, too', () => {
    const app = appOf();
    etcdCluster(app);
    expect(names(parsed(app.synthYaml() as string))).toEqual(ALL);
  });

  it('leaves the files of other charts alone', () => {
    const app = appOf();
    const other = new Chart(app, 'other');
    new ApiObject(other, 'config', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'mine' } });
    etcdCluster(app);
    expect(synth(app)).toMatchObject({ 'other.k8s.yaml': ['ConfigMap mine'], 'ns-team.k8s.yaml': IN_TEAM });
  });

  it('may stand below other constructs', () => {
    const app = appOf();
    etcdCluster(new Construct(app, 'platform'));
    expect(Object.keys(synth(app))).toEqual(['cluster.k8s.yaml', 'ns-operators.k8s.yaml', 'ns-team.k8s.yaml']);
  });
});

describe('an OlmCluster in a Chart', () => {
  it('gives all its objects to that chart, also under Testing.synth', () => {
    const chart = new Chart(Testing.app(), 'chart');
    etcdCluster(chart);
    const objects = Testing.synth(chart) as KubernetesObject[];
    expect(names(objects).sort()).toEqual(ALL.toSorted());
  });

  it('gives them to the innermost chart', () => {
    const app = appOf();
    const inner = new Chart(new Chart(app, 'outer'), 'inner');
    etcdCluster(inner);
    const files = synth(app);
    expect(names(Testing.synth(inner) as KubernetesObject[]).sort()).toEqual(ALL.toSorted());
    expect(Object.values(files).flat().sort()).toEqual(ALL.toSorted());
  });

  it('refuses to write two objects into one file, as one folder for all namespaces would (FOLDER_PER_CHART_FILE_PER_RESOURCE)', () => {
    const app = appOf(YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE);
    etcdCluster(new Chart(app, 'chart'));
    expect(() => app.synth()).toThrow(
      `Role operators/${ROLE} and Role team/${ROLE} would be written to the same file chart/Role.${ROLE}.k8s.yaml and overwrite each other`,
    );
    expect(contentOf(app.outdir)).toEqual({});
  });

  it('may stand beside another one in a chart of its own', () => {
    const app = appOf();
    etcdCluster(new Chart(app, 'one'));
    etcdCluster(new Chart(app, 'two'));
    const files = synth(app);
    expect(Object.keys(files)).toEqual(['one.k8s.yaml', 'two.k8s.yaml']);
    expect(files['one.k8s.yaml']?.toSorted()).toEqual(ALL.toSorted());
    expect(files['two.k8s.yaml']).toEqual(files['one.k8s.yaml']);
  });
});

describe('a construct of the App that has the name of a chart', () => {
  it.each(['cluster', 'ns-team'])('is a fault that says what to do: %s', (id) => {
    const app = appOf();
    new Chart(app, id);
    etcdCluster(app);
    expect(() => app.synth()).toThrow(
      `the app already has a construct "${id}", and prod needs a chart with this name; rename the construct, or use a separate App with its own outdir for each OlmCluster`,
    );
    expect(contentOf(app.outdir)).toEqual({});
  });
});

describe('two OlmClusters in one App', () => {
  it('each have one file for each namespace, whose name begins with the cluster', () => {
    const app = appOf();
    etcdCluster(app, {}, 'one');
    etcdCluster(app, {}, 'two');
    expect(synth(app)).toEqual({
      'one-cluster.k8s.yaml': [...NAMESPACES, ...CLUSTER_SCOPED],
      'one-ns-operators.k8s.yaml': IN_OPERATORS,
      'one-ns-team.k8s.yaml': IN_TEAM,
      'two-cluster.k8s.yaml': [...NAMESPACES, ...CLUSTER_SCOPED],
      'two-ns-operators.k8s.yaml': IN_OPERATORS,
      'two-ns-team.k8s.yaml': IN_TEAM,
    });
  });

  it('are told apart by their path, also when one was looked at before the other came', () => {
    const app = appOf();
    const early = etcdCluster(new Construct(app, 'a'));
    expect(early.apiObjects).toHaveLength(ALL.length);
    etcdCluster(new Construct(app, 'b'));
    expect(Object.keys(synth(app))).toEqual(
      ['a', 'b'].flatMap((scope) => ['cluster', 'ns-operators', 'ns-team'].map((file) => `${scope}-prod-${file}.k8s.yaml`)),
    );
  });
});

describe('synthesis', () => {
  it('sees what was declared in whatever order', () => {
    const inOrder = appOf();
    etcdCluster(inOrder);
    const reversed = appOf();
    const cluster = new OlmCluster(reversed, 'prod', { profile: 'documented' });
    const group = new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('team') });
    group.addOperator(etcd());
    cluster.addNamespace('team');
    expect(synth(reversed)).toEqual(synth(inOrder));
    expect(contentOf(reversed.outdir)).toEqual(contentOf(inOrder.outdir));
  });

  it('gives the same bytes when it is done twice', () => {
    const app = appOf();
    etcdCluster(app);
    app.synth();
    const first = contentOf(app.outdir);
    app.synth();
    expect(contentOf(app.outdir)).toEqual(first);
  });

  it('sees what was declared since the last time', () => {
    const app = appOf();
    const cluster = etcdCluster(app);
    app.synth();
    cluster.addNamespace('late');
    new OperatorGroup(cluster, 'others', { targets: TargetNamespaces.all() });
    expect(synth(app)).toMatchObject({
      'cluster.k8s.yaml': expect.arrayContaining(['Namespace late', 'ClusterRole others-admin']),
      'ns-others.k8s.yaml': ['OperatorGroup others/others'],
      'ns-team.k8s.yaml': IN_TEAM,
    });
  });

  it('sees it in a chart, too', () => {
    const chart = new Chart(Testing.app(), 'chart');
    const cluster = etcdCluster(chart);
    Testing.synth(chart);
    cluster.addNamespace('late');
    expect(names(Testing.synth(chart) as KubernetesObject[]).sort()).toEqual([...ALL, 'Namespace late'].sort());
  });

  it('gives nothing for a cluster without anything in it', () => {
    const app = appOf();
    new OlmCluster(app, 'prod');
    expect(synth(app)).toEqual({});
  });

  it('gives the same objects as the command line, in the same order and with the same order of fields', () => {
    const app = appOf();
    etcdCluster(app, { only: ['olm', 'rbac'] });
    app.synth();
    const { rendered } = evaluate(
      clusterOf(namespace('team'), group('operators/operators', { targets: ['team'] }), {
        ...ETCD,
        metadata: { ...ETCD.metadata, namespace: 'operators' },
      }),
      { profile: 'documented' },
    );
    const expected = layOut(rendered, FORMAT_WRITERS.json).map(({ name, documents }) => [
      name,
      [...documents()].map((text) => JSON.parse(text)),
    ]);
    const actual = Object.entries(contentOf(app.outdir)).map(([name, text]) => [name.replace('.k8s.yaml', ''), parsed(text)]);
    expect(JSON.stringify(actual, null, 1)).toBe(JSON.stringify(expected, null, 1));
  });
});

describe('a namespace', () => {
  const namespacesOf = (add: (cluster: OlmCluster) => unknown): KubernetesObject[] => {
    const chart = new Chart(Testing.app(), 'chart');
    add(new OlmCluster(chart, 'prod'));
    return (Testing.synth(chart) as KubernetesObject[]).filter(({ kind }) => kind === 'Namespace');
  };

  it('is rendered as it was declared', () => {
    expect(namespacesOf((cluster) => cluster.addNamespace('team', { labels: { tenant: 'a' }, annotations: { note: 'x' } }))).toEqual([
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team', labels: { tenant: 'a' }, annotations: { note: 'x' } } },
    ]);
  });

  it('is rendered for a group that stands in one that nobody declared', () => {
    expect(names(namespacesOf((cluster) => new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.all() })))).toEqual([
      'Namespace operators',
    ]);
  });

  it('is not rendered where it is made elsewhere, but the rules know of it', () => {
    const chart = new Chart(Testing.app(), 'chart');
    const cluster = new OlmCluster(chart, 'prod')
      .addNamespace('team', { labels: { tenant: 'a' }, existing: true })
      .addNamespace('operators', { existing: true });
    new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.labelled({ tenant: 'a' }) }).addOperator(etcd());
    const objects = names(Testing.synth(chart) as KubernetesObject[]);
    expect(objects).toEqual(expect.arrayContaining(IN_TEAM));
    expect(objects.filter((name) => name.startsWith('Namespace'))).toEqual([]);
  });

  it('keeps its settings when a group needs it', () => {
    const declare = (cluster: OlmCluster): void => {
      cluster.addNamespace('operators', { labels: { first: 'yes' } });
      new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.all() });
    };
    expect(namespacesOf(declare)[0]?.metadata.labels).toEqual({ first: 'yes' });
  });

  it.each<(cluster: OlmCluster) => unknown>([
    (cluster) => cluster.addNamespace('team'),
    (cluster) => cluster.addNamespace('team', { labels: { second: 'yes' } }),
    (cluster) => cluster.addManifest({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } }),
  ])('is added once: the call fails, and the first settings stay (%#)', (again) => {
    const cluster = new OlmCluster(Testing.app(), 'prod').addNamespace('team', { labels: { first: 'yes' } });
    expect(() => again(cluster)).toThrow(new TypeError('prod: addNamespace: team was added before; add it once'));
    expect(cluster.apiObjects.map((object) => object.metadata.toJson()?.labels)).toEqual([{ first: 'yes' }]);
  });

  it.each(['Team_A', 'Team', '-a', 'a.b', '', 'a'.repeat(64)])('fails at the call with a name that Kubernetes refuses: %s', (name) => {
    expect(() => new OlmCluster(Testing.app(), 'prod').addNamespace(name)).toThrow(
      /^prod: addNamespace: name: found ".*; expected the name of a namespace: at most 63 /,
    );
  });

  it('takes a Lazy for its name and each setting, which is checked when it is known', () => {
    const lazy = <T>(value: T): T => Lazy.any({ produce: () => value }) as T;
    expect(namespacesOf((cluster) => cluster.addNamespace(lazy('team'), lazy({ labels: { a: 'b' } })))).toMatchObject([
      { metadata: { name: 'team', labels: { a: 'b' } } },
    ]);
    expect(namespacesOf((cluster) => cluster.addNamespace('team', { existing: lazy(false) }))).toHaveLength(1);
    expect(namespacesOf((cluster) => cluster.addNamespace('team', { existing: lazy(true) }))).toHaveLength(0);
    expect(() => namespacesOf((cluster) => cluster.addNamespace(lazy('Team_A')))).toThrow('addNamespace: name: found "Team_A"');
    expect(() => namespacesOf((cluster) => cluster.addNamespace('a').addNamespace(lazy('a')))).toThrow('a name was added several times');
    const acknowledging = new OlmCluster(Testing.chart(), 'prod', { acknowledge: lazy(['missing-targets']) }).addNamespace('team');
    expect(Testing.synth(Chart.of(acknowledging))).toHaveLength(1);
  });
});

describe('a failed CSV', () => {
  const message =
    'unsupported-operator-group: ClusterServiceVersion operators/picky.v1: AllNamespaces InstallModeType not supported, cannot configure to watch all namespaces: the OperatorGroup targets all namespaces; set ';

  it('makes synthesis fail, and nothing is written', () => {
    const app = appOf();
    failedCluster(app);
    expect(() => app.synth()).toThrow(message);
    expect(contentOf(app.outdir)).toEqual({});
  });

  it('makes Testing.synth fail', () => {
    const chart = new Chart(Testing.app(), 'chart');
    failedCluster(chart);
    expect(() => Testing.synth(chart)).toThrow(message);
  });

  it('is named together with all others', () => {
    const app = appOf();
    const cluster = failedCluster(app);
    new OperatorGroup(cluster, 'others', { targets: TargetNamespaces.all() }).addOperator(
      ClusterServiceVersion.fromManifest(csv('any/other.v1', { modes: [] })),
    );
    const messages = /operators\/picky\.v1: [\s\S]*others\/other\.v1: /;
    expect(() => app.synth()).toThrow(messages);
  });

  it('is accepted with allowFailed: what OLM leaves standing is the result', () => {
    const app = appOf();
    failedCluster(app, { allowFailed: true });
    expect(synth(app)['ns-operators.k8s.yaml']).toEqual(['OperatorGroup operators/operators', 'ClusterServiceVersion operators/picky.v1']);
  });
});

describe('failOn', () => {
  const warned = (props: OlmClusterProps): App => {
    const app = appOf();
    const cluster = new OlmCluster(app, 'prod', { allowMissingTargets: true, ...props });
    new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('missing') });
    return app;
  };

  it('is error by default', () => {
    expect(() => warned({}).synth()).not.toThrow();
    expect(() => warned({ failOn: 'error' }).synth()).not.toThrow();
  });

  it('needs not name a missing target namespace, which is an error unless it is allowed', () => {
    const message = 'target-namespace-not-found: OperatorGroup operators/operators: the target namespace missing does not exist';
    expect(() => warned({ allowMissingTargets: false }).synth()).toThrow(message);
    expect(() => warned({ allowMissingTargets: false, failOn: 'error', allowFailed: true }).synth()).toThrow(message);
    const app = appOf();
    const cluster = new OlmCluster(app, 'prod').addNamespace('missing', { existing: true });
    new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('missing') });
    expect(() => app.synth()).not.toThrow();
  });

  it('makes synthesis fail on milder findings, too', () => {
    expect(() => warned({ failOn: 'warning' }).synth()).toThrow('target-namespace-not-found: OperatorGroup operators/operators: ');
  });

  it('never lets everything through', () => {
    const app = appOf();
    failedCluster(app, { failOn: 'never' });
    expect(() => app.synth()).not.toThrow();
  });
});

describe('what an OlmCluster is told', () => {
  it('only: which emit sets are rendered', () => {
    const kinds = (only: OlmClusterProps['only']): Set<string> => {
      const chart = new Chart(Testing.app(), 'chart');
      etcdCluster(chart, only ? { only } : {});
      return new Set((Testing.synth(chart) as KubernetesObject[]).map(({ kind }) => kind));
    };
    expect(kinds(['olm'])).toEqual(new Set(['Namespace', 'OperatorGroup', 'ClusterServiceVersion']));
    expect(kinds(['rbac'])).toEqual(new Set(['Namespace', 'ClusterRole', 'ServiceAccount', 'Role', 'RoleBinding']));
    expect(kinds([])).toEqual(new Set(['Namespace']));
    expect(kinds(undefined)).toEqual(new Set([...kinds(['olm']), ...kinds(['rbac'])]));
  });

  it('profile: whose behaviour is followed', () => {
    const app = appOf();
    etcdCluster(app);
    expect(synth(app)['ns-team.k8s.yaml']).toEqual(IN_TEAM);
    const olm = appOf();
    const cluster = new OlmCluster(olm, 'prod');
    const users = new OperatorGroup(cluster, 'users', { targets: TargetNamespaces.all() }).addOperator(etcd());
    expect(users.clusterRoleName('edit')).toMatch(/^olm\.og\.users\.edit-\w+$/);
    expect(synth(olm)['cluster.k8s.yaml']).toContain(`ClusterRole ${users.clusterRoleName('view')}`);
    const installed = new OlmCluster(appOf(), 'prod', { install: { certificates: 'none' } });
    expect(new OperatorGroup(installed, 'users', { targets: TargetNamespaces.all() }).clusterRoleName('admin')).toBe('users-admin');
    const none = new OperatorGroup(new OlmCluster(appOf(), 'prod', { only: ['olm'] }), 'users', { targets: TargetNamespaces.all() });
    expect(() => none.clusterRoleName('edit')).toThrow('prod/users: the group has no ClusterRole for edit: roles are not rendered');
  });

  it('kubeVersion: what minKubeVersion is compared with', () => {
    const phase = (kubeVersion: string): unknown => {
      const cluster = new OlmCluster(Testing.app(), 'prod', { kubeVersion });
      new OperatorGroup(cluster, 'op', { targets: TargetNamespaces.all() }).addOperator(
        ClusterServiceVersion.fromManifest(csv('x/foo', { spec: { minKubeVersion: '1.25.0' } })),
      );
      return cluster.resolution.csvs[0]?.verdict.phase;
    };
    expect([phase('1.24.0'), phase('1.25.0')]).toEqual(['Pending', 'Succeeded']);
  });

  it('disableCopiedCSVs: CSVs of global groups are not copied, and OLMConfig says so', () => {
    const render = (props: OlmClusterProps): KubernetesObject[] => {
      const chart = new Chart(Testing.app(), 'chart');
      const cluster = new OlmCluster(chart, 'prod', props).addNamespace('team');
      new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.all() }).addOperator(etcd());
      return Testing.synth(chart) as KubernetesObject[];
    };
    const disabled = render({ disableCopiedCSVs: true });
    expect(disabled.filter(({ kind }) => kind === 'OLMConfig')).toEqual([
      {
        apiVersion: 'operators.coreos.com/v1',
        kind: 'OLMConfig',
        metadata: { name: 'cluster' },
        spec: { features: { disableCopiedCSVs: true } },
      },
    ]);
    expect(names(disabled)).not.toContain('ClusterServiceVersion team/etcd.v1');
    expect(names(render({}))).toContain('ClusterServiceVersion team/etcd.v1');
    expect(names(render({})).some((name) => name.startsWith('OLMConfig'))).toBe(false);
  });
});

describe('manifests of what the cluster has', () => {
  it('are known to the rules and are not rendered', () => {
    const app = appOf();
    const cluster = new OlmCluster(app, 'prod');
    const needy = csv('any/needy.v1', { requires: ['Other.v1.example.org'], requiresApiServices: ['Metric.v1.metrics.example.org'] });
    new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.all(), serviceAccountName: 'scoped' }).addOperator(
      ClusterServiceVersion.fromManifest(needy),
    );
    expect(cluster.resolution.csvs[0]?.verdict.neverSynced).toBe('ServiceAccountNotFound');
    cluster.addManifest(serviceAccount('operators/scoped'));
    expect(cluster.resolution.csvs[0]?.verdict.reason).toBe('RequirementsNotMet');
    cluster.addManifest(crd('Other.v1.example.org'), apiService('v1.metrics.example.org'));
    expect(cluster.resolution.csvs[0]?.verdict.phase).toBe('Succeeded');
    const rendered = Object.values(synth(app)).flat();
    expect(rendered.filter((name) => /scoped|Other|APIService|CustomResourceDefinition/.test(name))).toEqual([]);
  });

  it('may be the ServiceAccount of a group, which installers: true gives what its operators take', () => {
    const declared = (installers: boolean) => {
      const app = appOf();
      const cluster = new OlmCluster(app, 'prod', { installers, failOn: 'never' });
      const operator = csv('any/db.v1', { deployments: ['db'] });
      new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('operators'), serviceAccountName: 'scoped' }).addOperator(
        ClusterServiceVersion.fromManifest(operator),
      );
      cluster.addManifest(serviceAccount('operators/scoped'));
      return { reason: cluster.resolution.csvs[0]?.verdict.reason, names: Object.values(synth(app)).flat() };
    };
    const of = (names: readonly string[]) => names.filter((name) => name.includes('cdk8s-olm:installer:operators:scoped'));
    const [without, given] = [declared(false), declared(true)];
    expect([without.reason, of(without.names)]).toEqual(['InstallComponentFailedNoRetry', []]);
    expect([given.reason, of(given.names).length]).toEqual(['InstallSucceeded', 2]);
  });

  it('may be Namespaces, which are then made elsewhere: the rules know of them and their labels', () => {
    const app = appOf();
    const cluster = new OlmCluster(app, 'prod', { profile: 'documented' });
    cluster.addManifest(namespace('team', { tenant: 'a' }), namespace('other'), namespace('operators'));
    new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.labelled({ tenant: 'a' }) }).addOperator(etcd());
    expect(synth(app)).toEqual({
      'cluster.k8s.yaml': CLUSTER_SCOPED,
      'ns-operators.k8s.yaml': IN_OPERATORS,
      'ns-team.k8s.yaml': IN_TEAM,
    });
  });

  it('may be an OLMConfig, which counts and is not rendered', () => {
    const olmConfig = (disableCopiedCSVs: boolean) => ({
      apiVersion: 'operators.coreos.com/v1',
      kind: 'OLMConfig',
      metadata: { name: 'cluster' },
      spec: { features: { disableCopiedCSVs } },
    });
    const rendered = (manifest: Readonly<Record<string, unknown>>, props: OlmClusterProps = {}): string[] => {
      const chart = new Chart(Testing.app(), 'chart');
      const cluster = new OlmCluster(chart, 'prod', props).addNamespace('team').addManifest(manifest);
      new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.all() }).addOperator(etcd());
      return names(Testing.synth(chart) as KubernetesObject[]).filter((name) => /^OLMConfig|^ClusterServiceVersion team\//.test(name));
    };
    expect(rendered(olmConfig(true))).toEqual([]);
    expect(rendered(olmConfig(false))).toEqual(['ClusterServiceVersion team/etcd.v1']);
    // What the construct is told itself wins.
    expect(rendered(olmConfig(true), { disableCopiedCSVs: false })).toEqual(['ClusterServiceVersion team/etcd.v1']);
  });

  it.each<[string, KubernetesObject, RegExp]>([
    [
      'OperatorGroups',
      group('operators/etcd'),
      /^platform\/prod: declare an? OperatorGroup with new OperatorGroup\(…\) instead, or it would not be rendered$/,
    ],
    [
      'ClusterServiceVersions',
      ETCD,
      /^platform\/prod: declare a ClusterServiceVersion with group\.addOperator\(…\) instead, or it would not be rendered$/,
    ],
  ])('cannot be %s, which have constructs', (_, manifest, message) => {
    const cluster = new OlmCluster(new Construct(Testing.app(), 'platform'), 'prod');
    expect(() => cluster.addManifest(namespace('team'), manifest)).toThrow(message);
  });

  it('may be a List of objects, and cannot hide what has a construct in one', () => {
    const cluster = new OlmCluster(Testing.app(), 'prod');
    const list = (...items: KubernetesObject[]): Record<string, unknown> => ({ apiVersion: 'v1', kind: 'List', items });
    // kubectl takes everything with items for a List, whatever its kind.
    const things = { ...list(namespace('other')), apiVersion: 'x.io/v1', kind: 'Things' };
    cluster.addManifest(list(namespace('team', { tenant: 'a' }), things as unknown as KubernetesObject));
    expect(() => new OperatorGroup(cluster, 'g', { targets: TargetNamespaces.named('team', 'other') })).not.toThrow();
    expect(cluster.findings).toEqual([]);
    expect(() => cluster.addManifest(list(group('operators/etcd')))).toThrow('declare an OperatorGroup with new OperatorGroup(…)');
  });

  it('may not be Namespaces of a version that there is not', () => {
    const cluster = new OlmCluster(Testing.app(), 'prod');
    cluster.addManifest({ ...namespace('team'), apiVersion: 'v2' });
    expect(() => cluster.resolution).toThrow('UNSUPPORTED_VERSION');
  });

  it('may be of other kinds, which are passed over', () => {
    const cluster = new OlmCluster(Testing.app(), 'prod');
    cluster.addManifest({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' } });
    expect(cluster.findings).toEqual([]);
  });

  it('are not written to, and later changes to them do not count', () => {
    const app = appOf();
    const given = deepFreeze(structuredClone(ETCD)) as KubernetesObject;
    const changing = structuredClone(crd('Other.v1.example.org')) as { metadata: { name: string } };
    const cluster = new OlmCluster(app, 'prod');
    new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.all() }).addOperator(ClusterServiceVersion.fromManifest(given));
    cluster.addManifest(changing);
    changing.metadata.name = 'Not A Name';
    expect(() => app.synth()).not.toThrow();
    expect(given).toEqual(ETCD);
  });
});

describe('what a CSV holds', () => {
  /** The CSV as it stands in the file that synthesis writes. */
  function written(spec: Readonly<Record<string, unknown>>): unknown {
    const app = appOf();
    const cluster = new OlmCluster(app, 'prod');
    new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.all() }).addOperator(
      ClusterServiceVersion.fromManifest(csv('any/etcd.v1', { spec })),
    );
    app.synth();
    const objects = parsed(contentOf(app.outdir)['ns-operators.k8s.yaml'] as string);
    return objects.find(({ kind }) => kind === 'ClusterServiceVersion')?.spec;
  }

  it('is written so that it is read back unchanged', () => {
    const odd = {
      keywords: ['0o17', '-0o7', '=', '012', 'on', '1e3', '2024-01-01', '~', '', '1:30', '.1_2', '18446744073709551616'],
      install: {
        strategy: 'deployment',
        spec: {
          deployments: [
            {
              name: 'd',
              spec: {
                replicas: 18446744073709551615n,
                minReadySeconds: -9007199254740993n,
                selector: {},
                template: { spec: { containers: [] } },
              },
            },
          ],
        },
      },
      description: 'one\n  two\n',
    };
    expect(written(odd)).toMatchObject(odd);
  });

  it('stays text in the labels and annotations of a namespace, too', () => {
    const app = appOf();
    const metadata = { labels: { tenant: '0o17' }, annotations: { note: ' \n' } };
    new OlmCluster(app, 'prod').addNamespace('team', metadata);
    app.synth();
    const [team] = parsed(contentOf(app.outdir)['cluster.k8s.yaml'] as string);
    expect(team).toMatchObject({ metadata });
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['in a value', { description: 'one\u2028two' }, 'U+2028'],
    ['in a key', { labels: { 'a\u0085': '1' } }, 'U+0085'],
    ['in a list', { links: [{ name: '\uffff' }] }, 'U+FFFF'],
  ])('makes synthesis fail where cdk8s cannot write it: a character %s', (_, spec, character) => {
    expect(() => written(spec)).toThrow(
      `ClusterServiceVersion operators/etcd.v1 contains the character ${character}, which parsers reject or change when cdk8s writes it; remove it from the manifest`,
    );
  });
});

describe('bad input', () => {
  it('makes synthesis fail with all problems, each with the construct that it comes from', () => {
    const app = appOf();
    const cluster = new OlmCluster(app, 'prod');
    cluster.addManifest({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a_b', namespace: 'team' } });
    cluster.addManifest({ apiVersion: 'v1', kind: 'Nmaespace', metadata: { name: 'x' } });
    new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('No Name') });
    let message = '';
    try {
      app.synth();
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain('error[INVALID_NAME] prod metadata.name: Kubernetes refuses this name for a ServiceAccount');
    expect(message).toContain('error[UNKNOWN_KIND] prod kind: the core API group has no kind "Nmaespace"');
    expect(message).toContain('error[INVALID_NAME] prod/operators spec.targetNamespaces[0]: this is not a valid namespace name');
    expect(contentOf(app.outdir)).toEqual({});
  });

  it('of a file is shown with its line', () => {
    const file = join(
      folderOf({ 'foo.yaml': 'apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata:\n  name: Foo\n' }),
      'foo.yaml',
    );
    const app = appOf();
    new OperatorGroup(new OlmCluster(app, 'prod'), 'operators', { targets: TargetNamespaces.all() }).addOperator(
      ClusterServiceVersion.fromFile(file),
    );
    expect(() => app.synth()).toThrow(`error[INVALID_NAME] ${file}:4:9 metadata.name: Kubernetes refuses this name`);
  });

  it('makes the resolution unavailable, and leaves no findings', () => {
    const cluster = new OlmCluster(Testing.app(), 'prod');
    cluster.addManifest({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a_b', namespace: 'team' } });
    expect(() => cluster.resolution).toThrow('error[INVALID_NAME] prod metadata.name');
    expect(cluster.findings).toEqual([]);
  });
});

describe('cluster.resolution and cluster.findings', () => {
  it('say what OLM would decide about what is declared so far', () => {
    const cluster = new OlmCluster(Testing.app(), 'prod').addNamespace('team');
    expect([cluster.resolution.groups, cluster.resolution.csvs, cluster.findings]).toEqual([[], [], []]);
    const group = new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('team') });
    expect(cluster.resolution.groups.map(({ namespaces }) => namespaces)).toEqual([['team']]);
    group.addOperator(ClusterServiceVersion.fromManifest(csv('x/picky.v1', { modes: [] })));
    expect(cluster.resolution.csvs.map(({ verdict }) => verdict.reason)).toEqual(['UnsupportedOperatorGroup']);
    expect(cluster.findings.map(({ id, subject }) => [id, subject.name])).toEqual([['unsupported-operator-group', 'picky.v1']]);
  });

  it('are there for failed CSVs without allowFailed', () => {
    const cluster = failedCluster(Testing.app());
    expect(cluster.findings).toHaveLength(1);
    expect(cluster.resolution.csvs[0]?.verdict.phase).toBe('Failed');
  });
});

describe('OlmCluster.of', () => {
  it('finds the cluster that a construct is part of', () => {
    const cluster = new OlmCluster(Testing.app(), 'prod');
    expect(OlmCluster.of(new Construct(new Construct(cluster, 'a'), 'b'))).toBe(cluster);
    expect(OlmCluster.of(cluster)).toBe(cluster);
  });

  it('refuses a construct outside of any', () => {
    const app = Testing.app();
    expect(() => OlmCluster.of(new Construct(new Construct(app, 'a'), 'b'))).toThrow('a/b is not inside an OlmCluster');
  });
});

it('OlmCluster.isOlmCluster recognises one of any copy of the package', () => {
  const foreign = { [Symbol.for('cdk8s-olm.OlmCluster')]: true };
  expect(
    [new OlmCluster(Testing.app(), 'prod'), foreign, new Construct(Testing.app(), 'x'), {}, null, 'x'].map(OlmCluster.isOlmCluster),
  ).toEqual([true, true, false, false, false, false]);
});
