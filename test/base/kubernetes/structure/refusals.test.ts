import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { refusals } from '../../../../src/base/kubernetes/structure/refusals.js';
import { kindStructure } from '../../../../src/base/kubernetes/structure/structure.js';
import { formatFieldPath } from '../../../../src/base/manifest/field-path.js';
import { GOOD_OBJECTS } from '../../../support/good-objects.js';

/** `path reason`, with `!` where every write is refused. */
function inShort(object: KubernetesObject): string[] {
  return refusals(object).map(({ path, reason, by }) => `${formatFieldPath(path)} ${reason}${by === 'every-write' ? '!' : ''}`);
}

const container = (fields: object): KubernetesObject => csv({ install: install({ containers: [{ name: 'c', ...fields }] }) });
const install = (pods: object) => ({
  strategy: 'deployment',
  spec: { deployments: [{ name: 'd', spec: { selector: {}, template: { metadata: { anything: 1 }, spec: pods } } }] },
});
const csv = (spec: object, more: object = {}): KubernetesObject => ({
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'ClusterServiceVersion',
  metadata: { name: 'a.v1', namespace: 'a' },
  spec: { displayName: 'A', install: { strategy: 'deployment' }, ...spec },
  ...more,
});
const CONTAINER = 'spec.install.spec.deployments[0].spec.template.spec.containers[0]';
const role = (rules: unknown): KubernetesObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'Role',
  metadata: { name: 'a', namespace: 'a' },
  rules,
});

describe('what an API server refuses by the structure of a kind', () => {
  it.each(GOOD_OBJECTS.map((object) => [object.kind, object] as const))('nothing of a good %s', (_, object) => {
    expect(kindStructure(object)).toBeDefined();
    expect(inShort(object)).toEqual([]);
  });

  const CASES: readonly (readonly [string, KubernetesObject, readonly string[]])[] = [
    ['an unknown field', csv({ support: 'x' }), ['spec.support unknown-field']],
    ['a key in another case', csv({ MinKubeVersion: '1.20.0' }), ['spec.MinKubeVersion unknown-field']],
    ['a missing text', csv({ relatedImages: [{ image: 'i' }] }), ['spec.relatedImages[0].name required!']],
    ['a number for a text', container({ args: [5] }), [`${CONTAINER}.args[0] wrong-type!`]],
    [
      'a fraction for an amount of a CRD',
      container({ resources: { limits: { cpu: 0.5 } } }),
      [`${CONTAINER}.resources.limits.cpu wrong-type!`],
    ],
    ['text that is no amount', container({ resources: { limits: { cpu: '1 core' } } }), [`${CONTAINER}.resources.limits.cpu not-allowed!`]],
    ['null for a text of a custom resource', csv({ replaces: null }), ['spec.replaces null']],
    [
      'null for a required list',
      csv({ install: { strategy: 'x', spec: { deployments: [], permissions: [{ serviceAccountName: 'x', rules: null }] } } }),
      ['spec.install.spec.permissions[0].rules required!'],
    ],
    ['null in a list', container({ args: [null] }), [`${CONTAINER}.args[0] null!`]],
    ['a variable twice', container({ env: [{ name: 'A' }, { name: 'B' }, { name: 'A' }] }), [`${CONTAINER}.env[2] duplicate!`]],
    [
      'a port twice, by the default protocol',
      container({ ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'TCP' }] }),
      [`${CONTAINER}.ports[1] duplicate!`],
    ],
    [
      'a value that is too small',
      csv({
        webhookdefinitions: [
          { generateName: 'x', type: 'ValidatingAdmissionWebhook', admissionReviewVersions: ['v1'], sideEffects: 'None', containerPort: 0 },
        ],
      }),
      ['spec.webhookdefinitions[0].containerPort not-allowed!'],
    ],
    [
      'a value that is not allowed',
      {
        apiVersion: 'operators.coreos.com/v1',
        kind: 'OperatorGroup',
        metadata: { name: 'a', namespace: 'a' },
        spec: { upgradeStrategy: 'Never' },
      },
      ['spec.upgradeStrategy not-allowed!'],
    ],
    [
      'an unknown field of metadata',
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a', lables: {} } },
      ['metadata.lables unknown-field'],
    ],
    ['a rule without verbs', role([{ apiGroups: [''], resources: ['pods'] }]), ['rules[0].verbs required!']],
    ['a list that is none', role({}), ['rules wrong-type!']],
    ['an unknown field of the status', csv({}, { status: { foo: 1 } }), ['status.foo unknown-field']],
    [
      'wrong types in the status only where a merge sees them',
      csv({}, { status: { phase: 5, conditions: {} } }),
      ['status.phase wrong-type', 'status.conditions wrong-type'],
    ],
  ];

  it.each(CASES)('%s', (_, object, expected) => {
    expect(inShort(object)).toEqual(expected);
  });

  it('nothing in what the structure leaves open, and nothing where null is absence', () => {
    expect(inShort(container({ ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'UDP' }] }))).toEqual([]);
    expect(inShort(role(null))).toEqual([]);
    expect(inShort({ ...role([]), metadata: { name: 'a', namespace: 'a', creationTimestamp: null } })).toEqual([]);
    expect(inShort(csv({}, { status: null }))).toEqual([]);
  });

  it('nothing of a kind whose structure is not known', () => {
    expect(inShort({ apiVersion: 'example.com/v1', kind: 'Database', metadata: { name: 'a' }, anything: 1 })).toEqual([]);
  });

  it('says what it found and what it expected', () => {
    expect(refusals(container({ args: [5] }))).toMatchObject([{ found: 5, expected: 'text' }]);
    expect(refusals(container({ ports: [{ containerPort: 1 }, { containerPort: 1 }] }))).toMatchObject([
      { expected: 'no two items with the same containerPort and protocol' },
    ]);
  });

  it('takes thousands of objects a second', () => {
    const start = performance.now();
    for (let round = 0; round < 1000; round += 1) for (const object of GOOD_OBJECTS) refusals(object);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
