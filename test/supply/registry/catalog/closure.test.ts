/** Which packages a choice can depend on. */
import { expect, it } from 'vitest';
import { closure, needsOf, type PackageNeeds } from '../../../../src/supply/registry/catalog/closure.js';

const gvk = (kind: string) => ({ group: 'x.io', version: 'v1', kind });

/** A catalog of packages with one bundle each. */
function catalog(packages: Record<string, readonly { type: string; value: unknown }[]>): Map<string, PackageNeeds> {
  return needsOf(Object.entries(packages).map(([name, properties]) => ({ schema: 'olm.bundle', package: name, value: { properties } })));
}

const provides = (kind: string) => ({ type: 'olm.gvk', value: gvk(kind) });
const requires = (kind: string) => ({ type: 'olm.gvk.required', value: gvk(kind) });
const names = (packages: Iterable<string>, ...catalogs: Map<string, PackageNeeds>[]): string[] => [...closure(catalogs, packages)].sort();

it('a package can depend on others by name and by API, in any number of steps', () => {
  const all = catalog({
    a: [{ type: 'olm.package.required', value: { packageName: 'b', versionRange: '>1' } }],
    b: [requires('C')],
    c: [provides('C')],
    d: [provides('D')],
  });
  expect(names(['a'], all)).toEqual(['a', 'b', 'c']);
});

it('across catalogs', () => {
  expect(names(['a'], catalog({ a: [requires('C')] }), catalog({ c: [provides('C')], d: [] }))).toEqual(['a', 'c']);
});

it('through constraints within constraints, those of `not` included', () => {
  const constraint = {
    failureMessage: 'x',
    any: {
      constraints: [
        { gvk: gvk('C') },
        { all: { constraints: [{ package: { packageName: 'd' } }, { not: { constraints: [{ gvk: gvk('E') }] } }] } },
      ],
    },
  };
  const all = catalog({ a: [{ type: 'olm.constraint', value: constraint }], c: [provides('C')], d: [], e: [provides('E')], f: [] });
  expect(names(['a'], all)).toEqual(['a', 'c', 'd', 'e']);
});

it.each([
  { type: 'olm.constraint', value: { cel: { rule: 'true' } } },
  { type: 'olm.label.required', value: { label: 'x' } },
])('on any package where it asks for what any can have: %j', (property) => {
  expect(names(['a'], catalog({ a: [property], b: [], c: [] }))).toEqual(['a', 'b', 'c']);
});

it('and what is not asked for is left out', () => {
  expect(names(['a', 'none'], catalog({ a: [], b: [provides('B')], c: [] }))).toEqual(['a', 'none']);
});
