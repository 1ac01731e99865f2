import { describe, expect, it } from 'vitest';
import { refusals } from '../../../src/base/kubernetes/structure/refusals.js';
import { annotatedCsv, normalCsv } from '../../../src/olm/render/cluster-service-versions.js';
import { csv, group } from '../../support/build.js';
import { contextOf, DOCUMENTED } from '../../support/render.js';

describe('a CSV as it is rendered', () => {
  const untidy = csv('op/foo.v1', {
    spec: { displayName: 'Foo', support: 'x', MinKubeVersion: '1.20.0', relatedImages: [{ image: 'i' }] },
  });

  it('is what OLM would have stored', () => {
    expect(normalCsv({ ...untidy, apiVersion: 'operators.coreos.com/v1' })).toMatchObject({
      apiVersion: 'operators.coreos.com/v1alpha1',
      spec: { displayName: 'Foo', minKubeVersion: '1.20.0', relatedImages: [{ image: 'i', name: '' }] },
    });
    expect(normalCsv(untidy).spec).not.toHaveProperty('support');
  });

  it('is not refused, where it would have been as written', () => {
    const { resolution } = contextOf(group('op/group'), untidy);
    const [resolved] = resolution.csvs;
    expect(refusals(untidy).length).toBeGreaterThan(0);
    expect(resolved && refusals(annotatedCsv(resolved, DOCUMENTED))).toEqual([]);
  });
});
