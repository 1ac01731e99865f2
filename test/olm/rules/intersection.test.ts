import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ApiReconciliation,
  type ConflictConsequence,
  consequence,
  type GroupSurface,
  groupSurface,
  intersections as intersectionsOf,
  reconcileApis,
} from '../../../src/olm/rules/intersection.js';
import { parseProvidedApis } from '../../../src/olm/rules/provided-apis.js';
import { table } from '../../support/golden.js';
import { intersectingGroups } from '../../support/intersecting-groups.js';

interface GroupRow {
  readonly namespace: string;
  readonly name: string;
  readonly statusNamespaces: readonly string[] | null;
  readonly providedAPIsAnnotation: string;
}

function surface(row: GroupRow): GroupSurface {
  return groupSurface(row, row.statusNamespaces ?? [], parseProvidedApis(row.providedAPIsAnnotation));
}

const intersections = (groups: Parameters<typeof intersectionsOf>[0]): (readonly number[])[] =>
  groups.map((_, index) => intersectionsOf(groups)(index));

describe('the surface of a group', () => {
  interface Row {
    readonly name: string;
    readonly in: GroupRow;
    readonly want: { readonly targets: readonly string[]; readonly providedAPIs: readonly string[] };
  }

  it.each(table<Row[]>('groups-new-operator-group'))('$name', ({ in: row, want }) => {
    expect(surface(row)).toEqual({
      namespace: row.namespace,
      name: row.name,
      targets: want.targets,
      providedApis: new Set(want.providedAPIs),
    });
  });
});

describe('intersecting groups', () => {
  interface Row {
    readonly name: string;
    readonly left: GroupRow;
    readonly right: readonly GroupRow[];
    readonly want: readonly { readonly namespace: string; readonly name: string }[];
  }

  it.each(table<Row[]>('groups-group-intersection'))('$name', ({ left, right, want }) => {
    const others = right.filter(({ namespace, name }) => namespace !== left.namespace || name !== left.name);
    const [found = []] = intersections([left, ...others].map(surface));
    expect(found.map((index) => others[index - 1]).map((other) => ({ namespace: other?.namespace, name: other?.name }))).toEqual(want);
  });

  const groupIn = (namespace: string, ...namespaces: string[]) => groupSurface({ namespace, name: 'group' }, namespaces, new Set());

  it('intersect where only their own namespaces meet', () => {
    expect(intersections([groupIn('a', 'x'), groupIn('b', 'a')])).toEqual([[1], [0]]);
    expect(intersections([groupIn('a', 'b'), groupIn('b', 'a')])).toEqual([[1], [0]]);
    expect(intersections([groupIn('a', 'x'), groupIn('b', 'y')])).toEqual([[], []]);
  });

  it('do not include a group that selects nothing, not even with a global group', () => {
    expect(intersections([groupIn('a'), groupIn('b', ''), groupIn('c', 'a')])).toEqual([[], [2], [1]]);
  });

  it('are those whose target sets have a namespace in common, in ascending order', () => {
    const namespace = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const names = fc.uniqueArray(namespace, { maxLength: 4 });
    const targets = fc.oneof({ weight: 4, arbitrary: names }, { weight: 1, arbitrary: fc.constant(['']) });
    fc.assert(
      fc.property(fc.array(fc.tuple(namespace, targets), { maxLength: 6 }), (rows) => {
        const groups = rows.map(([own, selected], index) => groupSurface({ namespace: own, name: `group-${index}` }, selected, new Set()));
        const pairwise = groups.map((group) => intersectingGroups(group, groups).map((other) => groups.indexOf(other)));
        expect(intersections(groups)).toEqual(pairwise);
      }),
    );
  });
});

describe('API reconciliation', () => {
  interface Row {
    readonly name: string;
    readonly add: readonly string[];
    readonly group: GroupRow;
    readonly otherGroups: readonly GroupRow[];
    readonly want: ApiReconciliation;
  }

  it.each(table<Row[]>('groups-reconcile-api-intersection'))('$name', ({ add, group, otherGroups, want }) => {
    const own = surface(group);
    expect(reconcileApis(new Set(add), own, intersectingGroups(own, otherGroups.map(surface)))).toBe(want);
  });

  it('never finds a conflict for a CSV without APIs', () => {
    expect(reconcileApis(new Set(), { providedApis: new Set() }, [{ providedApis: new Set(['Foo.v1.example.com']) }])).toBe(
      'NoAPIConflict',
    );
  });

  it('tells versions of one kind apart', () => {
    const other = { providedApis: new Set(['Foo.v1.example.com']) };
    expect(reconcileApis(new Set(['Foo.v2.example.com']), { providedApis: new Set() }, [other])).toBe('AddAPIs');
  });

  it('finds a conflict over all APIs when one of them is taken', () => {
    const other = { providedApis: new Set(['Foo.v1.example.com']) };
    expect(reconcileApis(new Set(['Foo.v1.example.com', 'Bar.v1.example.com']), { providedApis: new Set() }, [other])).toBe('APIConflict');
  });
});

describe('what an outcome means for the CSV', () => {
  const OWN = 'Own.v1.example.com';
  const ADDED = 'Added.v1.example.com';
  const ownerConflict: ConflictConsequence = {
    kind: 'fail',
    reason: 'InterOperatorGroupOwnerConflict',
    message: 'intersecting operatorgroups provide the same apis',
  };
  const cannotModify: ConflictConsequence = {
    kind: 'fail',
    reason: 'CannotModifyStaticOperatorGroupProvidedAPIs',
    message: 'static provided api operatorgroup cannot be modified by these apis',
  };

  it.each<[ApiReconciliation, string, boolean, readonly string[], ConflictConsequence]>([
    ['NoAPIConflict', 'lets it go on', false, [OWN, ADDED], { kind: 'continue' }],
    ['NoAPIConflict', 'lets it go on in a static group', true, [OWN, ADDED], { kind: 'continue' }],
    ['AddAPIs', 'makes the annotation the union', false, [OWN], { kind: 'annotate', providedApis: new Set([OWN, ADDED]) }],
    ['AddAPIs', 'fails it in a static group', true, [OWN], cannotModify],
    ['RemoveAPIs', 'makes the annotation the difference', false, [OWN, ADDED], { kind: 'annotate', providedApis: new Set([OWN]) }],
    ['RemoveAPIs', 'fails it in a static group', true, [OWN, ADDED], cannotModify],
    ['APIConflict', 'fails it', false, [OWN], ownerConflict],
    ['APIConflict', 'fails it with the same reason in a static group', true, [OWN], ownerConflict],
  ])('%s %s', (outcome, _, isStatic, annotated, expected) => {
    expect(consequence(outcome, new Set([ADDED]), { providedApis: new Set(annotated), isStatic })).toEqual(expected);
  });
});
