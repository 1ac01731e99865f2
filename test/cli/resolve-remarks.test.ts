import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';

const CATALOG = (image: string) => `schema: olm.package
name: lamp
defaultChannel: stable
---
schema: olm.channel
package: lamp
name: stable
entries: [{name: lamp.v1.0.0}, {name: lamp.v2.0.0, replaces: lamp.v1.0.0}]
---
{schema: olm.bundle, package: lamp, name: lamp.v1.0.0, image: ${image}:1, properties: [{type: olm.package, value: {packageName: lamp, version: 1.0.0}}]}
---
{schema: olm.bundle, package: lamp, name: lamp.v2.0.0, image: ${image}:2, properties: [{type: olm.package, value: {packageName: lamp, version: 2.0.0}}]}
---
schema: olm.deprecations
package: lamp
entries:
- {reference: {schema: olm.bundle, name: lamp.v1.0.0}, message: lamp.v1.0.0 is over}
`;
const extension = (more: string, status = ''): string => `apiVersion: olm.operatorframework.io/v1
kind: ClusterExtension
metadata: {name: lamp, uid: a}
spec: {namespace: attic, source: {sourceType: Catalog, catalog: {packageName: lamp${more}}}}
${status}`;
const ran = (files: Record<string, string>, command: string) =>
  cli([command, folderOf({ 'hub/index.yaml': CATALOG('example.com/lamp'), ...files })]);

// operator-controller's resolve/catalog.go chooses for a ClusterExtension; OLM v0's resolver reads none.
describe.each(['resolve', 'upgrades'])('%s', (command) => {
  it.each<[string, string, string, string, number]>([
    ['the first installation', '', '', 'OLM v1 installs lamp.v2.0.0 in attic', 0],
    ['a version', ', version: 1.0.0', '', 'OLM v1 installs lamp.v1.0.0 in attic', 0],
    ['an upgrade', '', 'status: {install: {bundle: {name: lamp.v1.0.0, version: 1.0.0}}}', 'OLM v1 installs lamp.v2.0.0 in attic', 0],
    ['what is installed', '', 'status: {install: {bundle: {name: lamp.v2.0.0, version: 2.0.0}}}', 'lamp.v2.0.0 stays in attic', 0],
    ['a version that is none', ', version: 3.0.0', '', 'OLM v1 installs nothing of lamp', 1],
  ])('knows ClusterExtensions: %s', (_, more, status, line, code) => {
    const answer = ran({ 'extension.yaml': extension(more, status) }, command);
    expect(answer.out).toContain(`ClusterExtension lamp: ${line}\n`);
    expect(answer.code).toBe(code);
  });

  // operator-controller's applier/boxcutter.go (CollisionProtectionPrevent) and config/config.go (validateConfigWithSchema).
  it('asks whether OLM v1 installs the chosen bundle', () => {
    const example = 'examples/rules/object-in-the-way';
    const answer = cli([command, example]);
    expect(answer.code).toBe(1);
    expect(answer.out).toMatch(/^ClusterExtension \S+: OLM v1 installs nothing of /m);
    expect(answer.err).toContain('exists already, and is not of this ClusterExtension');
    expect(JSON.parse(cli([command, example, '--format', 'json']).out).clusterExtensions[0]).not.toHaveProperty('bundle');

    const own = readFileSync(join(example, 'cluster.yaml'), 'utf8').split(/^---\n/m);
    const alone = own.filter((text) => /^kind: (?:ClusterExtension|Namespace)$/m.test(text)).join('---\n');
    const folder = folderOf({ 'cluster.yaml': alone });
    expect(cli([command, folder, join(example, 'bundle')])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/: OLM v1 installs \S+\.v/),
    });
    const typo = alone.replace(/^spec:\n/m, 'spec:\n  config: {configType: Inline, inline: {nonsense: 1}}\n');
    const refused = cli([command, folderOf({ 'cluster.yaml': typo }), join(example, 'bundle')]);
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('OLM v1 installs nothing of ') });
    expect(refused.err).toContain('invalid configuration: unknown field "nonsense"');
  });

  it('tells a deprecated version of a ClusterExtension', () => {
    expect(ran({ 'extension.yaml': extension(', version: 1.0.0') }, command).err).toContain('lamp.v1.0.0 is over');
  });

  // syncResolvingNamespace of OLM's catalog operator, and the Subscription's conditions of catalog/subscription/reconciler.go.
  it.each([
    ['UpgradeFailed', 'uid: b, ', true],
    ['AtLatestKnown', 'uid: b, ', false],
    ['UpgradeFailed', '', false],
  ])('tells an InstallPlan that has failed in a dump: %s with %s', (state, stored, isTold) => {
    const subscription = `apiVersion: operators.coreos.com/v1alpha1
kind: Subscription
metadata: {${stored}name: lamp, namespace: attic}
spec: {name: lamp, source: hub, sourceNamespace: attic, channel: stable}
status: {state: ${state}, currentCSV: lamp.v2.0.0, installedCSV: lamp.v1.0.0, installPlanRef: {name: install-bad}}
`;
    const group = `apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {${stored}name: og, namespace: attic}\n`;
    const { err } = ran({ 'a.yaml': subscription, 'b.yaml': group }, command);
    expect(err.includes('its InstallPlan install-bad for lamp.v2.0.0 has failed')).toBe(isTold);
    expect(err).toContain('lamp.v1.0.0 is over');
  });
});

// OLM's ExecutePlan (catalog/operator.go): the judgement of a plan is that of `check`, from a folder of bundles as from a catalog.
describe.each(['resolve', 'upgrades'])('%s judges the InstallPlan of a bundle folder', (command) => {
  const bundled = (manifest: string): Record<string, string> => ({
    'm/a.yaml': [
      'apiVersion: v1\nkind: Namespace\nmetadata: {name: attic}',
      'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: og, namespace: attic}',
      'apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: lamp, namespace: attic}\nspec: {name: lamp, channel: stable, source: hub, sourceNamespace: olm}',
    ].join('\n---\n'),
    'lamp/manifests/csv.yaml': `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata: {name: lamp.v1.0.0}
spec:
  version: 1.0.0
  installModes: [{type: AllNamespaces, supported: true}]
  install: {strategy: deployment, spec: {deployments: []}}
`,
    'lamp/manifests/more.yaml': manifest,
    'lamp/metadata/annotations.yaml': `annotations:
  operators.operatorframework.io.bundle.package.v1: lamp
  operators.operatorframework.io.bundle.channels.v1: stable
  operators.operatorframework.io.bundle.manifests.v1: manifests/
`,
  });

  it.each([
    ['monitoring.coreos.com/v1', 'PodMonitor', 'contains a PodMonitor'],
    ['networking.k8s.io/v1', 'Ingress', 'contains a Ingress'],
    ['v1', 'Namespace', 'contains a Namespace'],
    ['policy/v1beta1', 'PodDisruptionBudget', 'policy/v1beta1, Kind=PodDisruptionBudget not found'],
    ['v1', 'ConfigMap', undefined],
  ])('%s %s', (apiVersion, kind, why) => {
    const { out } = cli([command, folderOf(bundled(`apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: more}\n`))]);
    expect(out.includes('the InstallPlan with lamp.v1.0.0 does not finish, so nothing is installed')).toBe(why !== undefined);
    if (why) expect(out).toContain(why);
  });
});

// OLM reads edges from the catalog alone; folders whose CSVs leave several heads state none (channelOf of folder-packages.ts).
it.each([
  ['lamp.v1.0.0', true],
  ['lamp.v0.9.0', false],
])('claims no edge that bundle folders do not state: replaces %s', (replaces, isStated) => {
  const bundleOf = (version: string, more = ''): Record<string, string> => ({
    [`${version}/manifests/csv.yaml`]: `apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: lamp.v${version}}\nspec:\n  version: ${version}\n${more}  installModes: [{type: AllNamespaces, supported: true}]\n  install: {strategy: deployment, spec: {deployments: []}}\n`,
    [`${version}/metadata/annotations.yaml`]:
      'annotations: {operators.operatorframework.io.bundle.package.v1: lamp, operators.operatorframework.io.bundle.channels.v1: stable, operators.operatorframework.io.bundle.manifests.v1: manifests/}\n',
  });
  const state = (status: string): string =>
    [
      "apiVersion: v1\nkind: Namespace\nmetadata: {name: attic, uid: a, resourceVersion: '1'}",
      "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: og, namespace: attic, uid: b, resourceVersion: '1'}",
      `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: lamp, namespace: attic, uid: c, resourceVersion: '1'}\nspec: {name: lamp, channel: stable, source: hub, sourceNamespace: olm}\nstatus: {${status}}`,
      ...(status === ''
        ? []
        : [
            "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: lamp.v1.0.0, namespace: attic, uid: d, resourceVersion: '1'}\nspec: {version: 1.0.0, installModes: [{type: AllNamespaces, supported: true}], install: {strategy: deployment, spec: {deployments: []}}}",
          ]),
    ].join('\n---\n');
  const folders = { ...bundleOf('1.0.0'), ...bundleOf('2.0.0', `  replaces: ${replaces}\n`) };
  const fresh = cli(['resolve', folderOf({ 'm.yaml': state(''), ...folders })]).out;
  expect(fresh.includes('replaces lamp.v1.0.0')).toBe(isStated);
  const upgrades = cli(['upgrades', folderOf({ 'm.yaml': state('installedCSV: lamp.v1.0.0, currentCSV: lamp.v1.0.0'), ...folders })]).out;
  expect(upgrades).toContain(isStated ? 'lamp.v2.0.0 (replaces it,' : 'lamp.v2.0.0 (assumed to follow it,');
});
