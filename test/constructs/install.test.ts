/** Operators without OLM, as constructs. */
import { join } from 'node:path';
import { App, Chart, Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { Bundle, ClusterServiceVersion, OlmCluster, type OlmClusterProps, OperatorGroup, TargetNamespaces } from '../../src/index.js';
import { bundleFiles } from '../support/bundle-files.js';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { databaseFields, installing } from '../support/installing.js';

const bundle = (): Bundle => Bundle.fromDirectory(join(folderOf(bundleFiles('db/1.0.0', databaseFields())), 'db/1.0.0'));

function synth(props: OlmClusterProps, add: (cluster: OlmCluster) => void): KubernetesObject[] {
  const chart = new Chart(Testing.app(), 'chart');
  add(new OlmCluster(chart, 'cluster', props));
  expect(chart.node.findAll().flatMap((construct) => construct.node.validate())).toEqual([]);
  return Testing.synth(chart) as KubernetesObject[];
}
const group = (cluster: OlmCluster, install?: boolean): OperatorGroup =>
  new OperatorGroup(cluster.addNamespace('team'), 'og', { namespace: 'ops', targets: TargetNamespaces.named('team'), install });
const keys = (objects: readonly KubernetesObject[]): string[] =>
  objects.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''} ${metadata.name}`).sort();
const kinds = (objects: readonly KubernetesObject[]): Set<string> => new Set(objects.map(({ kind }) => kind));

describe('install: true', () => {
  it('on a cluster gives the objects that render --install gives', () => {
    const objects = synth({ install: true }, (cluster) => group(cluster).addOperator(bundle()));
    const { out } = cli(['render', folderOf(installing()), '--install', '--format', 'json']);
    expect(keys(objects)).toEqual(keys(JSON.parse(out) as KubernetesObject[]));
  });

  it('on a group or an operator leaves the others to OLM', () => {
    const add = (cluster: OlmCluster, ofGroup: boolean): void => {
      group(cluster, ofGroup).addOperator(bundle(), { install: !ofGroup });
      new OperatorGroup(cluster, 'other', { targets: TargetNamespaces.named('other') });
    };
    const ofGroup = synth({}, (cluster) => add(cluster, true));
    expect(ofGroup.filter(({ kind }) => kind === 'OperatorGroup').map(({ metadata }) => metadata.name)).toEqual(['other']);
    expect(kinds(ofGroup)).toContain('Deployment');
    const ofOperator = synth({}, (cluster) => add(cluster, false));
    expect(ofOperator.filter(({ kind }) => kind === 'OperatorGroup')).toHaveLength(2);
    expect(kinds(ofOperator)).toContain('Deployment');
    expect(kinds(ofOperator)).not.toContain('ClusterServiceVersion');
  });

  it('takes how certificates are made, and what is done last', () => {
    const objects = synth({ install: { certificates: 'service-ca' }, finishing: { pullSecrets: ['mirror'] } }, (cluster) =>
      group(cluster).addOperator(bundle()),
    );
    expect(kinds(objects)).not.toContain('Certificate');
    expect(objects.find(({ kind }) => kind === 'ServiceAccount')?.imagePullSecrets).toEqual([{ name: 'mirror' }]);
  });

  it('fails for a CSV without its bundle', () => {
    const app = new App();
    const cluster = new OlmCluster(app, 'cluster', { install: true });
    group(cluster).addOperator(ClusterServiceVersion.fromManifest(bundle().content.csv));
    expect(() => app.synth()).toThrow('db.v1.0.0 is given without its bundle');
  });

  it('binds a descoped operator where a group of another namespace grants it', () => {
    const descoped = databaseFields({ spec: { installModes: [] } });
    const scaler = Bundle.fromDirectory(join(folderOf(bundleFiles('db/1.0.0', descoped)), 'db/1.0.0'));
    const objects = synth({ install: true }, (cluster) => {
      const targets = (name: string) => ({ targets: TargetNamespaces.named(name) });
      new OperatorGroup(cluster.addNamespace('a').addNamespace('b'), 'ops', targets('a')).addOperator(scaler);
      new OperatorGroup(cluster, 'tenant', targets('b')).grants(scaler, { namespace: 'ops' });
    });
    const bound = objects.filter(({ kind }) => kind === 'RoleBinding').map(({ metadata }) => metadata.namespace);
    expect(bound.sort()).toEqual(['a', 'b', 'ops']);
    expect(() => synth({}, (cluster) => group(cluster).grants(scaler, {} as never))).toThrow('namespace');
  });

  it('keeps APIs out of admin, edit and view where a group says so (D9)', () => {
    const labels = (aggregate: boolean): string[] =>
      synth({ install: true }, (cluster) => {
        const targets = TargetNamespaces.named('team');
        new OperatorGroup(cluster.addNamespace('team'), 'og', { namespace: 'ops', targets, aggregate }).addOperator(bundle());
      })
        .filter(({ kind }) => kind === 'ClusterRole')
        .flatMap(({ metadata }) => Object.keys(metadata.labels ?? {}))
        .filter((label) => label.startsWith('rbac.authorization.k8s.io/'));
    expect(labels(true)).not.toEqual([]);
    expect(labels(false)).toEqual([]);
  });
});
