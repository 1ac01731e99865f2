/** Random small clusters in which groups compete for APIs. */
import fc from 'fast-check';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { csv, group, namespace } from './build.js';

const NAMESPACES = ['a', 'b', 'c', 'd'];
const KINDS = ['Foo', 'Bar', 'Baz'];

const anyApis = fc.subarray(KINDS, { minLength: 1 });
const operatorApis = fc.oneof({ weight: 2, arbitrary: fc.subarray(['Foo', 'Bar'], { minLength: 1 }) }, anyApis);
const annotation = fc.oneof({ weight: 4, arbitrary: fc.constant<string[]>([]) }, anyApis);
const targets = fc.oneof(
  { weight: 5, arbitrary: fc.record({}) },
  { weight: 10, arbitrary: fc.record({ targets: fc.subarray(NAMESPACES, { minLength: 1 }) }) },
  { weight: 1, arbitrary: fc.constant({ selector: { matchLabels: { tenant: 'nobody' } } }) },
);
const groups = fc.uniqueArray(
  fc.record({
    where: fc.constantFrom(...NAMESPACES),
    name: fc.oneof({ weight: 30, arbitrary: fc.constant('first') }, fc.constant('second')),
    targets,
    isStatic: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 2, arbitrary: fc.constant(true) }),
    provides: annotation,
  }),
  { minLength: 2, maxLength: 5, size: 'max', selector: ({ where, name }) => `${where}/${name}` },
);
const operators = fc.array(
  fc.record({
    where: fc.nat({ max: 4 }),
    kinds: operatorApis,
    created: fc.option(fc.constantFrom('2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z'), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 5, size: 'max' },
);

/**
 * 2–5 groups over four namespaces (some global, some static, some with `olm.providedAPIs`, some that select nothing,
 * some two in a namespace) and 1–5 CSVs in their namespaces with 1–3 of three APIs.
 */
export const competingGroups: fc.Arbitrary<KubernetesObject[]> = fc.tuple(groups, operators).map(([someGroups, someOperators]) => [
  ...NAMESPACES.map((name) => namespace(name)),
  ...someGroups.map(({ where, name, targets: fields, isStatic, provides }) =>
    group(`${where}/${name}`, { ...fields, isStatic, ...(provides.length > 0 ? { provides: provides.map(api).join(',') } : {}) }),
  ),
  ...someOperators.map(({ where, kinds, created }, index) => {
    const home = someGroups[(where + index) % someGroups.length]?.where;
    // Two CSVs of a namespace that own one CRD are another rule's business, so each has CRDs of its own for the same APIs.
    const owned = kinds.map((kind) => ({ name: `${kind.toLowerCase()}s${index}.example.com`, version: 'v1', kind }));
    return csv(`${home}/operator-${index}`, { ...(created ? { created } : {}), spec: { customresourcedefinitions: { owned } } });
  }),
]);

function api(kind: string): string {
  return `${kind}.v1.example.com`;
}
