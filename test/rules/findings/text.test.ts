import { describe, expect, it } from 'vitest';
import { apisText, targetsText } from '../../../src/rules/findings/text.js';

describe('in a message', () => {
  it.each<[string[] | undefined, string]>([
    [undefined, 'all namespaces'],
    [[''], 'all namespaces'],
    [['a'], 'namespace a'],
    [['a', 'b'], 'namespaces a, b'],
    [['a', 'b', 'c', 'd'], 'namespaces a, b, c and 1 more'],
  ])('target namespaces %j read "%s"', (targets, text) => {
    expect(targetsText(targets)).toBe(text);
  });

  it('APIs read as olm.providedAPIs names them', () => {
    expect(apisText([{ group: 'example.com', version: 'v1', kind: 'Foo', plural: 'foos' }])).toBe('Foo.v1.example.com');
  });
});
