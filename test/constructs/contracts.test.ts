/** What cdk8s promises of every construct: each promise is a test. It holds, or an error says why it cannot. */
import { ApiObject, App, Chart, JsonPatch, Lazy, Testing, Yaml, YamlOutputType } from 'cdk8s';
import { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { ClusterServiceVersion, OlmCluster, OperatorGroup, type OperatorGroupProps, TargetNamespaces } from '../../src/index.js';
import { csv } from '../support/build.js';
import { contentOf, folderOf } from '../support/files.js';
import { asking, READ_PODS } from '../support/permissions.js';
import { names } from '../support/render.js';

const ETCD = csv('any/etcd.v1', {
  owns: ['Etcd.v1.example.com'],
  ...asking({ permissions: [{ serviceAccountName: 'operator', rules: [READ_PODS] }] }),
});
const etcd = (): ClusterServiceVersion => ClusterServiceVersion.fromManifest(ETCD);
const appOf = (yamlOutputType = YamlOutputType.FILE_PER_CHART): App => new App({ outdir: folderOf(), yamlOutputType });

/** A cluster with a namespace and a group of one operator. */
function prod(scope: Construct, props: Partial<OperatorGroupProps> = {}): { cluster: OlmCluster; group: OperatorGroup } {
  const cluster = new OlmCluster(scope, 'prod', { profile: 'documented' }).addNamespace('team');
  const group = new OperatorGroup(cluster, 'operators', { targets: TargetNamespaces.named('team'), ...props }).addOperator(etcd());
  return { cluster, group };
}

const configMap = (scope: Construct, name: string): ApiObject =>
  new ApiObject(scope, name, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

const read = (text: string): KubernetesObject[] => parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject);

/** The files of a synthesised app. */
function synth(app: App): Record<string, string[]> {
  app.synth();
  return Object.fromEntries(Object.entries(contentOf(app.outdir)).map(([name, text]) => [name, names(read(text))]));
}

function written(app: App, kind: string, name: string): KubernetesObject {
  const found = read(app.synthYaml() as string).find((object) => object.kind === kind && object.metadata.name === name);
  if (!found) throw new Error(`no ${kind} ${name}`);
  return found;
}

const byKind = (objects: readonly ApiObject[], kind: string, name: string): ApiObject =>
  objects.find((object) => object.kind === kind && object.name === name) as ApiObject;

describe('node.addDependency orders documents', () => {
  it('of a chart that depends on a cluster: its file comes after those of the cluster', () => {
    const app = appOf();
    const access = new Chart(app, 'access');
    configMap(access, 'mine');
    access.addDependency(prod(app).cluster);
    expect(Object.keys(synth(app))).toEqual([
      '0000-cluster.k8s.yaml',
      '0001-ns-operators.k8s.yaml',
      '0002-ns-team.k8s.yaml',
      '0003-access.k8s.yaml',
    ]);
  });

  it('of a cluster that depends on a chart: its files come after that of the chart', () => {
    const app = appOf();
    const { cluster } = prod(app);
    const first = new Chart(app, 'first');
    configMap(first, 'mine');
    cluster.node.addDependency(first);
    expect(Object.keys(synth(app))[0]).toBe('0000-first.k8s.yaml');
  });

  it('in one file (FILE_PER_APP), too', () => {
    const app = appOf(YamlOutputType.FILE_PER_APP);
    const { cluster } = prod(app);
    const first = new Chart(app, 'first');
    configMap(first, 'mine');
    cluster.node.addDependency(first);
    expect(synth(app)['app.k8s.yaml']?.[0]).toBe('ConfigMap mine');
  });

  it('in the chart around a cluster', () => {
    const chart = new Chart(Testing.app(), 'chart');
    const { cluster } = prod(chart);
    const [before, after] = [configMap(chart, 'before'), configMap(chart, 'after')];
    cluster.node.addDependency(before);
    after.addDependency(cluster);
    const objects = names(Testing.synth(chart) as KubernetesObject[]);
    expect([objects[0], objects.at(-1)]).toEqual(['ConfigMap before', 'ConfigMap after']);
  });

  it('of groups: all objects of one after all of the other', () => {
    const chart = new Chart(Testing.app(), 'chart');
    const { cluster, group } = prod(chart);
    const other = new OperatorGroup(cluster, 'a-group', { targets: TargetNamespaces.named('a-group') });
    other.node.addDependency(group);
    const objects = names(Testing.synth(chart) as KubernetesObject[]);
    const own = objects.filter((name) => name.includes('a-group') && !name.startsWith('Namespace'));
    expect(objects.slice(-own.length).toSorted()).toEqual(own.toSorted());
    expect(own).toContain('OperatorGroup a-group/a-group');
  });

  it('of single derived objects', () => {
    const app = appOf();
    const { group } = prod(app);
    ApiObject.of(group).addDependency(byKind(group.apiObjects, 'ClusterServiceVersion', 'etcd.v1'));
    expect(synth(app)['ns-operators.k8s.yaml']?.at(-1)).toBe('OperatorGroup operators/operators');
  });

  it('and a circle is an error', () => {
    const app = appOf();
    const { cluster } = prod(app);
    const chart = new Chart(app, 'chart');
    configMap(chart, 'mine');
    chart.addDependency(cluster);
    cluster.node.addDependency(chart);
    expect(() => app.synth()).toThrow('Dependency cycle detected');
  });
});

describe('ApiObject.of', () => {
  it('a group is its OperatorGroup, also for what is patched on it', () => {
    const app = appOf();
    const { group } = prod(app);
    const object = ApiObject.of(group);
    expect([object.kind, object.name, object.metadata.namespace]).toEqual(['OperatorGroup', 'operators', 'operators']);
    object.metadata.addLabel('team', 'x');
    expect(written(app, 'OperatorGroup', 'operators').metadata.labels).toEqual({ team: 'x' });
  });

  it('a cluster says that there is no one object', () => {
    expect(() => ApiObject.of(prod(appOf()).cluster)).toThrow(
      'cannot find a (direct or indirect) child of type ApiObject for construct prod',
    );
  });

  it('a group that is not rendered says so, and one with bad input says what is wrong', () => {
    const cluster = new OlmCluster(appOf(), 'prod', { only: ['rbac'] });
    expect(() => ApiObject.of(new OperatorGroup(cluster, 'group', { targets: TargetNamespaces.all() }))).toThrow('prod/group');
    const bad = new OperatorGroup(cluster, 'bad', { namespace: 'Not A Name', targets: TargetNamespaces.all() });
    expect(() => ApiObject.of(bad)).toThrow('error[INVALID_NAME] prod/bad metadata.namespace');
  });
});

describe('metadata.addLabel, metadata.addAnnotation and addJsonPatch on a derived object', () => {
  it('apply: a sync wave on a role of a group', () => {
    const app = appOf();
    const { group } = prod(app);
    const roles = group.apiObjects.filter(({ kind }) => kind === 'ClusterRole');
    for (const role of roles) role.metadata.addAnnotation('argocd.argoproj.io/sync-wave', '-1');
    expect(roles).toHaveLength(7);
    const objects = read(app.synthYaml() as string).filter(({ kind }) => kind === 'ClusterRole');
    expect(objects.map(({ metadata }) => metadata.annotations)).toEqual(objects.map(() => ({ 'argocd.argoproj.io/sync-wave': '-1' })));
  });

  it('apply to one copy, and to no other', () => {
    const app = appOf();
    const { cluster } = prod(app, { targets: TargetNamespaces.named('team', 'other') });
    cluster.addNamespace('other');
    const copies = cluster.apiObjects.filter(({ kind }) => kind === 'ClusterServiceVersion');
    copies.find(({ metadata }) => metadata.namespace === 'team')?.metadata.addLabel('mine', 'yes');
    app.synth();
    const content = contentOf(app.outdir);
    expect([content['ns-team.k8s.yaml']?.includes('mine: yes'), content['ns-other.k8s.yaml']?.includes('mine')]).toEqual([false, false]);
    expect(content['ns-team.k8s.yaml']).toContain('mine: "yes"');
  });

  it('apply as patches, in their order', () => {
    const app = appOf();
    const { group } = prod(app);
    const role = byKind(group.apiObjects, 'ClusterRole', 'etcds.example.com-v1-view');
    role.addJsonPatch(JsonPatch.add('/metadata/annotations', {}), JsonPatch.add('/metadata/annotations/a', 'b'));
    role.addJsonPatch(JsonPatch.replace('/metadata/annotations/a', 'c'));
    expect(written(app, 'ClusterRole', 'etcds.example.com-v1-view').metadata.annotations).toEqual({ a: 'c' });
  });

  it('change nothing else of the object, nor its order', () => {
    const [plain, patched] = [appOf(), appOf()];
    prod(plain);
    const { cluster } = prod(patched);
    for (const object of cluster.apiObjects) object.metadata.addAnnotation('zz', 'added');
    const without = (text: string): string => text.replaceAll(/\n {2}annotations:\n {4}zz: added(?=\n)|\n {4}zz: added(?=\n)/g, '');
    expect(without(patched.synthYaml() as string)).toBe(plain.synthYaml());
  });

  it('stay when the object is rendered again', () => {
    const app = appOf();
    const { cluster, group } = prod(app);
    const object = ApiObject.of(group);
    object.metadata.addLabel('team', 'x');
    object.addJsonPatch(JsonPatch.add('/metadata/labels/patched', 'yes'));
    cluster.addNamespace('late');
    new OperatorGroup(cluster, 'late', { targets: TargetNamespaces.named('late') });
    expect(ApiObject.of(group)).toBe(object);
    expect(written(app, 'OperatorGroup', 'operators').metadata.labels).toEqual({ team: 'x', patched: 'yes' });
  });

  it('stay while a declaration is not valid', () => {
    const app = appOf();
    const { cluster, group } = prod(app);
    ApiObject.of(group).metadata.addLabel('team', 'x');
    new OperatorGroup(cluster, 'bad', { namespace: 'Not A Name', targets: TargetNamespaces.all() });
    expect(() => app.synth()).toThrow('INVALID_NAME');
    cluster.node.tryRemoveChild('bad');
    expect(written(app, 'OperatorGroup', 'operators').metadata.labels).toEqual({ team: 'x' });
  });

  it('are an error where the object is no longer rendered', () => {
    const app = appOf();
    const { cluster, group } = prod(app);
    ApiObject.of(group).metadata.addLabel('team', 'x');
    cluster.node.tryRemoveChild('operators');
    expect(() => app.synth()).toThrow('OperatorGroup operators/operators was changed with ApiObject, and is no longer rendered');
    expect(contentOf(app.outdir)).toEqual({});
  });

  it.each<[string, (objects: ApiObject[]) => void, string]>([
    [
      'labels of a Namespace, which rules read',
      (objects) => byKind(objects, 'Namespace', 'team').metadata.addLabel('pod-security.kubernetes.io/enforce', 'restricted'),
      'prod] cluster/Namespace::team: the label pod-security.kubernetes.io/enforce of Namespace team cannot be changed after the rules have read it; use cluster.addNamespace(name, { labels })',
    ],
    [
      'spec of an OperatorGroup',
      (objects) => byKind(objects, 'OperatorGroup', 'operators').addJsonPatch(JsonPatch.remove('/spec/targetNamespaces')),
      'spec of OperatorGroup operators/operators cannot be changed after the rules have read it; use the settings of new OperatorGroup(…)',
    ],
    [
      'reserved APIs',
      (objects) => byKind(objects, 'OperatorGroup', 'operators').metadata.addAnnotation('olm.providedAPIs', 'X.v1.y'),
      'metadata.annotations.olm.providedAPIs of OperatorGroup operators/operators cannot be changed',
    ],
    [
      'spec of a CSV',
      (objects) => byKind(objects, 'ClusterServiceVersion', 'etcd.v1').addJsonPatch(JsonPatch.add('/spec/version', '9.9.9')),
      'spec of ClusterServiceVersion operators/etcd.v1 cannot be changed after the rules have read it; use the manifest that is given to addOperator',
    ],
    [
      'the name',
      (objects) => byKind(objects, 'ClusterRole', 'operators-view').addJsonPatch(JsonPatch.replace('/metadata/name', 'x')),
      'metadata.name of ClusterRole operators-view cannot be changed: other objects refer to it',
    ],
    [
      'a field that is not there',
      (objects) => byKind(objects, 'ClusterRole', 'operators-view').addJsonPatch(JsonPatch.replace('/not/there', 'x')),
      'a JSON patch of ClusterRole operators-view does not apply: ',
    ],
    [
      'text that cdk8s cannot write',
      (objects) => byKind(objects, 'ClusterRole', 'operators-view').metadata.addAnnotation('a', '\u2028'),
      'ClusterRole operators-view contains the character U+2028',
    ],
  ])('throw where they cannot apply: %s', (_, change, message) => {
    const app = appOf();
    change(prod(app).cluster.apiObjects);
    expect(() => app.synth()).toThrow(message);
    expect(contentOf(app.outdir)).toEqual({});
  });
});

describe('node.findAll', () => {
  it('finds the derived objects before synthesis, so that one loop labels all objects of an app', () => {
    const app = appOf();
    prod(app);
    configMap(new Chart(app, 'other'), 'mine');
    const objects = app.node.findAll().filter((construct): construct is ApiObject => ApiObject.isApiObject(construct));
    for (const object of objects) if (object.kind !== 'Namespace') object.metadata.addAnnotation('seen', 'yes');
    const written = read(app.synthYaml() as string).filter(({ kind }) => kind !== 'Namespace');
    expect(written).toHaveLength(objects.length - 2);
    expect(written.filter(({ metadata }) => metadata.annotations?.seen !== 'yes')).toEqual([]);
  });

  it('lets one loop label every object, also a Namespace that nobody declared', () => {
    const app = appOf();
    prod(app, { targets: TargetNamespaces.labelled({ tenant: 'a' }) }).cluster.addNamespace('shop', { labels: { tenant: 'a' } });
    const objects = app.node.findAll().filter((construct): construct is ApiObject => ApiObject.isApiObject(construct));
    for (const object of objects) object.metadata.addLabel('app.kubernetes.io/managed-by', 'cdk8s');
    const result = read(app.synthYaml() as string);
    expect(result).toHaveLength(objects.length);
    expect(result.filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/managed-by'] !== 'cdk8s')).toEqual([]);
  });

  it.each([
    ['a label', TargetNamespaces.labelled({ tenant: 'a' })],
    ['an expression', TargetNamespaces.selected({ matchExpressions: [{ key: 'tenant', operator: 'Exists' }] })],
  ])('refuses a label of a Namespace by which a group selects: %s', (_, targets) => {
    const app = appOf();
    const { cluster } = prod(app, { targets });
    cluster.addNamespace('shop', { labels: { tenant: 'a' } });
    byKind(cluster.apiObjects, 'Namespace', 'team').metadata.addLabel('tenant', 'a');
    expect(() => app.synth()).toThrow('the label tenant of Namespace team cannot be changed after the rules have read it');
  });

  it('gives every construct a path of its own', () => {
    const app = appOf();
    prod(new Construct(app, 'a'));
    prod(new Construct(app, 'b'));
    const paths = app.node.findAll().map(({ node }) => node.path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe('node.tryRemoveChild', () => {
  it('takes back what a construct declared', () => {
    const app = appOf();
    const { cluster } = prod(app);
    cluster.node.tryRemoveChild('operators');
    expect(synth(app)).toEqual({ 'cluster.k8s.yaml': ['Namespace team'] });
  });
});

describe('Lazy and tokens resolve', () => {
  const lazy = (value: unknown): never => Lazy.any({ produce: () => value }) as never;

  it('in every setting of a group, in a namespace and in manifests', () => {
    const [plain, late] = [appOf(), appOf()];
    const declare = (app: App, as: <T>(value: T) => T): void => {
      const cluster = new OlmCluster(app, 'prod', { kubeVersion: as('1.30'), failOn: as('never' as const) });
      cluster.addNamespace('team', { labels: as({ tenant: 'a' }), annotations: { note: as('x') } });
      cluster.addManifest({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: as('scoped'), namespace: 'ops' } });
      new OperatorGroup(cluster, 'operators', {
        name: as('group'),
        namespace: as('ops'),
        targets: TargetNamespaces.labelled({ tenant: as('a') }),
        labels: { team: as('x') },
        annotations: as({ a: 'b' }),
        reservedAPIs: as(['Etcd.v1.example.com']),
        serviceAccountName: as('scoped'),
      }).addOperator(ClusterServiceVersion.fromManifest({ ...ETCD, metadata: as(ETCD.metadata) }));
    };
    declare(plain, (value) => value);
    declare(late, lazy);
    expect(late.synthYaml()).toBe(plain.synthYaml());
  });

  it('as targets', () => {
    const app = appOf();
    prod(app, { targets: lazy(TargetNamespaces.named('team')) });
    expect(written(app, 'OperatorGroup', 'operators').spec).toEqual({ targetNamespaces: ['team'], upgradeStrategy: 'Default' });
  });

  it('when the app is synthesised, not before', () => {
    const app = appOf();
    let value = 'early';
    const cluster = new OlmCluster(app, 'prod').addNamespace('team', { labels: { a: Lazy.any({ produce: () => value }) } });
    expect(cluster.findings).toEqual([]);
    value = 'late';
    app.synth();
    expect(contentOf(app.outdir)['cluster.k8s.yaml']).toContain('a: late');
    value = 'later';
    app.synth();
    expect(contentOf(app.outdir)['cluster.k8s.yaml']).toContain('a: later');
  });

  it('in what is added to a derived object', () => {
    const app = appOf();
    ApiObject.of(prod(app).group).metadata.addAnnotation('a', lazy('b'));
    expect(written(app, 'OperatorGroup', 'operators').metadata.annotations).toMatchObject({ a: 'b' });
  });

  it('of resolvers that the app has', () => {
    const resolver = {
      resolve: (context: { value: unknown; replaceValue(value: unknown): void }) => context.value === '$A' && context.replaceValue('a'),
    };
    const app = new App({ outdir: folderOf(), resolvers: [resolver as never] });
    new OlmCluster(app, 'prod').addNamespace('team', { labels: { tenant: '$A' } });
    expect(written(app, 'Namespace', 'team').metadata.labels).toEqual({ tenant: 'a' });
  });

  it('to a wrong value is an error like the value itself', () => {
    const app = appOf();
    prod(app, { targets: lazy(['team']) });
    expect(() => app.synth()).toThrow('prod/operators: targets: found ["team"]; expected TargetNamespaces.named');
  });
});

describe('chart', () => {
  const rendered = (props: ConstructorParameters<typeof Chart>[2], group: Partial<OperatorGroupProps> = {}): KubernetesObject[] => {
    const chart = new Chart(Testing.app(), 'chart', props);
    prod(chart, group);
    return Testing.synth(chart) as KubernetesObject[];
  };

  it('labels are on every object; what an object says itself counts more', () => {
    const objects = rendered({ labels: { stamped: 'yes', team: 'chart' } }, { labels: { team: 'group' } });
    expect(objects.filter(({ metadata }) => metadata.labels?.stamped !== 'yes')).toEqual([]);
    expect(objects.find(({ kind }) => kind === 'OperatorGroup')?.metadata.labels).toEqual({ stamped: 'yes', team: 'group' });
  });

  it('labels count for selectors, since the Namespaces have them', () => {
    const objects = rendered({ labels: { tenant: 'a' } }, { targets: TargetNamespaces.labelled({ tenant: 'a' }) });
    expect(objects.find(({ kind }) => kind === 'OperatorGroup')?.status).toEqual({ namespaces: ['operators', 'team'] });
  });

  it('namespace is that of a group that names none, and of nothing that is cluster-scoped', () => {
    const namespaceOf = (objects: KubernetesObject[], kind: string) => objects.find((object) => object.kind === kind)?.metadata.namespace;
    const objects = rendered({ namespace: 'ops' });
    expect(['OperatorGroup', 'ServiceAccount', 'ClusterRole', 'Namespace'].map((kind) => namespaceOf(objects, kind))).toEqual([
      'ops',
      'ops',
      undefined,
      undefined,
    ]);
    expect(namespaceOf(rendered({ namespace: 'ops' }, { namespace: 'own' }), 'OperatorGroup')).toBe('own');
  });

  it('disableResourceNameHashes changes nothing: no name is generated', () => {
    expect(rendered({ disableResourceNameHashes: true })).toEqual(rendered({ disableResourceNameHashes: false }));
  });
});

describe('what chart.toJson gives', () => {
  it('is plain objects, which are written as their text', () => {
    const chart = new Chart(Testing.app(), 'chart');
    prod(chart);
    const objects = chart.toJson() as KubernetesObject[];
    for (const object of objects) {
      expect(object).toEqual(JSON.parse(JSON.stringify(object)));
      expect(Yaml.stringify(object)).toBe(Yaml.stringify(JSON.parse(JSON.stringify(object))));
    }
    expect(Yaml.stringify({ kind: 'List', items: objects })).toBe(
      Yaml.stringify({ kind: 'List', items: JSON.parse(JSON.stringify(objects)) }),
    );
  });

  it('can be changed by whoever has it, and the app stays as it is', () => {
    const app = Testing.app();
    const chart = new Chart(app, 'chart');
    prod(chart);
    const [object] = chart.toJson() as { metadata: { name: string } }[];
    const { name = '' } = object?.metadata ?? {};
    if (object) object.metadata.name = 'other';
    const [again] = chart.toJson() as { metadata: { name: string } }[];
    expect([object?.metadata.name, again?.metadata.name]).toEqual(['other', name]);
  });
});
