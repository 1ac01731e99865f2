import { describe, expect, it } from 'vitest';
import { formatImage, imageReference } from '../../src/images/reference.js';

const DIGEST = `sha256:${'0'.repeat(64)}`;

describe('a reference to an image', () => {
  it.each([
    ['nginx', 'docker.io/library/nginx:latest'],
    ['bitnami/nginx:1', 'docker.io/bitnami/nginx:1'],
    ['docker.io/nginx', 'docker.io/library/nginx:latest'],
    ['quay.io/a/b/c:v1.2', 'quay.io/a/b/c:v1.2'],
    ['localhost/a', 'localhost/a:latest'],
    ['registry:5000/a:v1', 'registry:5000/a:v1'],
    [`quay.io/a:v1@${DIGEST}`, `quay.io/a@${DIGEST}`],
  ])('%s is %s in full', (image, full) => {
    const reference = imageReference(image);
    expect(reference && formatImage(reference)).toBe(full);
  });

  it.each(['', '$(IMAGE)', 'a b', 'quay.io/', 'Quay/a', 'quay.io/a@sha256:1'])('%j is none', (text) => {
    expect(imageReference(text)).toBeUndefined();
  });
});
