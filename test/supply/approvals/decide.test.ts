import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { LockFile } from '../../../src/olm/lock/lock-file.js';
import { lockedBy } from '../../../src/olm/lock/locked-by.js';
import { type Decision, decide, isAllowed, reasonText } from '../../../src/supply/approvals/decide.js';
import { approvalState, waits } from '../../../src/supply/approvals/install-plan.js';
import { csv } from '../../support/build.js';
import { digestOf, imageOf, type PlannedBundle, planOf, pointing } from '../../support/install-plans.js';

const bundle = (name: string, of = 'etcd', image: string | null = imageOf(name)): LockFile['bundles'][number] => ({
  name,
  package: of,
  catalog: 'olm/catalog',
  ...(image === null ? {} : { image, digest: digestOf(name) }),
  properties: [],
  spec: { version: name.replace(/^.*\.v/, '') },
});

/** An object that is written to. */
type Draft = ReturnType<typeof JSON.parse>;

/** A namespace whose etcd is locked to v3, by way of v2. */
const LOCK: LockFile = {
  lockVersion: 1,
  catalogs: [{ name: 'olm/catalog' }],
  subscriptions: [
    { namespace: 'op', name: 'etcd', catalog: 'olm/catalog', package: 'etcd', csv: 'etcd.v3.0.0', via: ['etcd.v2.0.0'] },
    { namespace: 'op', name: 'kettle', catalog: 'olm/catalog', package: 'kettle', csv: 'kettle.v1.0.0' },
    { namespace: 'elsewhere', name: 'pot', catalog: 'olm/catalog', package: 'pot', csv: 'pot.v1.0.0' },
  ],
  dependencies: [{ namespace: 'op', package: 'lid', catalog: 'olm/catalog', csv: 'lid.v1.0.0', neededBy: ['kettle.v1.0.0'] }],
  packages: [],
  bundles: [
    bundle('etcd.v2.0.0'),
    bundle('etcd.v3.0.0'),
    bundle('kettle.v1.0.0', 'kettle'),
    bundle('lid.v1.0.0', 'lid'),
    bundle('pot.v1.0.0', 'pot'),
  ],
};

const decided = (objects: readonly KubernetesObject[], name = 'install-a', lock = LOCK): Decision => {
  const state = approvalState(objects);
  const plan = state.plans.find((one) => one.name === name);
  if (!plan) throw new Error(`no plan ${name}`);
  return decide(plan, state, lockedBy([{ file: 'olm-lock.yaml', lock }]).locked);
};
const codes = (objects: readonly KubernetesObject[], name?: string, lock?: LockFile): string[] =>
  decided(objects, name, lock).reasons.map(({ code }) => code);

/** A plan for etcd, its Subscription, and what is installed. */
const upgrade = (one: PlannedBundle, installedCSV = 'etcd.v1.0.0'): [plan: KubernetesObject, ...KubernetesObject[]] => [
  planOf('op/install-a', 4, [one]),
  pointing('op/etcd', 'install-a', { installedCSV, currentCSV: one.csv, generation: 4 }),
  csv(`op/${installedCSV}`),
];
const V2: PlannedBundle = { csv: 'etcd.v2.0.0', replaces: 'etcd.v1.0.0' };
const V3: PlannedBundle = { csv: 'etcd.v3.0.0', replaces: 'etcd.v2.0.0' };
const [GOOD, SUBSCRIPTION, INSTALLED] = upgrade(V2) as [KubernetesObject, KubernetesObject, KubernetesObject];

/** The plan with some of its content replaced. */
function changed(plan: KubernetesObject, change: (draft: Draft) => void): KubernetesObject {
  const draft = structuredClone(plan);
  change(draft);
  return draft;
}
const manifestOf = (plan: Draft, index = 0): Draft => JSON.parse(plan.status.plan[index].resource.manifest);
const withManifest = (fields: object): KubernetesObject =>
  changed(GOOD, (plan) => {
    plan.status.plan[0].resource.manifest = JSON.stringify({ ...manifestOf(plan), ...fields });
  });

describe('a plan is allowed', () => {
  it('with a version between what is installed and the locked one', () => {
    const decision = decided(upgrade(V2));
    expect(decision.reasons).toEqual([]);
    expect(decision.moves).toEqual([
      { csv: 'etcd.v2.0.0', from: 'etcd.v1.0.0', subscription: 'etcd', package: 'etcd', image: imageOf('etcd.v2.0.0') },
    ]);
  });

  it('with the locked version, from any version below it', () => {
    expect(codes(upgrade(V3, 'etcd.v2.0.0'))).toEqual([]);
    expect(codes(upgrade({ ...V3, replaces: 'etcd.v1.0.0' }))).toEqual([]);
  });

  it('with the locked version, where nothing is installed', () => {
    expect(codes([planOf('op/install-a', 1, [V3]), pointing('op/etcd', 'install-a', { currentCSV: 'etcd.v3.0.0' })])).toEqual([]);
  });

  it('with all kinds of objects of its bundle', () => {
    const kinds = [
      ['apiextensions.k8s.io', 'CustomResourceDefinition', 'etcds.example.com'],
      ['', 'BundleSecret', 'certificate'],
      ['rbac.authorization.k8s.io', 'ClusterRole', 'etcd-xyz'],
    ] as const;
    expect(codes(upgrade({ ...V2, kinds }))).toEqual([]);
  });

  it('from a mirror, with the same digest', () => {
    const image = imageOf('etcd.v2.0.0').replace('registry.example.com', 'mirror.example.com/a');
    expect(codes(upgrade({ ...V2, image }))).toEqual([]);
  });

  it('with a locked dependency, whose Subscription OLM writes', () => {
    const lid = { csv: 'lid.v1.0.0', dependencyOf: { package: 'lid', channel: 'stable' } };
    const plan = planOf('op/install-a', 2, [{ csv: 'kettle.v1.0.0' }, lid]);
    expect(codes([plan, pointing('op/kettle', 'install-a', { currentCSV: 'kettle.v1.0.0' })])).toEqual([]);
  });

  it('with two Subscriptions of one namespace, both locked', () => {
    const plan = planOf('op/install-a', 2, [V2, { csv: 'kettle.v1.0.0' }]);
    const both = [
      pointing('op/etcd', 'install-a', { installedCSV: 'etcd.v1.0.0', currentCSV: 'etcd.v2.0.0' }),
      pointing('op/kettle', 'install-a', { currentCSV: 'kettle.v1.0.0' }),
    ];
    expect(codes([plan, ...both])).toEqual([]);
    expect(decided([plan, ...both]).subscriptions).toEqual(['etcd', 'kettle']);
  });

  it('that a Subscription added later points to, with a version that another one waits for in an older plan', () => {
    const etcd = pointing('op/etcd', 'install-0', { installedCSV: 'etcd.v1.0.0', currentCSV: 'etcd.v2.0.0', generation: 1 });
    const both = [
      planOf('op/install-0', 1, [V2]),
      planOf('op/install-a', 2, [V2, { csv: 'kettle.v1.0.0' }]),
      etcd,
      pointing('op/kettle', 'install-a', { currentCSV: 'kettle.v1.0.0', generation: 2 }),
      INSTALLED,
    ];
    expect(decided(both)).toMatchObject({ reasons: [], subscriptions: ['etcd', 'kettle'], moves: [{ from: 'etcd.v1.0.0' }, {}] });
    // It is the one of the lock as well, or the plan is left.
    const other = pointing('op/etcd2', 'install-0', { currentCSV: 'etcd.v2.0.0', generation: 1 }, { packageName: 'etcd' });
    expect(codes([...both.filter((one) => one !== etcd), other])).toEqual(['not-locked']);
    const later = pointing('op/etcd', 'install-z', { currentCSV: 'etcd.v2.0.0', generation: 3 });
    expect(codes([...both.filter((one) => one !== etcd), later])).toEqual(['not-asked']);
  });
});

describe('a plan is left', () => {
  it('with one more CSV than the lock has', () => {
    const plan = planOf('op/install-a', 4, [V2, { csv: 'miner.v1.0.0' }]);
    const reasons = decided([plan, SUBSCRIPTION, INSTALLED]).reasons;
    expect(reasons).toContainEqual({ code: 'not-locked', csv: 'miner.v1.0.0' });
    expect(isAllowed(decided([plan, SUBSCRIPTION, INSTALLED]))).toBe(false);
  });

  it('with one more CSV that only its steps have, or only its spec, or only its lookups', () => {
    const two = planOf('op/install-a', 4, [V2, { csv: 'miner.v1.0.0' }]);
    const hidden = changed(two, (plan) => plan.spec.clusterServiceVersionNames.pop());
    expect(codes([hidden, SUBSCRIPTION, INSTALLED])).toEqual(['other-csvs', 'not-locked', 'foreign-step']);
    const unlisted = changed(hidden, (plan) => plan.status.bundleLookups.pop());
    expect(codes([unlisted, SUBSCRIPTION, INSTALLED])).toEqual(['other-csvs', 'foreign-step']);
    const named = changed(GOOD, (plan) => plan.spec.clusterServiceVersionNames.push('miner.v1.0.0'));
    expect(codes([named, SUBSCRIPTION, INSTALLED])).toEqual(['other-csvs', 'not-locked']);
  });

  it('with another digest of the same version', () => {
    const image = `registry.example.com/etcd.v2.0.0@sha256:${'f'.repeat(64)}`;
    expect(decided(upgrade({ ...V2, image })).reasons).toEqual([
      { code: 'other-digest', csv: 'etcd.v2.0.0', found: image, expected: digestOf('etcd.v2.0.0') },
    ]);
  });

  it.each([
    ['a tag', 'registry.example.com/etcd:v2'],
    ['the digest in the name of a tag', `registry.example.com/etcd:${digestOf('etcd.v2.0.0').replace(':', '-')}`],
    ['the digest before another one', `${imageOf('etcd.v2.0.0')}@sha256:${'f'.repeat(64)}`],
    ['the digest and more', `${imageOf('etcd.v2.0.0')}0`],
    ['nothing', ''],
  ])('with %s in place of the digest', (_, image) => {
    expect(codes(upgrade({ ...V2, image }))).toEqual(['other-digest']);
  });

  it('where the lock has no digest, or two', () => {
    const lockWith = (fields: object): LockFile => ({ ...LOCK, bundles: [{ ...bundle('etcd.v2.0.0', 'etcd', null), ...fields }] });
    expect(codes(upgrade(V2), undefined, lockWith({}))).toEqual(['no-locked-digest']);
    expect(codes(upgrade(V2), undefined, { ...LOCK, bundles: [] })).toEqual(['no-locked-digest']);
    const torn = lockWith({ image: imageOf('other'), digest: digestOf('etcd.v2.0.0') });
    expect(codes(upgrade(V2), undefined, torn)).toEqual(['no-locked-digest']);
    expect(codes(upgrade(V2), undefined, lockWith({ image: imageOf('etcd.v2.0.0') }))).toEqual([]);
  });

  it('of an older generation', () => {
    const newer = planOf('op/install-b', 5, [V2]);
    expect(decided([...upgrade(V2), newer]).reasons).toContainEqual({ code: 'outdated', plan: 'install-b' });
  });

  it('of a generation that another plan has as well', () => {
    const twin = planOf('op/install-b', 4, [V2]);
    expect(decided([...upgrade(V2), twin]).reasons).toEqual([{ code: 'same-generation', plan: 'install-b' }]);
    const other = planOf('team/install-b', 9, [V2]);
    expect(codes([...upgrade(V2), other])).toEqual([]);
  });

  it('that no Subscription points to', () => {
    const status = { installedCSV: 'etcd.v1.0.0', currentCSV: 'etcd.v2.0.0' };
    expect(codes([GOOD, INSTALLED])).toContain('not-pointed-to');
    expect(codes([GOOD, INSTALLED, pointing('op/etcd', 'install-z', status)])).toContain('not-pointed-to');
    expect(codes([GOOD, INSTALLED, pointing('team/etcd', 'install-a', status)])).toContain('not-pointed-to');
    const again = changed(GOOD, (plan) => {
      plan.metadata.uid = 'of another one of the same name';
    });
    expect(codes([again, INSTALLED, SUBSCRIPTION])).toContain('not-pointed-to');
  });

  it('whose Subscription says another version or generation', () => {
    const says = (fields: object): KubernetesObject =>
      pointing('op/etcd', 'install-a', { installedCSV: 'etcd.v1.0.0', currentCSV: 'etcd.v2.0.0', ...fields });
    expect(codes([GOOD, INSTALLED, says({ currentCSV: 'etcd.v3.0.0' })])).toContain('points-elsewhere');
    expect(codes([GOOD, INSTALLED, says({ generation: 5 })])).toEqual(['points-elsewhere']);
  });

  it('where another Subscription of the namespace is not locked: all of the plan', () => {
    const plan = planOf('op/install-a', 4, [V2, { csv: 'miner.v1.0.0' }]);
    const miner = pointing('op/miner', 'install-a', { currentCSV: 'miner.v1.0.0' });
    expect(decided([plan, SUBSCRIPTION, miner]).reasons).toEqual([{ code: 'not-locked', csv: 'miner.v1.0.0', subscription: 'miner' }]);
  });

  it('by the lock of another namespace', () => {
    const pot = [planOf('op/install-a', 1, [{ csv: 'pot.v1.0.0' }]), pointing('op/pot', 'install-a', { currentCSV: 'pot.v1.0.0' })];
    expect(codes(pot)).toEqual(['not-locked']);
    const there = [
      planOf('elsewhere/install-a', 1, [{ csv: 'pot.v1.0.0' }]),
      pointing('elsewhere/pot', 'install-a', { currentCSV: 'pot.v1.0.0' }),
    ];
    expect(codes(there)).toEqual([]);
  });

  it('where the locked CSV is asked for by another Subscription, or another package', () => {
    const status = { installedCSV: 'etcd.v1.0.0', currentCSV: 'etcd.v2.0.0' };
    expect(codes([GOOD, pointing('op/other', 'install-a', status, { packageName: 'etcd' })])).toEqual(['not-locked']);
    expect(codes([GOOD, pointing('op/etcd', 'install-a', status, { packageName: 'miner' })])).toEqual(['other-package']);
    expect(codes([GOOD, pointing('op/etcd', 'install-a', status, { catalog: 'tenant/catalog' })])).toEqual(['other-package']);
    const twice = [SUBSCRIPTION, pointing('op/second', 'install-a', status, { packageName: 'etcd' })];
    expect(codes([GOOD, ...twice])).toEqual(['not-locked']);
  });

  it('whose catalog is ahead of the lock', () => {
    const later = { csv: 'etcd.v4.0.0', replaces: 'etcd.v3.0.0', version: '4.0.0' };
    expect(decided(upgrade(later, 'etcd.v3.0.0')).reasons).toEqual([
      { code: 'catalog-ahead', csv: 'etcd.v4.0.0', expected: 'etcd.v3.0.0' },
    ]);
    expect(codes(upgrade({ ...later, replaces: 'etcd.v1.0.0' }))).toEqual(['catalog-ahead']);
    expect(codes(upgrade({ csv: 'etcd.v4.0.0' }, 'etcd.v3.0.0'))).toEqual(['catalog-ahead']);
  });

  it('whose version lies below the locked one, and is not on the path', () => {
    expect(codes(upgrade({ csv: 'etcd.v1.5.0', version: '1.5.0' }))).toEqual(['not-on-path']);
    expect(codes([planOf('op/install-a', 1, [V2]), pointing('op/etcd', 'install-a', { currentCSV: 'etcd.v2.0.0' })])).toEqual([
      'not-on-path',
    ]);
  });

  it('that would go back', () => {
    expect(codes(upgrade(V2, 'etcd.v3.0.0'))).toEqual(['behind']);
  });

  it('whose bundle is not unpacked, or cannot be', () => {
    const conditions = (type: string, status = 'True'): PlannedBundle => ({ ...V2, conditions: [{ type, status }] });
    expect(codes(upgrade(conditions('BundleLookupPending')))).toEqual(['not-unpacked']);
    expect(codes(upgrade(conditions('BundleLookupNotPersisted')))).toEqual(['not-unpacked']);
    expect(codes(upgrade(conditions('BundleLookupFailed')))).toEqual(['unpack-failed']);
    expect(codes(upgrade(conditions('BundleLookupPending', 'False')))).toEqual([]);
  });

  it('whatever labels say of copies: only CSVs are copied', () => {
    const labelled = (object: KubernetesObject): KubernetesObject =>
      changed(object, (draft) => Object.assign(draft.metadata, { labels: { 'olm.copiedFrom': 'olm' } }));
    const newer = labelled(planOf('op/install-b', 5, [V2]));
    expect(codes([...upgrade(V2), newer])).toContain('outdated');
    const kettle = pointing('op/kettle', 'install-0', { installedCSV: 'etcd.v0.9.0', currentCSV: 'etcd.v0.9.0' });
    expect(codes([...upgrade({ ...V2, replaces: 'etcd.v0.9.0' }), labelled(kettle), csv('op/etcd.v0.9.0')])).toEqual(['replaces-other']);
    expect(approvalState([labelled(GOOD), labelled(SUBSCRIPTION)])).toMatchObject({ plans: [{}], subscriptions: [{}] });
  });

  it('without an image, or with two', () => {
    const without = changed(GOOD, (plan) => plan.status.bundleLookups.pop());
    expect(codes([without, SUBSCRIPTION, INSTALLED])).toEqual(['no-image', 'foreign-step']);
    const twice = changed(GOOD, (plan) => plan.status.bundleLookups.push(plan.status.bundleLookups[0]));
    expect(codes([twice, SUBSCRIPTION, INSTALLED])).toEqual(['no-image']);
  });

  it('from another catalog of the same digest, whose ConfigMaps others can write', () => {
    const plan = upgrade({ ...V2, catalog: 'tenant/catalog' });
    expect(codes(plan)).toEqual(['other-catalog']);
  });

  it('without steps, which OLM writes after the plan', () => {
    const fresh = changed(GOOD, (plan) => {
      delete plan.status;
    });
    expect(codes([fresh, SUBSCRIPTION, INSTALLED])).toEqual(['empty', 'other-csvs', 'no-image']);
  });

  it('while it is deleted', () => {
    const going = changed(GOOD, (plan) => {
      plan.metadata.deletionTimestamp = '2026-01-01T00:00:00Z';
    });
    expect(codes([going, SUBSCRIPTION, INSTALLED])).toEqual(['deleted']);
  });

  it('that replaces the operator of another Subscription', () => {
    const plan = upgrade({ ...V2, replaces: 'kettle.v1.0.0' });
    const kettle = [
      pointing('op/kettle', 'install-0', { installedCSV: 'kettle.v1.0.0', currentCSV: 'kettle.v1.0.0' }),
      csv('op/kettle.v1.0.0'),
    ];
    expect(decided([...plan, ...kettle]).reasons).toEqual([
      { code: 'replaces-other', csv: 'etcd.v2.0.0', found: 'kettle.v1.0.0', expected: 'etcd.v1.0.0' },
    ]);
  });
});

describe('a step is not of a locked bundle', () => {
  const left = (plan: KubernetesObject): string[] => codes([plan, SUBSCRIPTION, INSTALLED]);
  const added = (resource: object, resolving = 'etcd.v2.0.0'): KubernetesObject =>
    changed(GOOD, (plan) => plan.status.plan.push({ resolving, status: 'Unknown', resource: { version: 'v1', group: '', ...resource } }));

  it('with an object of its own', () => {
    const role = { kind: 'ClusterRole', name: 'all', group: 'rbac.authorization.k8s.io', manifest: '{"kind":"ClusterRole","rules":[]}' };
    expect(decided([added(role), SUBSCRIPTION, INSTALLED]).reasons).toEqual([
      { code: 'foreign-step', csv: 'etcd.v2.0.0', found: 'ClusterRole all' },
    ]);
    expect(left(added({ ...role, manifest: '' }))).toEqual(['foreign-step']);
    expect(left(added({ ...role, manifest: '[]' }))).toEqual(['foreign-step']);
  });

  it.each([
    ['another ConfigMap', { name: 'mine' }],
    ['a ConfigMap of another namespace', { namespace: 'tenant' }],
    ['a Secret', { kind: 'Secret' }],
    ['another catalog', { catalogSourceName: 'mine' }],
    ['another namespace of the catalog', { catalogSourceNamespace: 'tenant' }],
    ['another version to replace', { replaces: 'kettle.v1.0.0' }],
    ['other properties', { properties: '{}' }],
    ['a field that Go reads in place of the first', { Name: 'mine' }],
    ['the same with a letter that folds', { 'name\u017fpace': 'tenant' }],
  ])('with a reference to %s', (_, fields) => {
    expect(left(withManifest(fields))).toEqual(['foreign-step']);
  });

  it('with a reference for a CSV that the plan does not install', () => {
    expect(
      left(added({ kind: 'Service', name: 'a', manifest: (GOOD as Draft).status.plan[0].resource.manifest }, 'kettle.v1.0.0')),
    ).toEqual(['foreign-step']);
  });

  it('with a CSV of another name from the same bundle', () => {
    const manifest = (GOOD as Draft).status.plan[0].resource.manifest;
    const plan = added({ group: 'operators.coreos.com', kind: 'ClusterServiceVersion', name: 'miner.v1.0.0', manifest });
    expect(left(plan)).toEqual(['other-csvs', 'foreign-step']);
  });

  describe('with a Subscription', () => {
    const lid = { csv: 'lid.v1.0.0', dependencyOf: { package: 'lid', channel: 'stable' } };
    const PLAN = planOf('op/install-a', 2, [{ csv: 'kettle.v1.0.0' }, lid]);
    const kettle = pointing('op/kettle', 'install-a', { currentCSV: 'kettle.v1.0.0' });
    const written = (change: (object: Draft) => void): string[] => {
      const plan = changed(PLAN, (draft) => {
        const object = manifestOf(draft, 2);
        change(object);
        draft.status.plan[2].resource.manifest = JSON.stringify(object);
      });
      return codes([plan, kettle]);
    };

    it.each<[string, (object: Draft) => void]>([
      [
        'of another package',
        ({ spec, metadata }) => Object.assign(metadata, { name: 'miner-stable-catalog-olm' }) && Object.assign(spec, { name: 'miner' }),
      ],
      [
        'of another catalog',
        ({ spec, metadata }) =>
          Object.assign(metadata, { name: 'lid-stable-catalog-tenant' }) && Object.assign(spec, { sourceNamespace: 'tenant' }),
      ],
      ['with another version', ({ spec }) => Object.assign(spec, { startingCSV: 'lid.v9.0.0' })],
      ['with settings for its Deployments', ({ spec }) => Object.assign(spec, { config: { env: [] } })],
      ['of another name', ({ metadata }) => Object.assign(metadata, { name: 'etcd' })],
      ['with finalizers', ({ metadata }) => Object.assign(metadata, { finalizers: ['a/b'] })],
      ['with a status', ({ status }) => Object.assign(status, { installedCSV: 'lid.v1.0.0' })],
      ['with one more field', (object) => Object.assign(object, { Spec: {} })],
    ])('%s', (_, change) => {
      expect(written(change)).toEqual(['foreign-step']);
    });

    it('that does not say its kind, as OLM writes it from some version on; no other kind, and nothing twice', () => {
      const plain = ({ kind: _, apiVersion: __, ...object }: Draft): Draft => object;
      const as = (manifestFor: (object: Draft) => string): string[] =>
        codes([
          changed(PLAN, (draft) => {
            draft.status.plan[2].resource.manifest = manifestFor(manifestOf(draft, 2));
          }),
          kettle,
        ]);
      expect(as((object) => JSON.stringify(plain(object)))).toEqual([]);
      expect(as((object) => JSON.stringify({ ...object, kind: 'Secret' }))).toEqual(['foreign-step']);
      // Go keeps the settings of the first spec.
      const twice = (object: Draft): string => JSON.stringify(plain(object)).replace('"spec":', '"spec":{"config":{}},"spec":');
      expect(as(twice)).toEqual(['foreign-step']);
    });

    it('that would overwrite one that people wrote', () => {
      const own = pointing('op/lid-stable-catalog-olm', undefined, {}, { packageName: 'lid' });
      expect(codes([PLAN, kettle, own])).toEqual(['foreign-step']);
    });
  });
});

describe('reading', () => {
  it('leaves all plans of a namespace in which an object is not as OLM writes it', () => {
    const odd = changed(GOOD, (plan) => {
      plan.metadata.name = 'install-odd';
      plan.spec.generation = 'five';
    });
    expect(decided([...upgrade(V2), odd]).reasons).toEqual([{ code: 'not-understood', found: 'InstallPlan install-odd' }]);
  });

  it('passes over copied CSVs and objects of other groups', () => {
    const copied = csv('op/kettle.v1.0.0', { labels: { 'olm.copiedFrom': 'olm' } });
    const foreign = { ...GOOD, apiVersion: 'example.com/v1' };
    expect(approvalState([copied, foreign])).toEqual({ plans: [], subscriptions: [], csvs: [], unreadable: [] });
  });

  it.each([
    ['RequiresApproval', false, true],
    ['RequiresApproval', true, false],
    ['Installing', false, false],
    ['', false, false],
    ['Failed', false, false],
    ['Complete', true, false],
  ])('a plan in the phase %j with approved %s waits: %s', (phase, approved, expected) => {
    expect(approvalState([planOf('op/install-a', 1, [V2], { phase, approved })]).plans.map(waits)).toEqual([expected]);
  });
});

describe('locks', () => {
  it('that contradict each other are told, and equal ones are one', () => {
    const other: LockFile = {
      ...LOCK,
      subscriptions: [{ ...(LOCK.subscriptions?.[0] as never as object), csv: 'etcd.v2.0.0', via: [] } as never],
    };
    const { conflicts } = lockedBy([
      { file: 'a.yaml', lock: LOCK },
      { file: 'b.yaml', lock: other },
      { file: 'c.yaml', lock: LOCK },
    ]);
    expect(conflicts).toEqual([{ what: 'Subscription op/etcd', files: ['a.yaml', 'b.yaml'] }]);
  });
});

it('every reason is one sentence', () => {
  const reasons = [...decided([changed(GOOD, (plan) => plan.spec.clusterServiceVersionNames.push('miner.v1.0.0')), INSTALLED]).reasons];
  expect(reasons.map(reasonText)).toEqual([
    'no Subscription points to the plan',
    'the steps of the plan install etcd.v2.0.0, and its spec names etcd.v2.0.0 and miner.v1.0.0',
    'no Subscription that waits for the plan asks for etcd.v2.0.0',
    'miner.v1.0.0 is not locked for this namespace',
  ]);
});
