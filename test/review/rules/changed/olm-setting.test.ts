import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { GROUP_ANNOTATIONS } from '../../../../src/olm/model/csv-labels.js';
import { olmSetting } from '../../../../src/review/rules/changed/olm-setting.js';
import { csv, group, namespace } from '../../../support/build.js';
import { accessTo } from '../../../support/states.js';

const told = (before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
  olmSetting.compare?.(accessTo(namespace('op'), ...before), accessTo(namespace('op'), ...after)).map(({ message }) => message);

describe('olm-setting', () => {
  it('tells of a CSV that replaces another operator, and not of an upgrade', () => {
    expect(told([], [csv('op/etcd.v1.0.0', { spec: { replaces: 'gatekeeper.v1.0.0' } })])).toEqual([
      'ClusterServiceVersion op/etcd.v1.0.0 replaces gatekeeper.v1.0.0 of another operator, which OLM deletes once it runs',
    ]);
    expect(told([], [csv('op/etcd.v1.0.1', { spec: { replaces: 'etcd.v1.0.0' } })])).toEqual([]);
  });

  it('tells of an override in an OperatorCondition', () => {
    const condition: KubernetesObject = {
      apiVersion: 'operators.coreos.com/v2',
      kind: 'OperatorCondition',
      metadata: { name: 'etcd', namespace: 'op' },
      spec: { overrides: [{ type: 'Upgradeable', status: 'True' }] },
    };
    expect(told([], [condition])).toEqual(['OperatorCondition op/etcd overrides Upgradeable=True, whatever the operator says']);
    expect(told([condition], [condition])).toEqual([]);
    const own = { ...condition, spec: { conditions: [{ type: 'Upgradeable', status: 'True' }] } };
    expect(told([], [own])).toEqual(['OperatorCondition op/etcd says Upgradeable=True in place of the operator']);
    expect(told([own], [own])).toEqual([]);
  });

  it('tells of a CSV that deletes the objects of its CRDs with it, and of one that is marked as a copy', () => {
    const plain = csv('op/etcd.v1.0.0');
    const cleaning = { ...plain, spec: { ...(plain.spec as object), cleanup: { enabled: true } } };
    expect(told([plain], [cleaning])).toEqual([
      'ClusterServiceVersion op/etcd.v1.0.0 has cleanup.enabled, by which OLM deletes all objects of its CRDs when it is deleted',
    ]);
    expect(told([cleaning], [cleaning])).toEqual([]);
    const copied = { ...plain, metadata: { ...plain.metadata, labels: { 'olm.copiedFrom': 'other' } } };
    expect(told([plain], [copied])?.[0]).toContain('has the label olm.copiedFrom');
    const original = csv('other/etcd.v1.0.0');
    expect(told([original], [original, copied])).toEqual([]);
  });

  it.each(GROUP_ANNOTATIONS)('tells of %s by hand, unless it is what OLM writes', (key) => {
    const [plain, own] = [csv('op/etcd.v1.0.0'), group('op/g', { targets: ['op'] })];
    const marked = (value: string) => ({ ...plain, metadata: { ...plain.metadata, annotations: { [key]: value } } });
    for (const before of [[own], [own, plain], [own, marked('b')]])
      expect(told(before, [own, marked('other')])?.join()).toContain(`has ${key} "other", which OLM writes itself`);
    expect(told([own, marked('other')], [own, marked('other')])).toEqual([]);
    expect(told([own, plain], [own, marked(key === 'olm.operatorGroup' ? 'g' : 'op')])).toEqual([]);
  });

  it('tells of labels by which ClusterExtensions choose a catalog', () => {
    const catalog = (labels: object): KubernetesObject => ({
      apiVersion: 'olm.operatorframework.io/v1',
      kind: 'ClusterCatalog',
      metadata: { name: 'c', labels } as KubernetesObject['metadata'],
      spec: { source: { type: 'Image', image: { ref: 'registry.example.com/catalog:v1' } } },
    });
    expect(told([catalog({})], [catalog({ tier: 'trusted' })])).toHaveLength(1);
    expect(told([catalog({})], [catalog({})])).toEqual([]);
  });
});
