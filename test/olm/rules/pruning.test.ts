import { describe, expect, it } from 'vitest';
import { contendersOf } from '../../../src/olm/rules/conflicts.js';
import { pruneProvidedApis } from '../../../src/olm/rules/provided-apis.js';
import { resolve } from '../../../src/olm/rules/resolve.js';
import { type CsvFields, clusterOf, csv, group, readCsv, readGroup } from '../../support/build.js';

const FOO = 'Foo.v1.example.com';
const BAR = 'Bar.v1.example.com';

describe('pruning', () => {
  it('takes out of the annotation what no CSV of the namespace provides', () => {
    const pruned = pruneProvidedApis(readGroup('op/group', { provides: `${FOO},${BAR}` }), [readCsv('op/operator', { owns: [BAR] })]);
    expect([...pruned]).toEqual([BAR]);
  });

  it('adds nothing', () => {
    expect(pruneProvidedApis(readGroup('op/group', { provides: FOO }), [readCsv('op/operator', { owns: [FOO, BAR] })])).toEqual(
      new Set([FOO]),
    );
    expect(pruneProvidedApis(readGroup('op/group'), [readCsv('op/operator', { owns: [FOO] })])).toEqual(new Set());
  });

  it('empties the annotation of a group without CSVs', () => {
    expect(pruneProvidedApis(readGroup('op/group', { provides: FOO }), [])).toEqual(new Set());
  });

  it('counts an API whichever CSV of the namespace provides it', () => {
    const csvs = [readCsv('op/one', { owns: [FOO] }), readCsv('op/two', { ownsApiServices: [BAR] })];
    expect(pruneProvidedApis(readGroup('op/group', { provides: `${FOO},${BAR}` }), csvs)).toEqual(new Set([FOO, BAR]));
  });

  it('leaves the annotation of a static group alone', () => {
    expect(pruneProvidedApis(readGroup('op/group', { isStatic: true, provides: FOO }), [])).toEqual(new Set([FOO]));
  });

  it('counts the CSVs that fail', () => {
    const { operatorGroups, clusterServiceVersions } = clusterOf(
      group('op/group', { targets: ['op'], provides: FOO }),
      csv('op/unsupported', { owns: [FOO], modes: [] }),
    );
    const [contender] = contendersOf(
      operatorGroups.map((member) => ({ group: member, namespaces: ['op'], serviceAccountMissing: false })),
      clusterServiceVersions,
    );
    expect(contender?.providedApis).toEqual(new Set([FOO]));
  });
});

describe('pruning in a resolved cluster', () => {
  /** What is left of `Foo` and `Bar` in the annotation of a group with this CSV beside one that provides `Bar`. */
  function left(fields: CsvFields): string | undefined {
    const { groups } = resolve(
      clusterOf(
        group('op/group', { targets: ['op'], provides: `${FOO},${BAR}` }),
        csv('op/operator', fields),
        csv('op/other', { owns: [BAR] }),
      ),
    );
    return groups[0]?.annotation;
  }

  it.each<[string, CsvFields]>([
    ['runs', { owns: [FOO] }],
    ['fails its membership', { owns: [FOO], modes: [] }],
    ['fails its installation', { owns: [FOO], strategy: 'helm' }],
    ['waits for its requirements', { owns: [FOO], requires: ['Missing.v1.example.com'] }],
    ['is annotated with its own namespace', { owns: [FOO], annotations: { 'olm.operatorNamespace': 'op' } }],
  ])('counts the APIs of a CSV that %s', (_, fields) => {
    expect(left(fields)).toBe(`${FOO},${BAR}`);
  });

  it('does not count the APIs of a copy: one that is annotated with another namespace', () => {
    expect(left({ owns: [FOO], annotations: { 'olm.operatorNamespace': 'elsewhere' } })).toBe(BAR);
  });

  it.each(['owned', 'required'])('does not count the APIs of a CSV that OLM cannot read: one with an %s CRD without a group', (list) => {
    const foo = { name: 'foos.example.com', version: 'v1', kind: 'Foo' };
    const malformed = { name: 'malformed', version: 'v1', kind: 'Malformed' };
    const descriptions = list === 'owned' ? { owned: [foo, malformed] } : { owned: [foo], required: [malformed] };
    expect(left({ spec: { customresourcedefinitions: descriptions } })).toBe(BAR);
  });
});
