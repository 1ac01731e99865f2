/** What OLM v1 makes of bundles and ClusterExtensions, on the command line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { namespace } from '../support/build.js';
import { bundleFiles } from '../support/bundle-files.js';
import { cli, manifests } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { comparable } from '../support/installed.js';
import { DATABASES, databaseFields } from '../support/installing.js';

const FOLDER = join(import.meta.dirname, '../golden/install');

interface Case {
  readonly bundle: string;
  readonly namespace: string;
  readonly watch: string[] | null;
  readonly certificates: string;
  readonly deploymentConfig: unknown;
  readonly objects?: KubernetesObject[];
  readonly error?: string;
}

const CASES = JSON.parse(readFileSync(join(FOLDER, 'cases.json'), 'utf8')) as Case[];

describe('render BUNDLE_DIR --profile olm-v1 --install-namespace', () => {
  it.each(CASES.map((wanted): [string, Case] => [`${wanted.bundle}, ${wanted.watch}, ${wanted.certificates}`, wanted]))(
    'makes what OLM v1 made: %s',
    (_, { bundle, namespace: place, watch, certificates, deploymentConfig, objects, error }) => {
      const config = deploymentConfig ? ['--config', join(folderOf({ 'c.json': JSON.stringify({ deploymentConfig }) }), 'c.json')] : [];
      const watching = (watch ?? []).flatMap((name) => ['--watch-namespace', name]);
      const options = ['--install-namespace', place, ...watching, '--certificates', certificates, ...config];
      const { code, out, err } = cli(
        ['render', join(FOLDER, 'bundles', bundle), '--profile', 'olm-v1', '--stdout', '--format', 'json'].concat(options),
      );
      if (error === undefined) {
        expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
        // Of the three hooks of one Service, OLM v1 makes equal ports, which server-side apply refuses.
        expect(err.includes('warning[api-server-refuses] Service')).toBe(bundle === 'three-hooks-one-service');
        expect(comparable(JSON.parse(out) as KubernetesObject[])).toEqual(comparable(objects ?? []));
      } else {
        expect({ code, out }).toEqual({ code: 2, out: '' });
        for (const line of error.split('\n')) expect(err).toContain(line);
      }
    },
  );

  it('takes settings without a namespace beside --watch-namespace', () => {
    const config = join(folderOf({ 'c.yaml': 'deploymentConfig: {nodeSelector: {infra: "true"}}\n' }), 'c.yaml');
    const own = folderOf(bundleFiles('db/1.0.0', databaseFields({ spec: { installModes: [{ type: 'OwnNamespace', supported: true }] } })));
    const options = ['--profile', 'olm-v1', '--install-namespace', 'ops', '--config', config, '--format', 'json'];
    expect(cli(['render', join(own, 'db/1.0.0'), ...options])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('invalid target namespaces []: exactly one target namespace must be specified'),
    });
    expect(cli(['render', join(own, 'db/1.0.0'), ...options, '--watch-namespace', 'ops']).code).toBe(0);
  });

  it('takes manifests without apiVersion, as OLM goes by the kind', () => {
    const versionless = { kind: 'ConfigMap', metadata: { name: 'settings' } } as KubernetesObject;
    const bundle = folderOf(bundleFiles('db/1.0.0', databaseFields({ others: [DATABASES, versionless] })));
    const { code, out } = cli([
      'render',
      join(bundle, 'db/1.0.0'),
      '--profile',
      'olm-v1',
      '--install-namespace',
      'ops',
      '--format',
      'json',
    ]);
    expect({ code, found: (JSON.parse(out) as KubernetesObject[]).filter(({ kind }) => kind === 'ConfigMap') }).toEqual({
      code: 0,
      found: [{ kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'ops' } }],
    });
  });

  it('refuses settings in OLM’s words', () => {
    const config = join(folderOf({ 'c.yaml': 'watchNamespaces: x\n' }), 'c.yaml');
    const options = ['--profile', 'olm-v1', '--install-namespace', 'ops', '--config', config];
    expect(cli(['render', join(FOLDER, 'bundles/plain'), ...options])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('unknown field "watchNamespaces"'),
    });
  });

  it.each([
    ['--watch-namespace', 'a'],
    ['--install-namespace', 'ops', '--config', 'x'],
    ['--config', 'x'],
  ])('asks for what belongs together: %s', (...options) => {
    expect(cli(['render', join(FOLDER, 'bundles/plain'), ...options])).toMatchObject({ code: 2, out: '' });
  });
});

describe('a review of ClusterExtensions with a profile that does not evaluate them', () => {
  it('is an error where their bundle changes, and names the profile that does', () => {
    const rules = (verbs: string[]) => [{ serviceAccountName: 'db', rules: [{ apiGroups: ['*'], resources: ['*'], verbs }] }];
    const folder = (...verbs: string[]) => {
      const fields = databaseFields();
      const { install } = fields.spec as { install: { spec: object } };
      const spec = { ...fields.spec, install: { strategy: 'deployment', spec: { ...install.spec, clusterPermissions: rules(verbs) } } };
      const extension = {
        apiVersion: 'olm.operatorframework.io/v1',
        kind: 'ClusterExtension',
        metadata: { name: 'db' },
        spec: {
          namespace: 'ops',
          serviceAccount: { name: 'installer' },
          source: { sourceType: 'Catalog', catalog: { packageName: 'db' } },
        },
      };
      return folderOf({ 'all.yaml': manifests(namespace('ops'), extension), ...bundleFiles('db/1.0.0', { ...fields, spec }) });
    };
    const { code, out } = cli(['review', folder('get'), folder('*'), '--profile', 'documented']);
    expect(code).toBe(1);
    expect(out).toContain(
      'differs in spec.install.spec.clusterPermissions; the review does not cover this; a ClusterExtension installs it, which --profile olm-v1 evaluates',
    );
    expect(cli(['review', folder('get'), folder('*'), '--profile', 'olm-v1']).out).toContain('can do everything');
  });
});

describe('ClusterExtensions beside bundles', () => {
  const extension = (name: string, spec: Record<string, unknown> = {}, catalog: Record<string, unknown> = {}) => ({
    apiVersion: 'olm.operatorframework.io/v1',
    kind: 'ClusterExtension',
    metadata: { name },
    spec: {
      namespace: 'ops',
      serviceAccount: { name: 'installer' },
      source: { sourceType: 'Catalog', catalog: { packageName: 'db', ...catalog } },
      ...spec,
    },
  });
  const folder = (...extensions: KubernetesObject[]) =>
    folderOf({
      'cluster.yaml': manifests(namespace('ops'), ...extensions),
      ...bundleFiles('db/1.0.0', databaseFields()),
      ...bundleFiles('db/1.1.0', databaseFields()),
    });
  const render = (...extensions: KubernetesObject[]) =>
    cli(['render', folder(...extensions), '--profile', 'olm-v1', '--format', 'json', '--only', 'install']);
  const deployed = (out: string) =>
    (JSON.parse(out) as KubernetesObject[])
      .filter(({ kind }) => /^ClusterRole$|^Role$/.test(kind))
      .map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''} ${metadata.name.slice(0, 9)}`);

  it('take the highest version of their channels and range', () => {
    expect(deployed(render(extension('db')).out)).toEqual(['ClusterRole  db.v1.1.0']);
    expect(deployed(render(extension('db', {}, { version: '>=1.0.0, <1.1.0', channels: ['stable'] })).out)).toEqual([
      'ClusterRole  db.v1.0.0',
    ]);
    expect(render(extension('db', {}, { version: '2.x' }))).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('BUNDLE_NOT_FOUND'),
    });
    expect(render(extension('db', {}, { packageName: 'bd' }))).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('not known'),
    });
  });

  it('are configured by spec.config.inline', () => {
    const inline = { watchNamespace: 'team', deploymentConfig: { nodeSelector: { infra: 'true' } } };
    const { out } = render(extension('db', { config: { configType: 'Inline', inline } }));
    expect(deployed(out)).toEqual(['Role team db.v1.1.0']);
    expect(out).toContain('"infra": "true"');
    expect(render(extension('db', { config: { configType: 'Inline', inline: { watch: 'x' } } }))).toMatchObject({
      code: 1,
      err: expect.stringContaining('unknown field "watch"'),
    });
  });

  it('go through the controller, which refuses what its renderer would take', () => {
    const files = folder(extension('db'));
    expect(cli(['render', files, '--profile', 'olm-v1', '--certificates', 'none'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('unsupported bundle: webhookDefinitions are not supported: certificate provider is nil'),
    });
    const { code, err } = render(
      extension('db', { config: { configType: 'Inline', inline: { watchNamespace: 'team', deploymentConfig: {} } } }),
    );
    expect({ code, gates: /feature gates (.*) of operator-controller/.exec(err)?.[1] }).toEqual({
      code: 0,
      gates: 'SingleOwnNamespaceInstallSupport and DeploymentConfig',
    });
  });

  it('own each of their objects alone', () => {
    expect(render(extension('db'), extension('db-2', { namespace: 'default' }))).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('already belongs to the ClusterExtension db, and OLM v1 allows one owner for an object'),
    });
  });
});
