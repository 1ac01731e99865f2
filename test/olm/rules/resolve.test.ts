import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { INSTALL_MODES } from '../../../src/olm/model/install-modes.js';
import type { Resolution } from '../../../src/olm/rules/resolution.js';
import { type ResolveOptions, resolve } from '../../../src/olm/rules/resolve.js';
import { competingGroups } from '../../support/arbitrary-cluster.js';
import { clusterOf, csv, group, namespace, serviceAccount } from '../../support/build.js';
import { table } from '../../support/golden.js';
import { runs } from '../../support/runs.js';

const FOO = 'Foo.v1.example.com';
const BAR = 'Bar.v1.example.com';

function resolved(...objects: KubernetesObject[]): Resolution {
  return resolve(clusterOf(...objects));
}

/** By `namespace/name` of a CSV whose verdict is not certain: how sure it is, and the CSVs on which it depends. */
function doubts({ csvs }: Resolution): Record<string, string> {
  const named = ({ namespace: inNamespace, name }: { namespace: string; name: string }) => `${inNamespace}/${name}`;
  return Object.fromEntries(
    csvs
      .filter(({ certainty }) => certainty !== 'certain')
      .map((entry) => [named(entry.csv), `${entry.certainty} by ${entry.rivals.map(named).join(', ')}`]),
  );
}

/** By `namespace/name` of the CSV: phase/reason, and how sure it is where that is not certain. */
function verdicts({ csvs }: Resolution): Record<string, string> {
  return Object.fromEntries(
    csvs.map(({ csv: { namespace: inNamespace, name }, verdict: { phase, reason }, certainty }) => [
      `${inNamespace}/${name}`,
      `${phase}/${reason}${certainty === 'certain' ? '' : ` ${certainty}`}`,
    ]),
  );
}

interface Transition {
  readonly name: string;
  readonly reason: string | null;
  readonly group: { readonly name: string; readonly namespace: string; readonly statusNamespaces: readonly string[] };
  readonly groups?: readonly string[];
  readonly installModes?: Readonly<Record<string, boolean>>;
  readonly apiReconcile?: 'NoAPIConflict' | 'AddAPIs' | 'RemoveAPIs' | 'APIConflict';
  readonly static?: boolean;
  readonly wantPhase: string;
  readonly wantReason: string | null;
  readonly csvs?: unknown;
}

describe("OLM's transitions, as the state that they lead to", () => {
  const OWNED = 'c1.v1.g1';
  const rival = (provides?: string) => group('rival/group', { targets: ['ns'], isStatic: true, ...(provides ? { provides } : {}) });

  /** Groups in which holding `c1.v1.g1` against the annotations has this outcome. */
  function groupsFor({ apiReconcile, static: isStatic = false, groups = ['default'] }: Transition): KubernetesObject[] {
    const listed = apiReconcile === 'NoAPIConflict' || apiReconcile === 'RemoveAPIs';
    const contested = apiReconcile === 'APIConflict' || apiReconcile === 'RemoveAPIs';
    return [
      ...groups.map((name) => group(`ns/${name}`, { targets: ['ns'], isStatic, ...(listed ? { provides: OWNED } : {}) })),
      ...(contested ? [rival(OWNED)] : []),
    ];
  }

  /** Where OLM's sync stops on the way, what it comes to. */
  function end({ wantPhase, wantReason, apiReconcile }: Transition): string {
    if (wantPhase === 'Failed') return `Failed/${wantReason}`;
    // A group that is not static gives the API up and finds it taken the next time.
    if (apiReconcile === 'RemoveAPIs') return 'Failed/InterOperatorGroupOwnerConflict';
    return 'Succeeded/InstallSucceeded';
  }

  // Rows with several CSVs start from one that was installed before; manifests cannot tell that.
  const rows = table<Transition[]>('transition-csv-operatorgroup').filter((row) => !row.csvs);

  it.each(rows)('$name', (row) => {
    const modes = INSTALL_MODES.filter((mode) => row.installModes?.[mode] ?? !row.installModes);
    expect(verdicts(resolved(...groupsFor(row), csv('ns/csv1', { owns: [OWNED], modes })))).toEqual({ 'ns/csv1': end(row) });
  });
});

describe('failed states are not terminal', () => {
  const operator = csv('op/operator', { owns: [FOO], modes: ['OwnNamespace'] });
  const good = group('op/group', { targets: ['op'] });
  const rival = (targets: string[]) => [group('rival/group', { targets, isStatic: true, provides: FOO })];

  it.each<[string, KubernetesObject[], KubernetesObject[]]>([
    ['NoOperatorGroup', [], [good]],
    ['TooManyOperatorGroups', [good, group('op/second', { targets: ['op'] })], [good]],
    ['UnsupportedOperatorGroup', [group('op/group')], [good]],
    [
      'NoTargetNamespaces',
      [group('op/group', { selector: { matchLabels: { tenant: 'op' } } })],
      [group('op/group', { selector: { matchLabels: { tenant: 'op' } } }), namespace('op', { tenant: 'op' })],
    ],
    ['InterOperatorGroupOwnerConflict', [good, ...rival(['op'])], [good, ...rival(['elsewhere'])]],
    [
      'CannotModifyStaticOperatorGroupProvidedAPIs',
      [group('op/group', { targets: ['op'], isStatic: true })],
      [group('op/group', { targets: ['op'], isStatic: true, provides: FOO })],
    ],
  ])('a CSV that failed with %s succeeds once the cluster is repaired', (reason, broken, repaired) => {
    expect(verdicts(resolved(...broken, operator))).toEqual({ 'op/operator': `Failed/${reason}` });
    expect(verdicts(resolved(...repaired, operator))).toEqual({ 'op/operator': 'Succeeded/InstallSucceeded' });
  });
});

describe('a resolved CSV', () => {
  it('has its group, its verdict and its APIs', () => {
    const cluster = clusterOf(group('op/group', { targets: ['op'] }), csv('op/operator', { owns: [FOO] }));
    const resolution = resolve(cluster);
    expect(resolution).toEqual<Resolution>({
      groups: [{ group: expect.anything(), namespaces: ['op'], providedApis: new Set([FOO]), annotation: FOO }],
      csvs: [
        {
          csv: expect.anything(),
          group: expect.anything(),
          targets: ['op'],
          annotatedBy: expect.anything(),
          annotatedTargets: expect.anything(),
          verdict: { phase: 'Succeeded', reason: 'InstallSucceeded', message: 'install strategy completed with no errors', because: [] },
          certainty: 'certain',
          rivals: [],
          providedApis: [{ group: 'example.com', version: 'v1', kind: 'Foo', plural: 'foos', crdName: 'foos.example.com' }],
          unmet: [],
        },
      ],
      replaced: [],
    });
    expect(resolution.csvs[0]?.csv).toBe(cluster.clusterServiceVersions[0]);
    expect(resolution.csvs[0]?.group).toBe(resolution.groups[0]);
    expect(resolution.groups[0]?.group).toBe(cluster.operatorGroups[0]);
  });

  it('has no group where the namespace has several', () => {
    const { csvs } = resolved(group('op/one'), group('op/two'), csv('op/operator'));
    expect(csvs.map((entry) => entry.group)).toEqual([undefined]);
  });

  it('provides APIs also when it is no member, but none as a copy or when OLM cannot read it', () => {
    const owned = [
      { name: 'foos.example.com', version: 'v1', kind: 'Foo' },
      { name: 'malformed', version: 'v1', kind: 'Malformed' },
    ];
    const { csvs } = resolved(
      csv('op/a-no-member', { owns: [FOO] }),
      csv('op/b-copy', { owns: [FOO], annotations: { 'olm.operatorNamespace': 'elsewhere' } }),
      csv('op/c-malformed', { spec: { customresourcedefinitions: { owned } } }),
    );
    expect(csvs.map(({ verdict, providedApis }) => [verdict.neverSynced ?? verdict.reason, providedApis.map(({ kind }) => kind)])).toEqual([
      ['NoOperatorGroup', ['Foo']],
      ['IsCopied', []],
      ['MalformedCrdName', []],
    ]);
  });

  it('has its group also when it is no member', () => {
    const { groups, csvs } = resolved(group('op/group'), csv('op/operator', { modes: [] }));
    expect(csvs[0]?.group).toBe(groups[0]);
  });

  it('lists what it lacks, by the Kubernetes version that is given', () => {
    const cluster = clusterOf(group('op/group'), csv('op/operator', { spec: { minKubeVersion: '1.31.0' } }));
    const unmet = (options?: ResolveOptions) => resolve(cluster, options).csvs.map((entry) => [entry.verdict.reason, entry.unmet]);
    expect(unmet()).toEqual([['InstallSucceeded', []]]);
    expect(unmet({ kubeVersion: '1.30.0' })).toEqual([
      ['RequirementsNotMet', [{ kind: 'KubeVersion', minimum: '1.31.0', actual: '1.30.0' }]],
    ]);
  });

  it('fails over its membership before any conflict, and over a conflict before its installation', () => {
    const rival = group('rival/group', { targets: ['op'], isStatic: true, provides: FOO });
    const bad = { owns: [FOO], strategy: 'helm' };
    expect(
      verdicts(
        resolved(rival, group('op/group', { targets: ['op'] }), csv('op/unsupported', { ...bad, modes: [] }), csv('op/conflicting', bad)),
      ),
    ).toEqual({ 'op/conflicting': 'Failed/InterOperatorGroupOwnerConflict', 'op/unsupported': 'Failed/UnsupportedOperatorGroup' });
  });

  it('competes for its APIs even when its installation then fails', () => {
    expect(
      verdicts(
        resolved(
          group('a/group', { targets: ['team'] }),
          group('b/group', { targets: ['team'] }),
          csv('a/broken', { owns: [FOO], strategy: 'helm' }),
          csv('b/good', { owns: [FOO] }),
        ),
      ),
    ).toEqual({ 'a/broken': 'Failed/InvalidInstallStrategy ambiguous', 'b/good': 'Failed/InterOperatorGroupOwnerConflict ambiguous' });
  });

  it('is ambiguous for all its rivals: over APIs, and over what it installs', () => {
    const { csvs } = resolved(
      group('a/group', { targets: ['team'] }),
      group('b/group', { targets: ['team'] }),
      group('c/group', { targets: ['c'] }),
      csv('a/one', { owns: [FOO], ownsApiServices: ['Widget.v1.widgets.example.com'] }),
      csv('b/two', { owns: [FOO] }),
      csv('c/three', { ownsApiServices: ['Widget.v1.widgets.example.com'] }),
    );
    const [one] = csvs;
    expect(one?.certainty).toBe('ambiguous');
    expect(one?.rivals.map(({ name }) => name)).toEqual(['two', 'three']);
  });
});

describe('a resolved group', () => {
  const annotationOf = (fields: Parameters<typeof group>[1], ...csvs: KubernetesObject[]) =>
    resolved(group('op/group', fields), ...csvs).groups[0]?.annotation;

  it('lists the APIs of its CSVs, sorted', () => {
    expect(annotationOf({}, csv('op/one', { owns: [FOO] }), csv('op/two', { owns: [BAR] }))).toBe(`${BAR},${FOO}`);
  });

  it('keeps the text of an annotation whose APIs do not change', () => {
    expect(annotationOf({ provides: `${FOO}, ${BAR},garbage` }, csv('op/operator', { owns: [FOO, BAR] }))).toBe(`${FOO}, ${BAR},garbage`);
    expect(annotationOf({ isStatic: true, provides: ` ${FOO},garbage` })).toBe(` ${FOO},garbage`);
    expect(annotationOf({ isStatic: true, provides: 'garbage' })).toBe('garbage');
  });

  it('writes the annotation anew when an API is added or pruned', () => {
    expect(annotationOf({ provides: `${FOO}, garbage` }, csv('op/operator', { owns: [FOO, BAR] }))).toBe(`${BAR},${FOO}`);
    expect(annotationOf({ provides: `${FOO}, ${BAR}` }, csv('op/operator', { owns: [FOO] }))).toBe(FOO);
  });

  it('has no annotation when there is nothing to list', () => {
    expect(annotationOf({})).toBeUndefined();
    expect(annotationOf({ provides: FOO })).toBeUndefined();
  });

  it('does not list the APIs of a CSV that is no member or loses a conflict', () => {
    expect(annotationOf({}, csv('op/operator', { owns: [FOO], modes: [] }))).toBeUndefined();
    expect(annotationOf({}, group('rival/group', { isStatic: true, provides: FOO }), csv('op/operator', { owns: [FOO] }))).toBeUndefined();
  });

  it('has no namespaces where OLM writes none', () => {
    const { groups } = resolved(
      group('a/nothing', { selector: { matchLabels: { tenant: 'nobody' } } }),
      group('b/empty-string', { targets: ['b', ''], provides: FOO }),
      group('c/account', { targets: ['c'], serviceAccountName: 'missing', provides: FOO }),
      group('d/account', { targets: ['d'], serviceAccountName: 'present' }),
      serviceAccount('d/present'),
    );
    expect(groups.map(({ group: { name }, namespaces, blocked, annotation }) => ({ name, namespaces, blocked, annotation }))).toEqual([
      { name: 'nothing', namespaces: undefined, blocked: undefined, annotation: undefined },
      { name: 'empty-string', namespaces: undefined, blocked: 'TargetsContainAllNamespaces', annotation: FOO },
      { name: 'account', namespaces: undefined, blocked: 'ServiceAccountNotFound', annotation: FOO },
      { name: 'account', namespaces: ['d'], blocked: undefined, annotation: undefined },
    ]);
  });

  it('looks for its ServiceAccount in its own namespace', () => {
    const { groups } = resolved(group('a/group', { serviceAccountName: 'robot' }), serviceAccount('b/robot'));
    expect(groups.map(({ blocked }) => blocked)).toEqual(['ServiceAccountNotFound']);
  });
});

describe('replacement', () => {
  const v1 = csv('op/v1', { owns: [FOO] });

  it('removes a CSV whose successor runs, also over several steps', () => {
    const resolution = resolved(
      group('op/group'),
      v1,
      csv('op/v2', { owns: [FOO], spec: { replaces: 'v1' } }),
      csv('op/v3', { owns: [FOO], spec: { replaces: 'v2' } }),
    );
    expect(verdicts(resolution)).toEqual({ 'op/v3': 'Succeeded/InstallSucceeded' });
    expect(resolution.replaced.map(({ csv: { name }, by }) => `${name} by ${by.name}`)).toEqual(['v1 by v2', 'v2 by v3']);
  });

  it('keeps a CSV whose successor does not run', () => {
    const resolution = resolved(group('op/group'), v1, csv('op/v2', { owns: [FOO], strategy: 'helm', spec: { replaces: 'v1' } }));
    expect(resolution.replaced).toEqual([]);
    expect(verdicts(resolution)).toEqual({ 'op/v1': 'Replacing/BeingReplaced', 'op/v2': 'Failed/InvalidInstallStrategy' });
    expect(resolution.csvs[0]?.verdict).toEqual({
      phase: 'Replacing',
      reason: 'BeingReplaced',
      message: 'being replaced by csv: v2',
      because: [{ kind: 'ClusterServiceVersion', namespace: 'op', name: 'v2' }],
    });
  });

  it('keeps the CSV before the last one of a chain that does not run, be it failed or pending', () => {
    const chain = (last: Parameters<typeof csv>[1]) => [
      v1,
      csv('op/v2', { spec: { replaces: 'v1' } }),
      csv('op/v3', { ...last, spec: { replaces: 'v2' } }),
    ];
    // The second one runs for a moment, and the first one is gone by then.
    const waiting = { 'op/v2': 'Replacing/BeingReplaced' };
    expect(verdicts(resolved(group('op/group'), ...chain({ strategy: 'helm' })))).toEqual({
      ...waiting,
      'op/v3': 'Failed/InvalidInstallStrategy',
    });
    expect(verdicts(resolved(group('op/group'), ...chain({ requires: [BAR] })))).toEqual({
      ...waiting,
      'op/v3': 'Pending/RequirementsNotMet',
    });
  });

  it('keeps a CSV waiting whose predecessor does not run, and all that come after it', () => {
    const resolution = resolved(
      group('op/group'),
      csv('op/v1', { strategy: 'helm' }),
      csv('op/v2', { spec: { replaces: 'v1' } }),
      csv('op/v3', { spec: { replaces: 'v2' } }),
    );
    expect(resolution.replaced).toEqual([]);
    expect(verdicts(resolution)).toEqual({
      'op/v1': 'Failed/InvalidInstallStrategy',
      'op/v2': 'Pending/RequirementsUnknown ambiguous',
      'op/v3': 'Pending/RequirementsUnknown ambiguous',
    });
    expect(resolution.csvs[1]?.verdict).toEqual({
      phase: 'Pending',
      reason: 'RequirementsUnknown',
      message: 'requirements not yet checked',
      because: [{ kind: 'ClusterServiceVersion', namespace: 'op', name: 'v1' }],
    });
  });

  it('stops in a chain at the CSV that does not run', () => {
    const chain = [csv('op/v1'), csv('op/v2', { requires: [BAR], spec: { replaces: 'v1' } }), csv('op/v3', { spec: { replaces: 'v2' } })];
    expect(verdicts(resolved(group('op/group'), ...chain))).toEqual({
      'op/v1': 'Replacing/BeingReplaced',
      'op/v2': 'Pending/RequirementsNotMet',
      'op/v3': 'Pending/RequirementsUnknown ambiguous',
    });
  });

  it('waits for a predecessor that lost a conflict, or is no member', () => {
    const groups = [group('op/group', { targets: ['op'] }), group('rival/group', { targets: ['op'], isStatic: true, provides: FOO })];
    const v2 = csv('op/v2', { spec: { replaces: 'v1' } });
    expect(verdicts(resolved(...groups, v1, v2))).toEqual({
      'op/v1': 'Failed/InterOperatorGroupOwnerConflict',
      'op/v2': 'Pending/RequirementsUnknown ambiguous',
    });
    expect(verdicts(resolved(...groups, csv('op/v1', { modes: [] }), v2))).toEqual({
      'op/v1': 'Failed/UnsupportedOperatorGroup',
      'op/v2': 'Pending/RequirementsUnknown ambiguous',
    });
  });

  it('hands over Deployments, CRDs and APIServices', () => {
    const owning = { owns: [FOO], ownsApiServices: ['Widget.v1.widgets.example.com'], deployments: ['manager'] };
    const resolution = resolved(group('op/group'), csv('op/v1', owning), csv('op/v2', { ...owning, spec: { replaces: 'v1' } }));
    expect(verdicts(resolution)).toEqual({ 'op/v2': 'Succeeded/InstallSucceeded' });
  });

  it('frees what only the replaced CSV provided', () => {
    expect(
      verdicts(
        resolved(
          group('op/group', { targets: ['team'], provides: FOO }),
          group('other/group', { targets: ['team'] }),
          v1,
          csv('op/v2', { owns: [BAR], spec: { replaces: 'v1' } }),
          csv('other/operator', { owns: [FOO] }),
        ),
      ),
    ).toEqual({ 'op/v2': 'Succeeded/InstallSucceeded ambiguous', 'other/operator': 'Succeeded/InstallSucceeded' });
  });

  it('removes no CSV of a circle', () => {
    const circle = [csv('op/v1', { spec: { replaces: 'v2' } }), csv('op/v2', { spec: { replaces: 'v1' } })];
    expect(verdicts(resolved(group('op/group'), ...circle))).toEqual({
      'op/v1': 'Pending/RequirementsUnknown ambiguous',
      'op/v2': 'Pending/RequirementsUnknown ambiguous',
    });
  });

  it('is no way out for a CSV that replaces itself', () => {
    expect(verdicts(resolved(group('op/group'), csv('op/v1', { spec: { replaces: 'v1' } })))).toEqual({
      'op/v1': 'Pending/RequirementsUnknown',
    });
  });

  describe('in a group that fails forward', () => {
    const failForward = group('op/group');
    const upgradable = { ...failForward, spec: { ...(failForward.spec as object), upgradeStrategy: 'TechPreviewUnsafeFailForward' } };
    const broken = csv('op/v1', { strategy: 'helm' });

    it('removes a failed CSV whose successor runs', () => {
      const resolution = resolved(upgradable, broken, csv('op/v2', { spec: { replaces: 'v1' } }));
      expect(verdicts(resolution)).toEqual({ 'op/v2': 'Succeeded/InstallSucceeded' });
      expect(resolution.replaced.map(({ csv: { name }, by }) => `${name} by ${by.name}`)).toEqual(['v1 by v2']);
    });

    it('keeps a failed CSV that makes way for one that does not run', () => {
      const resolution = resolved(upgradable, broken, csv('op/v2', { requires: [BAR], spec: { replaces: 'v1' } }));
      expect(verdicts(resolution)).toEqual({ 'op/v1': 'Replacing/BeingReplaced', 'op/v2': 'Pending/RequirementsNotMet' });
      expect(resolution.csvs[0]?.verdict.message).toBe('Fail Forward is enabled, allowing Failed csv to be replaced by csv: v2');
    });

    it('removes a whole chain with failed CSVs in it', () => {
      const chain = [
        csv('op/v1'),
        csv('op/v2', { strategy: 'helm', spec: { replaces: 'v1' } }),
        csv('op/v3', { spec: { replaces: 'v2' } }),
      ];
      expect(verdicts(resolved(upgradable, ...chain))).toEqual({ 'op/v3': 'Succeeded/InstallSucceeded' });
    });

    it('keeps a CSV that failed over its group or its APIs', () => {
      const v2 = csv('op/v2', { spec: { replaces: 'v1' } });
      expect(verdicts(resolved(upgradable, csv('op/v1', { modes: [] }), v2))).toEqual({
        'op/v1': 'Failed/UnsupportedOperatorGroup',
        'op/v2': 'Pending/RequirementsUnknown ambiguous',
      });
    });
  });
});

describe('what depends on a conflict over APIs whose end is open', () => {
  const A = 'A.v1.example.com';
  const B = 'B.v1.example.com';
  const SERVICE = 'S.v1.s.com';
  const meeting = [group('a/g', { targets: ['t'] }), group('b/g', { targets: ['t'] })];
  const OPEN = { 'a/y': 'ambiguous by b/x', 'b/x': 'ambiguous by a/y' };

  it('is who owns an APIService, whichever of them wins here', () => {
    const elsewhere = [group('c/g', { targets: ['c'] }), csv('c/z', { ownsApiServices: [SERVICE] })];
    const loser = resolved(...meeting, ...elsewhere, csv('a/y', { owns: [A] }), csv('b/x', { owns: [A], ownsApiServices: [SERVICE] }));
    expect(doubts(loser)).toEqual({ ...OPEN, 'b/x': 'ambiguous by a/y, c/z', 'c/z': 'ambiguous by b/x' });
    expect(verdicts(loser)['c/z']).toBe('Succeeded/InstallSucceeded ambiguous');

    const winner = resolved(...meeting, ...elsewhere, csv('a/y', { owns: [A], ownsApiServices: [SERVICE] }), csv('b/x', { owns: [A] }));
    expect(doubts(winner)).toEqual({ 'a/y': 'ambiguous by b/x, c/z', 'b/x': 'ambiguous by a/y', 'c/z': 'ambiguous by a/y' });
    expect(verdicts(winner)['c/z']).toBe('Failed/InstallComponentFailed ambiguous');
  });

  it('is only by those of the losers that share something with it', () => {
    const resolution = resolved(
      ...meeting,
      group('c/g', { targets: ['c'] }),
      csv('a/y', { owns: [A] }),
      csv('a/y2', { owns: [B] }),
      csv('b/x', { owns: [A], ownsApiServices: [SERVICE] }),
      csv('b/x2', { owns: [B] }),
      csv('c/z', { ownsApiServices: [SERVICE] }),
    );
    expect(doubts(resolution)).toEqual({
      'a/y': 'ambiguous by b/x',
      'a/y2': 'ambiguous by b/x2',
      'b/x': 'ambiguous by a/y, c/z',
      'b/x2': 'ambiguous by a/y2',
      'c/z': 'ambiguous by b/x',
    });
  });

  it('is who holds a Deployment, whichever of them wins here', () => {
    const loser = resolved(
      ...meeting,
      csv('a/y', { owns: [A] }),
      csv('b/x', { owns: [A], deployments: ['d'] }),
      csv('b/z', { deployments: ['d'] }),
    );
    expect(doubts(loser)).toEqual({ ...OPEN, 'b/x': 'ambiguous by a/y, b/z', 'b/z': 'ambiguous by b/x' });
    expect(verdicts(loser)['b/z']).toBe('Succeeded/InstallSucceeded ambiguous');

    const winner = resolved(
      ...meeting,
      csv('a/y', { owns: [A], deployments: ['d'] }),
      csv('a/z', { deployments: ['d'] }),
      csv('b/x', { owns: [A] }),
    );
    expect(doubts(winner)).toEqual({ 'a/y': 'unstable by b/x, a/z', 'a/z': 'unstable by a/y', 'b/x': 'ambiguous by a/y' });
  });

  it('is not who owns a CRD: its owners take turns even where one of them lost', () => {
    const owners = [csv('b/x', { owns: [A, B], deployments: ['x'] }), csv('b/z', { owns: [B], deployments: ['z'] })];
    expect(doubts(resolved(...meeting, csv('a/y', { owns: [A] }), ...owners))).toEqual({
      'a/y': 'ambiguous by b/x',
      'b/x': 'ambiguous by a/y, b/z',
      'b/z': 'unstable by b/x',
    });
  });

  it('is what a CSV leaves behind that is replaced', () => {
    const replaced = (...rivals: KubernetesObject[]) =>
      resolved(
        ...meeting,
        group('c/g', { targets: ['t'] }),
        csv('a/new', { owns: [A], spec: { replaces: 'old' } }),
        csv('a/old', { owns: [B] }),
        csv('c/w', { owns: [B] }),
        ...rivals,
      );
    const open = replaced(csv('b/x', { owns: [A] }));
    expect(verdicts(open)).toEqual({
      'a/new': 'Succeeded/InstallSucceeded ambiguous',
      'b/x': 'Failed/InterOperatorGroupOwnerConflict ambiguous',
      'c/w': 'Succeeded/InstallSucceeded ambiguous',
    });
    // Were c/w first, a/old would fail and a/new wait for it.
    expect(doubts(open)).toEqual({ 'a/new': 'ambiguous by b/x, c/w', 'b/x': 'ambiguous by a/new', 'c/w': 'ambiguous by a/old' });

    const settled = replaced();
    expect(verdicts(settled)).toEqual({ 'a/new': 'Succeeded/InstallSucceeded ambiguous', 'c/w': 'Succeeded/InstallSucceeded' });
  });

  it('is what a CSV shares with one that loses an APIService', () => {
    const resolution = resolved(
      group('a/g', { targets: ['a'] }),
      group('b/g', { targets: ['b'] }),
      csv('a/one', { ownsApiServices: [SERVICE] }),
      csv('b/two', { ownsApiServices: [SERVICE], deployments: ['d'] }),
      csv('b/three', { deployments: ['d'] }),
    );
    expect(doubts(resolution)).toEqual({
      'a/one': 'ambiguous by b/two',
      'b/three': 'ambiguous by b/two',
      'b/two': 'ambiguous by a/one, b/three',
    });
  });

  it('is a predecessor that stays only where its successor loses', () => {
    const resolution = resolved(...meeting, csv('a/y', { owns: [A] }), csv('b/old'), csv('b/x', { owns: [A], spec: { replaces: 'old' } }));
    expect(verdicts(resolution)['b/old']).toBe('Replacing/BeingReplaced ambiguous');
    expect(doubts(resolution)).toEqual({ ...OPEN, 'b/old': 'ambiguous by a/y' });
  });

  it('is a CSV whose predecessor wins here, but not in every order', () => {
    const resolution = resolved(
      ...meeting,
      csv('a/old', { owns: [A] }),
      csv('a/new', { owns: [B], spec: { replaces: 'old' } }),
      csv('b/x', { owns: [A] }),
    );
    expect(doubts(resolution)).toEqual({ 'a/new': 'ambiguous by b/x' });
  });

  it('is the installation of a CSV whose predecessor lost', () => {
    const resolution = resolved(
      ...meeting,
      csv('a/y', { owns: [A] }),
      csv('b/x', { owns: [A] }),
      csv('b/next', { spec: { replaces: 'x' } }),
    );
    expect(verdicts(resolution)['b/next']).toBe('Pending/RequirementsUnknown ambiguous');
  });

  it('is nothing about a CSV that shares nothing with those in conflict', () => {
    const apart = [group('c/g', { targets: ['c'] }), csv('c/z', { owns: [B], ownsApiServices: [SERVICE], deployments: ['d'] })];
    const contested = [csv('a/y', { owns: [A] }), csv('b/x', { owns: [A], deployments: ['d'] }), csv('b/other', { owns: [B] })];
    expect(doubts(resolved(...meeting, ...apart, ...contested))).toEqual(OPEN);
  });
});

describe('the resolution', () => {
  it('is the same whatever order the objects are given in', () => {
    const shuffled = competingGroups.chain((objects) =>
      fc.tuple(fc.constant(objects), fc.shuffledSubarray(objects, { minLength: objects.length })),
    );
    fc.assert(
      fc.property(shuffled, ([objects, inAnotherOrder]) => {
        expect(resolved(...inAnotherOrder)).toEqual(resolved(...objects));
      }),
      runs(20),
    );
  });

  it('comes for three hundred groups, half of them in conflict', () => {
    const names = Array.from({ length: 300 }, (_, index) => `team-${String(index).padStart(3, '0')}`);
    const objects = names.flatMap((name, index) => {
      const shared = index < 150 ? `shared-${Math.floor(index / 2)}` : name;
      return [group(`${name}/group`, { targets: [shared] }), csv(`${name}/operator`, { owns: [FOO] })];
    });
    const counts: Record<string, number> = {};
    for (const verdict of Object.values(verdicts(resolved(...objects)))) counts[verdict] = (counts[verdict] ?? 0) + 1;
    expect(counts).toEqual({
      'Succeeded/InstallSucceeded ambiguous': 75,
      'Failed/InterOperatorGroupOwnerConflict ambiguous': 75,
      'Succeeded/InstallSucceeded': 150,
    });
  });

  it('comes for three hundred global groups that all want the same API', () => {
    const names = Array.from({ length: 300 }, (_, index) => `team-${String(index).padStart(3, '0')}`);
    const { csvs } = resolved(...names.flatMap((name) => [group(`${name}/group`), csv(`${name}/operator`, { owns: [FOO] })]));
    expect(csvs.filter(({ verdict }) => verdict.phase === 'Succeeded').map((entry) => entry.csv.namespace)).toEqual(['team-000']);
    expect(csvs.every(({ certainty }) => certainty === 'ambiguous')).toBe(true);
  });
});
