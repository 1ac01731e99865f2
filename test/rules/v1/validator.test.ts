import { describe, expect, it } from 'vitest';
import { duplicates, sorted, subdomainErrors } from '../../../src/rules/v1/validator.js';

describe('what validators share', () => {
  it('names what is there more than once, each once, in byte order', () => {
    expect(duplicates(['b', 'a', 'b', 'Z', 'a', 'b', 'Z', 'c'])).toEqual(['Z', 'a', 'b']);
    expect(sorted(['b', 'a', 'b'])).toEqual(['a', 'b']);
  });

  it('says what is wrong with a name, both things of a long one', () => {
    expect(subdomainErrors('a.b-c')).toEqual([]);
    expect(subdomainErrors('')).toHaveLength(1);
    expect(subdomainErrors('a'.repeat(254))).toEqual(['must be no more than 253 characters']);
    expect(subdomainErrors(`${'a'.repeat(254)}_`)).toHaveLength(2);
  });
});
