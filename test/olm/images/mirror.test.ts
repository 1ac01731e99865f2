import { expect, it } from 'vitest';
import { imageReference } from '../../../src/base/kubernetes/image-reference.js';
import { ocMirrorConfiguration, skopeoSync } from '../../../src/olm/images/list.js';

const listed = ['quay.io/a/b:v2', 'quay.io/a/b:v1', 'nginx', `quay.io/a/c@sha256:${'0'.repeat(64)}`, '$(IMAGE)'].map((image) => {
  const reference = imageReference(image);
  return { image, ...(reference ? { reference } : {}), isByDigest: reference?.digest !== undefined, namedBy: [] };
});

it('images are listed for oc mirror', () => {
  expect(ocMirrorConfiguration(listed)).toEqual({
    apiVersion: 'mirror.openshift.io/v2alpha1',
    kind: 'ImageSetConfiguration',
    mirror: {
      additionalImages: ['docker.io/library/nginx:latest', 'quay.io/a/b:v1', 'quay.io/a/b:v2', `quay.io/a/c@sha256:${'0'.repeat(64)}`].map(
        (name) => ({ name }),
      ),
    },
  });
});

it('images are listed for skopeo sync', () => {
  expect(skopeoSync(listed)).toEqual({
    'docker.io': { images: { 'library/nginx': ['latest'] } },
    'quay.io': { images: { 'a/b': ['v1', 'v2'], 'a/c': [`sha256:${'0'.repeat(64)}`] } },
  });
});

it('a repository that is called as what every object has is one like others', () => {
  const image = 'quay.io/constructor:v1';
  const reference = imageReference(image);
  expect(skopeoSync([{ image, ...(reference ? { reference } : {}), isByDigest: false, namedBy: [] }])).toEqual({
    'quay.io': { images: { constructor: ['v1'] } },
  });
});
