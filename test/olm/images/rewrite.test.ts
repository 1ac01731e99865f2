import { describe, expect, it } from 'vitest';
import { rewriteImages } from '../../../src/olm/images/pods.js';
import { registryRewrite } from '../../../src/olm/images/registry-rewrite.js';

const rewritten = (image: string, ...options: string[]): unknown => {
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: {
      containers: [
        {
          name: 'a',
          image,
          env: [
            { name: 'RELATED_IMAGE_X', value: image },
            { name: 'OTHER', value: image },
          ],
        },
      ],
    },
  };
  const { spec } = rewriteImages(
    object,
    options.flatMap((option) => registryRewrite(option) ?? []),
  ) as typeof object;
  const [container] = spec.containers;
  expect(container?.env).toEqual([
    { name: 'RELATED_IMAGE_X', value: container?.image },
    { name: 'OTHER', value: image },
  ]);
  return container?.image;
};

describe('images from another registry', () => {
  it.each([
    ['quay.io/a/b:v1', 'quay.io=mirror:5000/quay', 'mirror:5000/quay/a/b:v1'],
    [`quay.io/a/b:v1@sha256:${'0'.repeat(64)}`, 'quay.io/a=m.example.com', `m.example.com/b:v1@sha256:${'0'.repeat(64)}`],
    ['nginx:1', 'docker.io=m.example.com', 'm.example.com/library/nginx:1'],
    ['quay.io.evil.com/a', 'quay.io=m.example.com', 'quay.io.evil.com/a'],
    ['quay.io/ab', 'quay.io/a=m.example.com', 'quay.io/ab'],
    ['$(IMAGE)', 'docker.io=m.example.com', '$(IMAGE)'],
  ])('%s with %s is %s', (image, option, expected) => expect(rewritten(image, option)).toBe(expected));

  it('go by the longest beginning, whatever the order', () => {
    expect(rewritten('quay.io/a/b', 'quay.io=x.io', 'quay.io/a=y.io')).toBe('y.io/b');
  });

  it.each(['quay.io', '=x', 'x=', 'a=b=c'])('%j is no option', (option) => expect(registryRewrite(option)).toBeUndefined());
});
