import { describe, expect, it } from 'vitest';
import { decodeInto, normalForm } from '../../../../src/base/kubernetes/structure/normal-form.js';
import { kindStructure, structureType } from '../../../../src/base/kubernetes/structure/structure.js';

const CSV = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion' };
const root = kindStructure(CSV)?.root;
const spec = structureType(root?.fields?.spec ?? 0);

describe('a field that two keys name', () => {
  it('merges mappings, so that nothing is hidden under a key in another case', () => {
    const hidden = { spec: { clusterPermissions: [{ serviceAccountName: 'hidden' }] } };
    expect(decodeInto({ install: hidden }, { install: { strategy: 'deployment', spec: { deployments: [] } } }, spec)).toEqual({
      install: { strategy: 'deployment', spec: { deployments: [], clusterPermissions: [{ serviceAccountName: 'hidden' }] } },
    });
  });

  it('reads the items of a list into those before them, and keeps no more than the last list has', () => {
    const maintainers = (items: object[]) => ({ maintainers: items });
    expect(decodeInto(maintainers([{ email: 'e' }, { name: 'z' }]), maintainers([{ name: 'm' }]), spec)).toEqual(
      maintainers([{ email: 'e', name: 'm' }]),
    );
  });

  it('adds to mappings with free keys', () => {
    expect(decodeInto({ labels: { a: '1', b: '1' } }, { labels: { b: '2' } }, spec)).toEqual({ labels: { a: '1', b: '2' } });
  });

  it('is empty after null where it is a list, and as before where it is a text', () => {
    expect(decodeInto({ keywords: ['a'], version: '1.0.0' }, { keywords: null, version: null }, spec)).toEqual({
      keywords: undefined,
      version: '1.0.0',
    });
  });

  /** What OLM v0.30.0 made of this CSV. */
  it('is the same in the normal form, in byte order of the keys', () => {
    const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
    const { object } = normalForm({
      ...CSV,
      metadata: { name: 't1', namespace: 'default' },
      spec: {
        displayName: 'x',
        install: { strategy: 'deployment', spec: { deployments: [] } },
        Install: { strategy: 'deployment', spec: { clusterPermissions: [{ serviceAccountName: 'hidden', rules }] } },
        keywords: ['a', 'b'],
        Keywords: ['c'],
        nativeAPIs: [{ group: 'a', version: 'v1', kind: 'K' }],
        nativeapis: null,
        minKubeVersion: '1.2.3',
        minkubeversion: null,
        provider: { name: 'p' },
        Provider: null,
      },
    });
    expect(object.spec).toEqual({
      displayName: 'x',
      install: { strategy: 'deployment', spec: { deployments: [], clusterPermissions: [{ serviceAccountName: 'hidden', rules }] } },
      keywords: ['a', 'b'],
      minKubeVersion: '1.2.3',
      provider: { name: 'p' },
    });
  });
});
