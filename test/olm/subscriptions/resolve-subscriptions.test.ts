import { expect, it } from 'vitest';
import type { Catalog } from '../../../src/olm/model/catalog.js';
import type { Subscription } from '../../../src/olm/model/subscription.js';
import type { Choice } from '../../../src/olm/subscriptions/choose.js';
import { type Brought, decided } from '../../../src/olm/subscriptions/resolve-subscriptions.js';

const catalog = (name: string): Catalog => ({ namespace: 'olm', name, known: true, packages: [] });
const CATALOGS = [catalog('first'), catalog('second')];

const subscription = { namespace: 'op', name: 'kettle', packageName: 'kettle' } as Subscription;
const alone: Choice = { subscription, csv: 'kettle.v2', from: CATALOGS[0] as Catalog };

const brought = (name: string, askedForBy: readonly string[], fields: Partial<Brought> = {}): Brought => ({
  namespace: 'op',
  name,
  catalog: 'olm/second',
  channel: 'stable',
  package: name,
  askedForBy,
  neededBy: [],
  ...fields,
});

it('a Subscription gets what OLM resolves for it in its namespace, and else what it resolves to by itself', () => {
  const others = [brought('pot.v1', ['pot']), brought('kettle.v0', ['kettle'], { namespace: 'elsewhere' })];
  expect(decided(alone, [...others, brought('kettle.v1', ['kettle'])], CATALOGS)).toEqual({
    subscription,
    csv: 'kettle.v1',
    from: CATALOGS[1],
  });
  expect(decided(alone, others, CATALOGS)).toBe(alone);
});

it('a CSV that its namespace has already stays', () => {
  const given: Choice = { subscription, csv: 'kettle.v2' };
  expect(decided(given, [brought('kettle.v1', ['kettle'])], CATALOGS)).toBe(given);
});
