/** CRDs and their successors, one change each. */
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';

type Schema = Readonly<Record<string, unknown>>;

/** A CRD of Databases with these versions; the last one is stored. */
export function crdOf(
  versions: Readonly<Record<string, Schema | undefined>>,
  spec: Schema = {},
  unserved: readonly string[] = [],
): KubernetesObject {
  const names = Object.keys(versions);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'databases.db.example.com' },
    spec: {
      group: 'db.example.com',
      scope: 'Namespaced',
      names: { plural: 'databases', kind: 'Database' },
      versions: names.map((name, index) => ({
        name,
        served: !unserved.includes(name),
        storage: index === names.length - 1,
        schema: { openAPIV3Schema: versions[name] },
      })),
      ...spec,
    },
  };
}

/** A schema whose spec has one field, `x`. */
export function field(x: Schema, more: Schema = {}): Schema {
  return { type: 'object', properties: { spec: { type: 'object', properties: { x }, ...more } } };
}

const text = { type: 'string' };
const v1 = (schema: Schema, spec: Schema = {}): KubernetesObject => crdOf({ v1: schema }, spec);
const stored = (crd: KubernetesObject, ...storedVersions: string[]): KubernetesObject => ({
  ...crd,
  status: { storedVersions, conditions: [], acceptedNames: { plural: 'databases', kind: 'Database' } },
});

/** Changes of the schema of one field. */
const CHANGES: Readonly<Record<string, [Schema, Schema]>> = {
  'nothing changed': [text, text],
  'a description': [text, { ...text, description: 'd' }],
  'another type': [text, { type: 'integer' }],
  'a default added': [text, { ...text, default: '1m' }],
  'a default changed': [
    { ...text, default: 'a<' },
    { ...text, default: { b: [1, 2.5] } },
  ],
  'a default of null': [text, { ...text, default: null }],
  'a default removed': [{ ...text, default: 1 }, text],
  'an enum added': [text, { ...text, enum: ['b', 'a', 'a'] }],
  'values of an enum removed and added': [
    { ...text, enum: ['a', 'b', 'c'] },
    { ...text, enum: ['b', 'd'] },
  ],
  'values added to an enum': [
    { ...text, enum: ['a'] },
    { ...text, enum: ['a', 'b'] },
  ],
  'an enum removed': [{ ...text, enum: ['a'] }, text],
  'a number of an enum removed': [
    { type: 'integer', enum: [1, 2] },
    { type: 'integer', enum: [1] },
  ],
  'a pattern added': [text, { ...text, pattern: '^a"<$' }],
  'a pattern changed': [
    { ...text, pattern: 'a' },
    { ...text, pattern: 'b' },
  ],
  'a pattern removed': [{ ...text, pattern: 'a' }, text],
  'nullable added': [text, { ...text, nullable: true }],
  'nullable removed': [
    { ...text, nullable: true },
    { ...text, nullable: false },
  ],
  'another format': [text, { ...text, format: 'date' }],
  'a rule': [text, { ...text, 'x-kubernetes-validations': [{ rule: 'a' }] }],
  'an empty list of rules': [text, { ...text, 'x-kubernetes-validations': [] }],
  'exclusive bounds': [{ type: 'integer' }, { type: 'integer', exclusiveMinimum: true }],
  'preserving unknown fields no more': [{ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, { type: 'object' }],
  'items of another type': [
    { type: 'array', items: text },
    { type: 'array', items: { type: 'integer' } },
  ],
  'items gone': [{ type: 'array', items: text }, { type: 'array' }],
  'fields of items gone': [
    { type: 'array', items: field(text) },
    { type: 'array', items: field({}, { properties: {} }) },
  ],
  'additional properties of another type': [
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: { type: 'integer' } },
  ],
  'any additional properties no more': [
    { type: 'object', additionalProperties: true },
    { type: 'object', additionalProperties: text },
  ],
  allOf: [{ allOf: [text] }, { allOf: [{ ...text, minLength: 2 }] }],
  'a property of anyOf': [
    { type: 'object', anyOf: [{ properties: { a: { pattern: 'x' } } }] },
    { type: 'object', anyOf: [{ properties: { a: { pattern: 'y' } } }] },
  ],
  'oneOf gone': [{ oneOf: [{ required: ['a'] }, { required: ['b'] }] }, {}],
  not: [{ not: { required: ['a'] } }, { not: { required: ['a', 'b'] } }],
  'a whole tree gone': [
    { type: 'object', required: ['y'], properties: { y: { ...text, enum: ['a'], format: 'date' }, z: text } },
    { type: 'object', properties: { z: text } },
  ],
};

const BOUNDS = ['minimum', 'minLength', 'minItems', 'minProperties', 'maximum', 'maxLength', 'maxItems', 'maxProperties'];
const STEPS: readonly [number | undefined, number | undefined][] = [
  [undefined, 0],
  [undefined, 1],
  [1, 2],
  [2, 1],
  [1, undefined],
  [0, 1],
  [1_000_000, 123_456_789],
  [123_456_789, 1_000_000],
];
const FRACTIONS: readonly [number, number][] = [
  [1.5, 2.25],
  [2.25, 0.00001],
  [0.0001, 1_500_000.5],
];

const bounded = (bound: string, value: number | undefined): Schema => (value === undefined ? text : { ...text, [bound]: value });

/** Two versions of one CRD by what changes between them. */
export const CRD_PAIRS: readonly { readonly id: string; readonly old: KubernetesObject; readonly new: KubernetesObject }[] = [
  ...Object.entries(CHANGES).map(([id, [before, after]]) => ({ id, old: v1(field(before)), new: v1(field(after)) })),
  ...BOUNDS.flatMap((bound) =>
    [...STEPS, ...(bound.endsWith('imum') ? FRACTIONS : [])].map(([before, after]) => ({
      id: `${bound} ${before} -> ${after}`,
      old: v1(field(bounded(bound, before))),
      new: v1(field(bounded(bound, after))),
    })),
  ),
  { id: 'another scope', old: v1(field(text)), new: v1(field(text), { scope: 'Cluster' }) },
  { id: 'more required', old: v1(field(text, { required: ['a'] })), new: v1(field(text, { required: ['x', 'b', 'a'] })) },
  { id: 'less required', old: v1(field(text, { required: ['a', 'x'] })), new: v1(field(text, { required: ['x'] })) },
  { id: 'no schema any more', old: v1(field(text)), new: crdOf({ v1: undefined }) },
  { id: 'other names', old: v1(field(text)), new: v1(field(text), { names: { plural: 'databases', kind: 'Db' } }) },
  { id: 'a version removed', old: crdOf({ v1alpha1: field(text), v1: field(text) }), new: v1(field(text)) },
  {
    id: 'a stored version removed',
    old: stored(crdOf({ v1alpha1: field(text), v1: field(text) }), 'v1alpha1', 'v1'),
    new: v1(field(text)),
  },
  {
    id: 'a stored version served no more',
    old: stored(crdOf({ v1alpha1: field(text), v1: field(text) }), 'v1alpha1', 'v1'),
    new: crdOf({ v1alpha1: field(text), v1: field(text) }, {}, ['v1alpha1']),
  },
  { id: 'a served version that differs', old: v1(field(text)), new: crdOf({ v1alpha1: field({ type: 'integer' }), v1: field(text) }) },
  {
    id: 'served versions that differed already',
    old: crdOf({ v1alpha1: field({ type: 'integer' }), v1: field(text) }),
    new: crdOf({ v1alpha1: field({ type: 'integer' }), v1: field(text) }),
  },
  {
    id: 'served versions that differ more',
    old: crdOf({ v1alpha1: field(text), v1: field({ type: 'integer' }) }),
    new: crdOf({ v1alpha1: field({ ...text, pattern: 'p' }), v1: field({ type: 'integer', default: 1 }) }),
  },
  {
    id: 'served versions that differ otherwise',
    old: crdOf({ v1alpha1: field({ ...text, default: 'a' }), v1: field({ ...text, default: 'b' }) }),
    new: crdOf({ v1alpha1: field({ ...text, default: 'a' }), v1: field({ ...text, default: 'c' }) }),
  },
  {
    id: 'a field that a served version lacks',
    old: v1(field(text)),
    new: crdOf({ v1alpha1: field(text, { properties: { y: { ...text, pattern: 'p' } } }), v1: field(text) }),
  },
  {
    id: 'a version that is not served',
    old: v1(field(text)),
    new: crdOf({ v1alpha1: field({ type: 'integer' }), v1: field(text) }, {}, ['v1alpha1']),
  },
  {
    id: 'conversion by webhook',
    old: v1(field(text)),
    new: crdOf({ v1alpha1: field({ type: 'integer' }), v1: field(text) }, { conversion: { strategy: 'Webhook' } }),
  },
  {
    id: 'three served versions, and one that is none',
    old: v1(field(text)),
    new: crdOf({
      v2: field({ type: 'boolean' }),
      v1beta1: field({ type: 'integer' }),
      v10alpha1: field({ type: 'array' }),
      next: field({ type: 'object' }),
      newest: field({ type: 'number' }),
      v1: field(text),
    }),
  },
];
