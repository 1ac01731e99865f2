import { App, Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { Bundle, ClusterServiceVersion, OlmCluster, OperatorGroup, ProblemError, TargetNamespaces } from '../../src/index.js';
import { crd } from '../support/build.js';
import { bundleCsv, bundleFiles } from '../support/bundle-files.js';
import { contentOf, folderOf } from '../support/files.js';

const FIELDS = { owns: ['Etcd.v1.example.com'], others: [crd('Etcd.v1.example.com')] };

/** The files of an app with one group and one operator. */
function synthesised(operator: Bundle | ClusterServiceVersion): Record<string, string> {
  const app = new App({ outdir: folderOf() });
  new OperatorGroup(new OlmCluster(app, 'prod'), 'op', { targets: TargetNamespaces.all() }).addOperator(operator);
  app.synth();
  return contentOf(app.outdir);
}

describe('a bundle', () => {
  it('is an operator like its CSV', () => {
    const folder = folderOf(bundleFiles('etcd/0.9.4', FIELDS));
    const fromBundle = synthesised(Bundle.fromDirectory(`${folder}/etcd/0.9.4`));
    expect(fromBundle).toEqual(synthesised(ClusterServiceVersion.fromManifest(bundleCsv('etcd/0.9.4', FIELDS))));
    expect(fromBundle['ns-op.k8s.yaml']).toContain('name: etcd.v0.9.4');
  });

  it('need not say its package', () => {
    const { 'etcd/0.9.4/metadata/annotations.yaml': _, ...files } = bundleFiles('etcd/0.9.4');
    expect(Bundle.fromDirectory(`${folderOf(files)}/etcd/0.9.4/`).content).toMatchObject({ name: 'etcd.v0.9.4', channels: [] });
  });

  it('can be added to several groups', () => {
    const bundle = Bundle.fromDirectory(`${folderOf(bundleFiles('etcd/0.9.4', FIELDS))}/etcd/0.9.4`);
    const cluster = new OlmCluster(Testing.chart(), 'prod');
    new OperatorGroup(cluster, 'a', { targets: TargetNamespaces.all() }).addOperator(bundle);
    new OperatorGroup(cluster, 'b', { targets: TargetNamespaces.all() }).addOperator(bundle);
    expect(cluster.resolution.csvs.map(({ csv }) => [csv.namespace, csv.bundle?.packageName])).toEqual([
      ['a', 'etcd'],
      ['b', 'etcd'],
    ]);
  });

  it('that is not valid is told at synthesis, with its file', () => {
    const folder = folderOf(bundleFiles('etcd/0.9.4', { spec: { install: {} } }));
    const cluster = new OlmCluster(Testing.chart(), 'prod');
    new OperatorGroup(cluster, 'op', { targets: TargetNamespaces.all() }).addOperator(Bundle.fromDirectory(`${folder}/etcd/0.9.4`));
    expect(() => cluster.resolution).toThrow(
      /error\[FIELD_MISSING\] .*etcd\/0\.9\.4\/manifests\/csv\.yaml:\d+:\d+ spec\.install\.strategy/,
    );
  });

  it.each<[string, Record<string, string>, string, RegExp]>([
    ['that is not there', {}, 'nowhere', /error\[FILE_UNREADABLE\] .*nowhere: the file or folder does not exist/],
    [
      'without manifests',
      { 'a/metadata/annotations.yaml': 'annotations: {}\n' },
      'a',
      /error\[INVALID_BUNDLE\] .*a: the bundle has no ClusterServiceVersion/,
    ],
    ['that is no YAML', { 'a/manifests/a.yaml': 'a: 1\na: 2\n' }, 'a', /error\[DUPLICATE_KEY\] .*a\/manifests\/a\.yaml:2:1/],
  ])('from a folder %s is a ProblemError', (_, files, path, message) => {
    const folder = folderOf(files);
    expect(() => Bundle.fromDirectory(`${folder}/${path}`)).toThrow(message);
    try {
      Bundle.fromDirectory(`${folder}/${path}`);
    } catch (error) {
      expect(ProblemError.isProblemError(error)).toBe(true);
    }
  });
});
