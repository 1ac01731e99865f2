import { describe, expect, it } from 'vitest';
import { imageFindings, listImages, unlistedImages } from '../../../src/olm/images/list.js';

const DIGEST = `quay.io/a/b@sha256:${'0'.repeat(64)}`;
const containers = [{ name: 'm', image: 'quay.io/a/op:v1', env: [{ name: 'RELATED_IMAGE_B', value: DIGEST }] }];
const csv = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'ClusterServiceVersion',
  metadata: { name: 'op.v1', namespace: 'ops' },
  spec: {
    install: { spec: { deployments: [{ name: 'op', spec: { template: { spec: { containers } } } }] } },
    relatedImages: [{ name: 'b', image: DIGEST }],
  },
};
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'op', namespace: 'ops' },
  spec: { template: { spec: { containers } } },
};

describe('the images of a rendering', () => {
  it('are each there once, with whether their content is fixed and who names them', () => {
    expect(listImages([csv, deployment]).map(({ image, isByDigest, namedBy }) => [image, isByDigest, namedBy])).toEqual([
      [
        DIGEST,
        true,
        [
          'ClusterServiceVersion ops/op.v1: op, m, RELATED_IMAGE_B',
          'ClusterServiceVersion ops/op.v1: relatedImages, b',
          'Deployment ops/op: m, RELATED_IMAGE_B',
        ],
      ],
      ['quay.io/a/op:v1', false, ['ClusterServiceVersion ops/op.v1: op, m', 'Deployment ops/op: m']],
    ]);
    expect(listImages([{ ...deployment, spec: {} }])).toEqual([]);
  });

  it('that relatedImages lack are missed by a mirror', () => {
    expect(unlistedImages(csv)).toEqual(['quay.io/a/op:v1']);
    expect(unlistedImages({ ...csv, spec: { ...csv.spec, relatedImages: [] } })).toEqual([]);
    expect(imageFindings(csv).map(({ id, severity }) => [id, severity])).toEqual([
      ['image-by-tag', 'info'],
      ['image-not-listed', 'info'],
    ]);
  });
});
