import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../../src/olm/rules/order/actor.js';
import { outcomesOf } from '../../../../src/olm/rules/order/outcomes.js';
import { readCsv } from '../../../support/build.js';

const none = () => new Set<string>();
const annotations = { rendered: none, together: none, apart: none };

function outcomes(...actors: readonly Actor[]): string[] {
  const result = outcomesOf(actors, annotations, (actor) => actors.filter((other) => other !== actor));
  return actors.map((actor) => `${result.outcomes.get(actor)?.stage?.phase} ${result.outcomes.get(actor)?.certainty}`);
}

function actor(id: string, fields: Parameters<typeof readCsv>[1], rest: Partial<Actor> = {}): Actor {
  return {
    csv: readCsv(id, fields),
    apis: new Set(),
    neverInstalls: false,
    neverBegins: false,
    needs: [],
    failForward: false,
    copiedTo: new Set(),
    ...rest,
  };
}

describe('the outcome', () => {
  it('is certain for those that do not disturb each other', () => {
    expect(outcomes(actor('op/a', { deployments: ['a'] }), actor('op/b', { deployments: ['b'] }))).toEqual([
      'Succeeded certain',
      'Succeeded certain',
    ]);
  });

  it('is ambiguous where the first one to come wins', () => {
    const api = 'X.v1.x.com';
    expect(outcomes(actor('a/a', { ownsApiServices: [api] }), actor('b/b', { ownsApiServices: [api] }))).toEqual([
      'Succeeded ambiguous',
      'Failed ambiguous',
    ]);
  });

  it('is unstable where they take turns', () => {
    const both = outcomes(actor('op/a', { deployments: ['d'] }), actor('op/b', { deployments: ['d'] }));
    expect(both.map((outcome) => outcome.split(' ')[1])).toEqual(['unstable', 'unstable']);
  });
});
