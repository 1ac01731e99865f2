import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../../src/olm/rules/order/actor.js';
import { lifecycle } from '../../../../src/olm/rules/order/lifecycle.js';
import { readCsv } from '../../../support/build.js';

function actor(id: string, fields: Parameters<typeof readCsv>[1] = {}, rest: Partial<Actor> = {}): Actor {
  return {
    csv: readCsv(id, { deployments: [id], ...fields }),
    apis: new Set(),
    neverInstalls: false,
    neverBegins: false,
    needs: [],
    failForward: false,
    copiedTo: new Set(),
    ...rest,
  };
}

/** The phases that a CSV passes while it alone is looked at. */
function phases(all: readonly Actor[], watched: Actor, syncs = 8): string[] {
  const life = lifecycle(all, () => new Set());
  all.forEach(life.create);
  return Array.from({ length: syncs }, () => {
    for (const each of all) life.sync(each);
    return life.stageOf(watched)?.phase ?? 'gone';
  });
}

describe('a CSV', () => {
  it('goes from Pending to Succeeded', () => {
    const one = actor('op/one');
    expect(phases([one], one, 5)).toEqual(['Pending', 'InstallReady', 'Installing', 'Succeeded', 'Succeeded']);
  });

  it('goes when the one that replaces it runs', () => {
    const old = actor('op/old');
    const later = actor('op/new', { spec: { replaces: 'old' } });
    expect(phases([old, later], old, 12).at(-1)).toBe('gone');
    expect(phases([old, later], later, 12).at(-1)).toBe('Succeeded');
  });

  it('tries for ever what it cannot install', () => {
    const one = actor('op/one', {}, { neverInstalls: true });
    expect(new Set(phases([one], one, 12).slice(6))).toEqual(new Set(['Failed', 'Pending', 'InstallReady']));
  });

  it('is not created where a copy has its name', () => {
    const source = actor('central/foo', {}, { copiedTo: new Set(['op']) });
    const original = actor('op/foo');
    const life = lifecycle([source, original], () => new Set());
    life.create(source);
    life.sync(source);
    life.create(original);
    expect(life.stageOf(original)).toBeUndefined();
  });
});
