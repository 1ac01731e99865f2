import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { unknownFieldsOf } from '../../../src/olm/checks/unknown-fields.js';

const group = (spec: object): KubernetesObject => ({
  apiVersion: 'operators.coreos.com/v1',
  kind: 'OperatorGroup',
  metadata: { name: 'g', namespace: 'op' },
  spec,
});
const subscription = (spec: object): KubernetesObject => ({
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'Subscription',
  metadata: { name: 's', namespace: 'op' },
  spec: { name: 'p', source: 'c', sourceNamespace: 'olm', ...spec },
});

describe('unknown-field: an unknown field', () => {
  it('of a group makes it select all namespaces, where its targets were meant', () => {
    expect(unknownFieldsOf(group({ targetNamespace: ['a'] }))).toEqual([
      {
        subject: { kind: 'OperatorGroup', namespace: 'op', name: 'g' },
        message:
          'spec.targetNamespace is not a field of an OperatorGroup, has no effect and is not rendered; the group targets all namespaces',
        fix: 'did you mean targetNamespaces?',
        related: [],
        at: { object: { kind: 'OperatorGroup', namespace: 'op', name: 'g' }, field: ['spec', 'targetNamespace'] },
      },
    ]);
  });

  it('of a Subscription leaves the field that was meant unset', () => {
    expect(unknownFieldsOf(subscription({ channnel: 'stable' }))).toMatchObject([
      {
        message: 'spec.channnel is not a field of a Subscription, has no effect and is not rendered; channel is not set',
        fix: 'did you mean channel?',
      },
    ]);
  });

  it('that is like no other is a warning', () => {
    expect(unknownFieldsOf(group({ targetNamespaces: ['a'], owner: 'x' }))).toMatchObject([{ severity: 'warning', fix: 'remove it' }]);
    expect(unknownFieldsOf({ ...group({}), metadata: { name: 'g', namespace: 'op', lables: {} } })).toMatchObject([
      { severity: 'warning', fix: 'did you mean labels?' },
    ]);
  });

  it('is none of those that there are', () => {
    expect(unknownFieldsOf(group({ targetNamespaces: ['a'] }))).toEqual([]);
    expect(unknownFieldsOf(subscription({ config: { env: [{ name: 'A', value: 'b' }] } }))).toEqual([]);
  });
});

describe('unknown-field: a field of a ClusterExtension', () => {
  const extension = (spec: object): KubernetesObject => ({
    apiVersion: 'olm.operatorframework.io/v1',
    kind: 'ClusterExtension',
    metadata: { name: 'e' },
    spec: { namespace: 'e', source: { sourceType: 'Catalog', catalog: { packageName: 'e' } }, ...spec },
  });

  it('that is in another place is an error that names its place', () => {
    expect(unknownFieldsOf(extension({ upgradeConstraintPolicy: 'SelfCertified' }))).toMatchObject([
      {
        message:
          'spec.upgradeConstraintPolicy is not a field of a ClusterExtension, has no effect and is not rendered; upgradeConstraintPolicy is not set',
        fix: 'move it to spec.source.catalog.upgradeConstraintPolicy',
        at: { field: ['spec', 'upgradeConstraintPolicy'] },
      },
    ]);
    expect(unknownFieldsOf(extension({ upgradeConstraintPolicy: 'SelfCertified' }))[0]).not.toHaveProperty('severity');
  });

  it('that is misspelt is an error that names what was meant', () => {
    expect(unknownFieldsOf(extension({ instal: {} }))).toMatchObject([{ fix: 'did you mean install?' }]);
  });

  it('is none of those that the standard or the experimental CRD has', () => {
    const install = { preflight: { crdUpgradeSafety: { enforcement: 'None' } } };
    const config = { configType: 'Inline', inline: { watchNamespace: 'e' } };
    expect(unknownFieldsOf(extension({ install, config, serviceAccount: { name: 'i' }, progressDeadlineMinutes: 30 }))).toEqual([]);
  });
});
