import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FINDING_RULES } from '../src/review/rules/all-rules.js';
import { cli } from './support/command-line.js';
import { folderOf } from './support/files.js';

// The table of docs/profiles.md: what an InstallPlan is judged by. Each of its rows has an input here that triggers it.
const PAGE = readFileSync('docs/profiles.md', 'utf8');
const SECTION = PAGE.slice(PAGE.indexOf('## Checks of an InstallPlan'), PAGE.indexOf('## Order of CSVs'));
const ROWS = SECTION.split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| checked'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, checked = '', finding = '']) => ({ checked, ids: [...finding.matchAll(/`([^`]+)`/g)].map(([, id = '']) => id) }));

type Files = Readonly<Record<string, string>>;

const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: attic}\n---\n';
const group = (spec = '{}'): string =>
  `apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: attic, namespace: attic}\nspec: ${spec}\n---\n`;
const subscription = (name: string, more = ''): string =>
  `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: ${name}, namespace: attic}\nspec: {name: ${name}, channel: stable, source: hub, sourceNamespace: olm${more}}\n---\n`;
const SPEC = (version: string, { owned = '', account = 'lamp' } = {}): string => `spec:
  version: ${version}
  installModes: [{type: AllNamespaces, supported: true}]
${owned}  install:
    strategy: deployment
    spec:
      permissions: [{serviceAccountName: lamp, rules: [{apiGroups: [''], resources: [configmaps], verbs: [get]}]}]
      deployments:
      - name: lamp
        spec:
          selector: {matchLabels: {app: lamp}}
          template: {metadata: {labels: {app: lamp}}, spec: {serviceAccountName: ${account}, containers: [{name: lamp, image: 'example.com/lamp:1'}]}}
`;
const OWNED = '  customresourcedefinitions: {owned: [{kind: Lamp, name: lamps.example.com, version: v1}]}\n';
const bundle = (name: string, spec: string, others: Files = {}): Files => ({
  [`${name}/manifests/csv.yaml`]: `apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: ${name}.v1.0.0}\n${spec}`,
  ...Object.fromEntries(Object.entries(others).map(([file, text]) => [`${name}/${file}`, text])),
  [`${name}/metadata/annotations.yaml`]: `annotations:
  operators.operatorframework.io.bundle.package.v1: ${name}
  operators.operatorframework.io.bundle.channels.v1: stable
  operators.operatorframework.io.bundle.manifests.v1: manifests/
`,
});
const manifest = (apiVersion: string, kind: string, more = ''): Files => ({
  'manifests/more.yaml': `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: more}\n${more}`,
});
const crd = (version: string, { schema = '{type: object}', more = '' } = {}): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com${more}}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Lamp, listKind: LampList, plural: lamps, singular: lamp}
  versions: [{name: ${version}, served: true, storage: true, schema: {openAPIV3Schema: ${schema}}}]
---
`;
const STRICT = '{type: object, properties: {spec: {type: object, required: [size], properties: {size: {type: integer}}}}}';
const LOOSE = '{type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}';
const LAMP = 'apiVersion: example.com/v1\nkind: Lamp\nmetadata: {name: mine, namespace: attic}\nspec: {}\n---\n';
const with1 = (text: string, ...bundles: Files[]): Files => Object.assign({ 'cluster.yaml': text }, ...bundles);
const asked = NAMESPACE + group() + subscription('lamp');
/** The text as the API server stored it. */
const dumped = (text: string): string =>
  text.replaceAll(/^metadata: \{/gm, "metadata: {uid: 6d0e0b86-36ab-4d4b-8a56-1f3f5a0c0b01, resourceVersion: '1', ");
const csv = (status: string, owned = ''): string =>
  `apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: lamp.v1.0.0, namespace: attic}\n${SPEC('1.0.0', { owned })}${status}---\n`;
const ACCOUNT = 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: installer, namespace: attic}\n---\n';
const FAILED_PLAN =
  'apiVersion: operators.coreos.com/v1alpha1\nkind: InstallPlan\nmetadata: {name: install-a, namespace: attic}\nspec: {clusterServiceVersionNames: [lamp.v1.0.0]}\nstatus: {phase: Failed}\n';

/** By the first words of a row. */
const INPUTS: Readonly<Record<string, readonly [Files, ...string[]]>> = {
  'kinds that this release': [with1(asked, bundle('lamp', SPEC('1.0.0'), manifest('networking.k8s.io/v1', 'Ingress')))],
  '`apiVersion`s that': [with1(asked, bundle('lamp', SPEC('1.0.0'), manifest('policy/v1beta1', 'PodDisruptionBudget')))],
  'kinds of CRDs': [with1(asked, bundle('lamp', SPEC('1.0.0'), manifest('monitoring.coreos.com/v1', 'ServiceMonitor')))],
  'custom resources of': [
    with1(
      asked + LAMP + crd('v1', { schema: LOOSE }),
      bundle('lamp', SPEC('1.0.0', { owned: OWNED }), { 'manifests/crd.yaml': crd('v1', { schema: STRICT }) }),
    ),
  ],
  'stored versions of': [
    with1(asked + crd('v1alpha1'), bundle('lamp', SPEC('1.0.0', { owned: OWNED }), { 'manifests/crd.yaml': crd('v1') })),
  ],
  'CSVs and CRDs of more': [with1(asked, bundle('lamp', `${SPEC('1.0.0')}  description: ${'x'.repeat(1_600_000)}\n`))],
  'roles and bindings': [
    with1(
      asked,
      bundle(
        'lamp',
        SPEC('1.0.0'),
        manifest('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', 'subjects: [{kind: User, name: ann}]\n'),
      ),
    ),
  ],
  'permissions of the': [
    with1(NAMESPACE + group('{serviceAccountName: installer}') + ACCOUNT + subscription('lamp'), bundle('lamp', SPEC('1.0.0'))),
  ],
  'owned CRDs that': [with1(asked, bundle('lamp', SPEC('1.0.0', { owned: OWNED })))],
  'in `check`: the CRDs': [with1(NAMESPACE + group() + csv('', OWNED))],
  'in a dump: CRDs': [
    with1(
      dumped(
        NAMESPACE +
          group() +
          csv('', OWNED) +
          csv('', OWNED).replaceAll('lamp.v1.0.0', 'lamp.v2.0.0').replace('spec:\n', 'spec:\n  replaces: lamp.v1.0.0\n') +
          crd('v1', { more: ', annotations: {operatorframework.io/installed-alongside-a: attic/lamp.v1.0.0}' }),
      ),
    ),
  ],
  'in a dump: InstallPlans': [with1(dumped(asked + FAILED_PLAN), bundle('lamp', SPEC('1.0.0')))],
  'CSVs that their status': [with1(NAMESPACE + group() + csv('status: {phase: Failed, reason: InstallCheckFailed}\n'))],
  'ServiceAccounts of the': [with1(asked, bundle('lamp', SPEC('1.0.0', { account: 'ghost' })))],
  'other operators of': [
    with1(
      asked + subscription('mug'),
      bundle('lamp', SPEC('1.0.0')),
      bundle('mug', SPEC('1.0.0').replaceAll('lamp', 'mug'), manifest('networking.k8s.io/v1', 'Ingress')),
    ),
  ],
  'other Subscriptions of': [
    with1(
      asked + subscription('mug'),
      bundle('lamp', SPEC('1.0.0')),
      bundle('mug', SPEC('1.0.0').replaceAll('lamp', 'mug'), {
        'metadata/dependencies.yaml': 'dependencies: [{type: olm.package, value: {packageName: kettle, version: 1.0.0}}]\n',
      }),
    ),
  ],
};

const inputOf = (checked: string) => Object.entries(INPUTS).filter(([words]) => checked.startsWith(words));

describe('the table of what an InstallPlan is judged by', () => {
  it('has an input for each row, and a row for each input', () => {
    expect(ROWS.length).toBeGreaterThan(10);
    expect(ROWS.map(({ checked }) => inputOf(checked).length)).toEqual(ROWS.map(() => 1));
    expect(ROWS).toHaveLength(Object.keys(INPUTS).length);
  });

  it.each(ROWS)('is true of $checked', ({ checked, ids }) => {
    const [[, [files]] = ['', [{}]]] = inputOf(checked) as [string, readonly [Files]][];
    const { out, err } = cli(['check', folderOf(files)]);
    expect(ids.filter((id) => `${out}${err}`.includes(`[${id}]`))).not.toEqual([]);
  });

  it('names rules with an example each', () => {
    const ids = [...new Set(SECTION.match(/`[a-z]+(?:-[a-z]+)+`/g))]
      .map((id) => id.slice(1, -1))
      .filter((id) => id !== 'installed-alongside');
    const known = new Set(FINDING_RULES.map(({ id }) => id as string));
    expect(ids.filter((id) => !known.has(id))).toEqual([]);
    expect(ids.filter((id) => !existsSync(`examples/rules/${id}/expected.txt`))).toEqual([]);
  });
});
