import { describe, expect, it } from 'vitest';
import { formatImage, ownerOf, repositoryOf } from '../../../src/base/kubernetes/image-owner.js';
import { imageReference } from '../../../src/base/kubernetes/image-reference.js';

const DIGEST = `sha256:${'0'.repeat(64)}`;

describe('a reference to an image', () => {
  it.each([
    ['nginx', 'docker.io/library/nginx:latest'],
    ['bitnami/nginx:1', 'docker.io/bitnami/nginx:1'],
    ['docker.io/nginx', 'docker.io/library/nginx:latest'],
    ['index.docker.io/library/nginx', 'docker.io/library/nginx:latest'],
    ['quay.io/a/b/c:v1.2', 'quay.io/a/b/c:v1.2'],
    ['localhost/a', 'localhost/a:latest'],
    ['registry:5000/a:v1', 'registry:5000/a:v1'],
    [`quay.io/a:v1@${DIGEST}`, `quay.io/a@${DIGEST}`],
  ])('%s is %s in full', (image, full) => {
    const reference = imageReference(image);
    expect(reference && formatImage(reference)).toBe(full);
  });

  it.each(['', '$(IMAGE)', 'a b', 'quay.io/', 'Quay/a', 'quay.io/a@sha256:1', '127.0.0.1:65536/a', `quay.io/${'a'.repeat(248)}`])(
    '%j is none',
    (text) => {
      expect(imageReference(text)).toBeUndefined();
    },
  );
});

describe('the repository of an image', () => {
  it.each([
    [`docker.io/redis:7@${DIGEST}`, 'docker.io/library/redis'],
    ['registry:5000/a/b', 'registry:5000/a/b'],
    ['quay.io/a/b:v{kube_major_version}.{kube_minor_version}', 'quay.io/a/b'],
    ['$(IMAGE)', '$(IMAGE)'],
  ])('of %s is %s, whatever its version', (image, repository) => {
    expect(repositoryOf(image)).toBe(repository);
  });
});

it.each([
  ['redis', 'docker.io/library'],
  ['acme/redis:7', 'docker.io/acme'],
  ['quay.io/acme/a/b:v1', 'quay.io/acme'],
  ['registry:5000/redis', 'registry:5000'],
  ['$(IMAGE)', '$(IMAGE)'],
])('whoever can push %s is %s', (image, owner) => {
  expect(ownerOf(image)).toBe(owner);
});
