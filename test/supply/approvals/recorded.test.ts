/** Decisions about InstallPlans as the catalog operator of OLM v0.46.0 wrote them, on a Kubernetes 1.36 API server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { valuesOf } from '../../../src/base/inside/index.js';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { LockFile } from '../../../src/olm/lock/lock-file.js';
import { lockedBy } from '../../../src/olm/lock/locked-by.js';
import { type Decision, decide } from '../../../src/supply/approvals/decide.js';
import { type ApprovalState, approvalState } from '../../../src/supply/approvals/install-plan.js';

const CATALOG = 'olm/shop';

function recorded(name: string): ApprovalState {
  const value: unknown = JSON.parse(readFileSync(join(import.meta.dirname, 'recorded', `${name}.json`), 'utf8'));
  return approvalState(valuesOf([{ value }]) as KubernetesObject[]);
}

/** The lock of these versions, with the digests that the catalog had. */
function lockOf(state: ApprovalState, subscriptions: readonly string[], dependencies: readonly string[] = []): LockFile {
  const images = new Map(state.plans.flatMap(({ lookups }) => lookups.map(({ identifier, path }) => [identifier, path])));
  const entry = (csv: string) => ({ namespace: 'op', package: csv.split('.v')[0] ?? '', catalog: CATALOG, csv });
  return {
    lockVersion: 1,
    catalogs: [{ name: CATALOG }],
    subscriptions: subscriptions.map((csv) => ({ ...entry(csv), name: entry(csv).package })),
    dependencies: dependencies.map((csv) => ({ ...entry(csv), neededBy: [] })),
    packages: [],
    bundles: [...subscriptions, ...dependencies].map((name) => ({
      name,
      package: name.split('.v')[0] ?? '',
      catalog: CATALOG,
      image: images.get(name),
      properties: [],
      spec: {},
    })),
  };
}

function decided(name: string, generation: number, subscriptions: readonly string[], dependencies?: readonly string[]): Decision {
  const state = recorded(name);
  const plan = state.plans.find((one) => one.generation === generation);
  if (!plan) throw new Error(`no plan of generation ${generation}`);
  return decide(plan, state, lockedBy([{ file: '', lock: lockOf(state, subscriptions, dependencies) }]).locked);
}
const codes = ({ reasons }: Decision): string[] => reasons.map(({ code }) => code);

describe('a plan that OLM wrote', () => {
  it('for two Subscriptions is allowed with both, and left with one', () => {
    const both = decided('two-subscriptions', 2, ['etcd.v2.0.0', 'kettle.v2.0.0']);
    expect(both).toMatchObject({ reasons: [], subscriptions: ['etcd', 'kettle'] });
    expect(codes(decided('two-subscriptions', 2, ['etcd.v2.0.0']))).toEqual(['not-locked']);
    expect(codes(decided('two-subscriptions', 2, ['etcd.v1.0.0', 'kettle.v2.0.0']))).toEqual(['catalog-ahead']);
  });

  it('after a Subscription was added takes along what waits in the plan before, to which the other one still points', () => {
    expect(decided('added-later', 3, ['etcd.v2.0.0', 'kettle.v2.0.0'])).toMatchObject({ reasons: [], subscriptions: ['etcd', 'kettle'] });
    expect(codes(decided('added-later', 3, ['etcd.v2.0.0']))).toEqual(['not-locked']);
    expect(codes(decided('added-later', 2, ['etcd.v2.0.0', 'kettle.v2.0.0']))).toEqual(['outdated']);
  });

  it('with a dependency is allowed if the lock has that as well', () => {
    expect(codes(decided('dependency', 1, ['pot.v2.0.0'], ['etcd.v2.0.0']))).toEqual([]);
    expect(codes(decided('dependency', 1, ['pot.v2.0.0']))).toEqual(['not-locked', 'foreign-step']);
  });
});
