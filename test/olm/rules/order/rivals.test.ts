import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../../src/olm/rules/order/actor.js';
import { rivalry, rivalSets } from '../../../../src/olm/rules/order/rivals.js';
import { readCsv } from '../../../support/build.js';

function actor(id: string, fields: Parameters<typeof readCsv>[1] = {}, copiedTo: readonly string[] = []): Actor {
  return {
    csv: readCsv(id, fields),
    apis: new Set(),
    neverInstalls: false,
    neverBegins: false,
    needs: [],
    failForward: false,
    copiedTo: new Set(copiedTo),
  };
}

function sets(...actors: readonly Actor[]): string[][] {
  return rivalSets(actors, rivalry(actors)).map((set) => set.map(({ csv }) => csv.name));
}

describe('rivals', () => {
  it.each([
    ['of one chain', actor('op/a'), actor('op/b', { spec: { replaces: 'a' } })],
    ['that own one CRD', actor('op/a', { owns: ['Foo.v1.example.com'] }), actor('op/b', { owns: ['Foo.v2.example.com'] })],
    ['with a Deployment of one name', actor('op/a', { deployments: ['d'] }), actor('op/b', { deployments: ['d'] })],
    ['of one APIService, wherever', actor('a/a', { ownsApiServices: ['X.v1.x.com'] }), actor('b/b', { ownsApiServices: ['X.v1.x.com'] })],
  ])('are those %s', (_, one, other) => {
    expect(sets(one, other)).toEqual([['a', 'b']]);
  });

  it('are not those that share nothing', () => {
    expect(
      sets(actor('op/a', { deployments: ['a'] }), actor('op/b', { deployments: ['b'] }), actor('other/a', { deployments: ['a'] })),
    ).toEqual([]);
  });

  it('are the copied one and the one in its place', () => {
    expect(sets(actor('central/foo', {}, ['op']), actor('op/foo'))).toEqual([['foo', 'foo']]);
  });
});
