import { describe, expect, it } from 'vitest';
import { unwrapped } from '../../../src/base/inside/index.js';
import { parseDocuments } from '../../../src/base/manifest/parse.js';
import { generatedPolicies } from '../../../src/repository/kustomize/policy-generator.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { folderOf } from '../../support/files.js';

const SUBSCRIPTION =
  'apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: acme, namespace: ops}\nspec: {name: acme, channel: stable, source: a, sourceNamespace: b}\n';
const OPERATOR =
  'apiVersion: policy.open-cluster-management.io/v1beta1\nkind: OperatorPolicy\nmetadata: {name: etcd}\nspec: {remediationAction: enforce, complianceType: musthave, subscription: {name: etcd, namespace: etcd, source: a, sourceNamespace: b}}\n';

const generator = (defaults: string, manifests: string): string =>
  `apiVersion: policy.open-cluster-management.io/v1\nkind: PolicyGenerator\nmetadata: {name: g}\npolicyDefaults: {namespace: policies${defaults}}\npolicies:\n- name: ops\n  manifests: ${manifests}\n`;

function made(text: string): ReturnType<typeof generatedPolicies> {
  const folder = folderOf({ 'p/g.yaml': text, 'p/sub.yaml': SUBSCRIPTION, 'p/more/op.yaml': OPERATOR });
  return generatedPolicies(diskTree(folder), { file: 'p/kustomization.yaml', entry: './g.yaml', reason: 'plugin' });
}

const objectsIn = (text: string): unknown[] => unwrapped(parseDocuments({ file: 'p', text }).documents).map(({ value }) => value);

describe('a PolicyGenerator', () => {
  it('makes policies of files and folders, which are read as what they make', () => {
    const policies = made(
      generator(', remediationAction: enforce', '[{path: sub.yaml, patches: [{spec: {channel: fast}}]}, {path: more}]'),
    );
    const found = objectsIn(policies?.text ?? '');
    expect(found[0]).toMatchObject({ kind: 'Policy', metadata: { name: 'ops', namespace: 'policies' } });
    expect(found.slice(1)).toMatchObject([
      { kind: 'Subscription', metadata: { name: 'acme' }, spec: { channel: 'fast' } },
      { kind: 'Subscription', metadata: { name: 'etcd', namespace: 'etcd' } },
      { kind: 'OperatorGroup' },
      { kind: 'Namespace' },
    ]);
    const at = ['spec', 'policy-templates', 0, 'objectDefinition', 'spec', 'object-templates', 0, 'objectDefinition'];
    expect(policies?.originOf?.({ file: 'p', document: 0, path: at }, ['spec', 'source'])).toMatchObject([
      { file: expect.stringContaining('p/sub.yaml'), document: 0, path: ['spec', 'source'] },
    ]);
    expect(policies?.originOf?.({ file: 'p', document: 0, path: [] }, ['spec', 'remediationAction'])).toMatchObject([
      { file: expect.stringContaining('p/g.yaml') },
    ]);
  });

  it('informs, unless it says that it enforces', () => {
    expect(objectsIn(made(generator('', '[{path: sub.yaml}]'))?.text ?? '')).toMatchObject([{ kind: 'Policy' }]);
  });

  it('is not read where it has what is not here, and no other plugin is', () => {
    expect(made(generator('', '[{path: gone.yaml}]'))).toBeUndefined();
    expect(made('apiVersion: example.com/v1\nkind: PolicyGenerator\n')).toBeUndefined();
  });
});
