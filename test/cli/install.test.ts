/** Operators without OLM, on the command line. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { csv, group, namespace, subscription as unknownSubscription } from '../support/build.js';
import { bundleFiles } from '../support/bundle-files.js';
import { cli, manifests } from '../support/command-line.js';
import { contentOf, folderOf } from '../support/files.js';
import { DATABASES, databaseFields, installing, subscription } from '../support/installing.js';
import { lines } from '../support/lines.js';

const idOf = ({ kind, metadata }: KubernetesObject): string => [kind, metadata.namespace, metadata.name].filter(Boolean).join(' ');
const render = (files: Record<string, string>, ...options: string[]): KubernetesObject[] => {
  const { code, out, err } = cli(['render', folderOf(files), '--format', 'json', ...options]);
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out) as KubernetesObject[];
};
const installed = (files: Record<string, string>, ...options: string[]) => render(files, '--install', ...options);
const one = (objects: readonly KubernetesObject[], kind: string): KubernetesObject =>
  objects.find((object) => object.kind === kind) as KubernetesObject;

describe('render --install', () => {
  it('gives what runs the operator, and nothing that OLM reads; user roles stay', () => {
    const ids = installed(installing()).map((object) => idOf(object).replace(/db\.v1\.0\.0-\S+/, 'db.v1.0.0-<hash>'));
    expect(ids).toEqual([
      `CustomResourceDefinition ${DATABASES.metadata.name}`,
      'Namespace ops',
      'Namespace team',
      ...['admin', 'edit', 'view', 'view-crd'].map((access) => `ClusterRole ${DATABASES.metadata.name}-v1-${access}`),
      ...['admin', 'edit', 'view'].map((role) => `ClusterRole og-${role}`),
      'ValidatingWebhookConfiguration vdb.kb.io-ops',
      'ServiceAccount ops db',
      'Role ops db.v1.0.0-<hash>',
      'RoleBinding ops db.v1.0.0-<hash>',
      'Service ops db-service',
      'Certificate ops db-service-cert',
      'Issuer ops db-service-cert-issuer',
      'Deployment ops db',
      'Role team db.v1.0.0-<hash>',
      'RoleBinding team db.v1.0.0-<hash>',
    ]);
  });

  it('is off by default', () => {
    const objects = render(installing());
    expect(objects.some(({ kind }) => kind === 'Deployment' || kind === 'CustomResourceDefinition')).toBe(false);
    expect(objects.filter(({ kind }) => kind === 'OperatorGroup' || kind === 'ClusterServiceVersion')).toHaveLength(3);
  });

  it('gives OLM’s own objects only where --only names them', () => {
    const kinds = new Set(installed(installing(), '--only', 'olm,install').map(({ kind }) => kind));
    expect(kinds).toContain('OperatorGroup');
    expect(kinds).toContain('Deployment');
    expect(new Set(render(installing(), '--only', 'install').map(({ kind }) => kind))).not.toContain('Role');
  });

  it('tells the pods their target namespaces, and merges the settings of the Subscription and of the cluster’s proxy', () => {
    const proxy = { apiVersion: 'config.openshift.io/v1', kind: 'Proxy', metadata: { name: 'cluster' }, status: { httpProxy: 'http://p' } };
    const config = { env: [{ name: 'A', value: 'a' }], nodeSelector: { infra: 'true' } };
    const objects = installed(installing({ config, more: [proxy] }));
    expect(one(objects, 'Deployment').spec).toMatchObject({
      revisionHistoryLimit: 1,
      template: {
        metadata: { annotations: { 'olm.targetNamespaces': 'team', 'olm.operatorNamespace': 'ops', 'olm.operatorGroup': 'og' } },
        spec: {
          nodeSelector: { infra: 'true' },
          containers: [
            {
              env: [
                { name: 'RELATED_IMAGE_DB', value: 'quay.io/example/x:v1' },
                { name: 'A', value: 'a' },
                { name: 'HTTP_PROXY', value: 'http://p' },
              ],
            },
          ],
        },
      },
    });
    // An object of OpenShift says who makes certificates there.
    expect(one(objects, 'Service').metadata.annotations).toEqual({
      'service.beta.openshift.io/serving-cert-secret-name': 'db-service-cert',
    });
  });

  it('makes certificates as it is asked to', () => {
    const of = (...options: string[]) => installed(installing(), ...options);
    expect(one(of('--certificates', 'service-ca'), 'Certificate')).toBeUndefined();
    const issued = of('--issuer', 'ClusterIssuer/ca');
    expect(one(issued, 'Issuer')).toBeUndefined();
    expect(one(issued, 'Certificate').spec).toMatchObject({ issuerRef: { kind: 'ClusterIssuer', name: 'ca' }, commonName: 'db-service' });
    expect(cli(['render', folderOf(installing()), '--certificates', 'none'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('error[certificates-missing] ClusterServiceVersion ops/db.v1.0.0'),
    });
    expect(cli(['render', folderOf(installing()), '--issuer', 'Secret/a']).code).toBe(2);
  });

  it('knows the two profiles', () => {
    const [deployment] = installed(installing(), '--profile', 'olm').filter(({ kind }) => kind === 'Deployment');
    expect(deployment?.metadata.labels).toMatchObject({ 'olm.owner': 'db.v1.0.0', 'olm.managed': 'true' });
    expect(JSON.stringify(deployment)).toContain('OPERATOR_CONDITION_NAME');
    expect(installed(installing(), '--profile', 'olm').some(({ kind }) => kind === 'OperatorCondition')).toBe(false);
  });

  it('says what a person should know, Subscriptions beside it among that', () => {
    const { err } = cli(['check', folderOf(installing()), '--install']);
    const { out } = cli(['check', folderOf(installing()), '--install', '--format', 'json']);
    expect(err).toBe('');
    const { findings } = JSON.parse(out) as { findings: { id: string; place?: { file: string } }[] };
    expect(findings.map(({ id }) => id)).toEqual(['certificate-provider-not-in-input', 'subscription-beside-install']);
    expect(findings[1]?.place?.file).toMatch(/cluster\.yaml$/);
  });

  it('writes the CRDs, the cluster and each namespace into files of their own, and a kustomization in the order that applies', () => {
    const folder = join(folderOf(), 'out');
    const input = folderOf(installing());
    const run = () => cli(['render', input, '--install', '-o', folder]);
    expect(run().code).toBe(0);
    const first = contentOf(folder);
    const { '.cdk8s-olm': list, ...files } = first;
    expect(Object.keys(files)).toEqual(['cluster.k8s.yaml', 'crds.k8s.yaml', 'kustomization.yaml', 'ns-ops.k8s.yaml', 'ns-team.k8s.yaml']);
    expect(list).toContain('kustomization.yaml');
    expect(files['kustomization.yaml']).toBe(`apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
  - crds.k8s.yaml
  - cluster.k8s.yaml
  - ns-ops.k8s.yaml
  - ns-team.k8s.yaml
`);
    expect(run().code).toBe(0);
    expect(contentOf(folder)).toEqual(first);
    // Without it, the CRDs go again.
    expect(cli(['render', input, '-o', folder]).err).toContain('removed crds.k8s.yaml');
  });

  it('tells Argo CD the order with --argocd', () => {
    const objects = installed(installing(), '--argocd');
    const wave = (kind: string) => Number(one(objects, kind).metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);
    expect(wave('CustomResourceDefinition')).toBeLessThan(wave('Deployment'));
    expect(wave('Deployment')).toBeLessThan(wave('ValidatingWebhookConfiguration'));
    expect(one(objects, 'CustomResourceDefinition').metadata.annotations?.['argocd.argoproj.io/sync-options']).toContain('Prune=false');
  });

  it('takes images from another registry, and names pull secrets', () => {
    const objects = installed(installing(), '--image-registry', 'quay.io/example=mirror.example.com/m', '--pull-secret', 'mirror');
    const text = JSON.stringify(one(objects, 'Deployment'));
    expect(text).toContain('"image":"mirror.example.com/m/db:v1.0.0"');
    expect(text).toContain('"value":"mirror.example.com/m/x:v1"');
    expect(one(objects, 'ServiceAccount').imagePullSecrets).toEqual([{ name: 'mirror' }]);
    expect(cli(['render', folderOf(installing()), '--image-registry', 'quay.io']).code).toBe(2);
  });
});

describe('what cannot be installed', () => {
  const refused = (files: Record<string, string>, ...options: string[]) => {
    const { code, out, err } = cli(['render', folderOf(files), '--install', ...options]);
    return { code, out, err: err.replaceAll(/\/\S*\/(?=cluster\.yaml|db\/)/g, '') };
  };

  it('is an operator that is not known, unless the rest is to be installed without it', () => {
    const files = { ...installing(), 'more.yaml': manifests(unknownSubscription('ops/other')) };
    const { code, out, err } = cli(['render', folderOf(files), '--install']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('1 operator is not known and cannot be installed: ops/other; nothing was written');
    const rest = cli(['render', folderOf(files), '--install', '--allow-unknown-operators']);
    expect(rest.code).toBe(0);
    expect(rest.out).toContain('kind: Deployment');
    expect(cli(['render', folderOf(files)]).code).toBe(0);
  });

  it('is a CSV without its bundle: what is missing is named', () => {
    const alone = manifests(namespace('ops'), group('ops/og'), csv('ops/db.v1.0.0', { owns: ['Db.v1.example.com'] }));
    const { code, out, err } = refused({ 'cluster.yaml': alone });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('error[BUNDLE_CONTENT_MISSING] cluster.yaml');
    expect(err).toMatch(/expected +the CRDs dbs\.example\.com and the other manifests of its bundle/);
    expect(cli(['render', folderOf({ 'cluster.yaml': alone }), '--install', '-o', join(folderOf(), 'out')]).err).toContain(
      'nothing was written',
    );
  });

  it('is a CSV that is given beside the folder of its bundle: then it is installed', () => {
    const { spec, ...fields } = databaseFields();
    const files = {
      'cluster.yaml': manifests(namespace('ops'), group('ops/og', { targets: ['ops'] }), csv('ops/db.v1.0.0', { ...fields, spec })),
      ...bundleFiles('db/1.0.0', databaseFields()),
    };
    expect(installed(files).map(({ kind }) => kind)).toContain('CustomResourceDefinition');
  });

  it('is a bundle with a webhook that no Deployment serves, with its place', () => {
    const [webhook] = Object(databaseFields().spec).webhookdefinitions as object[];
    const { code, out, err } = refused(installing({ fields: { spec: { webhookdefinitions: [{ ...webhook, deploymentName: 'gone' }] } } }));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/error\[INVALID_BUNDLE\] db\/1\.0\.0\/manifests\/csv\.yaml:\d+:\d+ spec\.webhookdefinitions\[0\]\.deploymentName/);
  });

  it('is a field that Kubernetes does not know, unless leniency drops it', () => {
    const config = { env: [], nodeSelectors: {} };
    const { code, out, err } = refused(installing({ config }));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/error\[UNKNOWN_FIELD\] cluster\.yaml:\d+:\d+ spec\.config\.nodeSelectors/);
    expect(cli(['render', folderOf(installing({ config })), '--install', '--lenient'])).toMatchObject({
      code: 0,
      err: expect.stringContaining('warning[UNKNOWN_FIELD]'),
    });
  });
});

describe('two tenants of one operator', () => {
  it('share nothing but CRDs, and the ClusterRoles of its API', () => {
    const more = [
      namespace('ops-2'),
      namespace('team-2'),
      group('ops-2/og-2', { targets: ['team-2'] }),
      subscription('ops-2', 'db.v1.0.0'),
    ];
    const objects = installed(installing({ more }));
    const ids = objects.map(idOf);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.startsWith('ValidatingWebhookConfiguration'))).toEqual([
      'ValidatingWebhookConfiguration vdb.kb.io-ops',
      'ValidatingWebhookConfiguration vdb.kb.io-ops-2',
    ]);
    expect(ids.filter((id) => id.startsWith('CustomResourceDefinition'))).toHaveLength(1);
  });
});

it('the program says in its help what these options do', () => {
  expect(cli(['help', 'render']).out).toContain('--certificates <provider>');
});

describe('an operator that is installed without OLM', () => {
  const needing = {
    'ns.yaml': manifests(namespace('op'), group('op/g'), {
      ...unknownSubscription('op/kettle'),
      spec: { name: 'kettle', channel: 'stable', source: 'c', sourceNamespace: 'olm' },
    }),
    'b/metadata/annotations.yaml': lines(
      'annotations:',
      '  operators.operatorframework.io.bundle.mediatype.v1: registry+v1',
      '  operators.operatorframework.io.bundle.package.v1: kettle',
      '  operators.operatorframework.io.bundle.channels.v1: stable',
    ),
    'b/metadata/dependencies.yaml': lines('dependencies: [{type: olm.gvk, value: {group: example.com, version: v1, kind: Tea}}]'),
    'b/manifests/csv.yaml': lines(
      'apiVersion: operators.coreos.com/v1alpha1',
      'kind: ClusterServiceVersion',
      'metadata: {name: kettle.v1.0.0, annotations: {olm.targetNamespaces: x}}',
      'status: {phase: Succeeded}',
      'spec:',
      '  version: 1.0.0',
      '  installModes: [{type: AllNamespaces, supported: true}]',
      '  customresourcedefinitions: {required: [{name: teas.example.com, version: v1, kind: Tea}]}',
      '  install: {strategy: deployment, spec: {deployments: []}}',
    ),
  };
  const warnings = (...argv: readonly string[]): string[] => {
    const { out, err } = cli(argv);
    return [...`${err}${out}`.matchAll(/^warning\[([\w-]+)\]/gm)].map(([, id = '']) => id);
  };

  it('and needs an API that nothing has is told of once', () => {
    expect(warnings('check', folderOf(needing), '--install')).toEqual(['requirements-not-met']);
  });

  it('and a question about it are not told what only a CSV that is applied has', () => {
    const folder = folderOf(needing);
    expect(warnings('check', folder)).toContain('CSV_RESERVED_ANNOTATION');
    for (const argv of [['images'], ['who-can', 'get', 'secrets'], ['render', '--install']])
      expect(warnings(...argv, folder).filter((id) => id.startsWith('CSV_'))).toEqual([]);
  });
});
