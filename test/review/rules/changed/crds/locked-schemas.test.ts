/** An upgrade through a lock is judged as the upgrade of the bundles. */
import { describe, expect, it } from 'vitest';
import { emitYaml } from '../../../../../src/base/manifest/emit.js';
import type { LockFile } from '../../../../../src/olm/lock/lock-file.js';
import { schemaTexts } from '../../../../../src/olm/lock/schema-text.js';
import type { Bundle } from '../../../../../src/olm/model/bundle.js';
import { readState } from '../../../../../src/repository/read/read-state.js';
import { review } from '../../../../../src/review/compare/compare.js';
import { reported } from '../../../../../src/review/compare/review.js';
import type { State } from '../../../../../src/review/state/state.js';
import { manifests } from '../../../../support/command-line.js';
import { folderOf } from '../../../../support/files.js';
import { etcd, lockOf, state } from '../../../../support/locked-bundle.js';

type Schema = Record<string, unknown>;
type Crd = Bundle['customResourceDefinitions'][number];

const NAME = 'kettles.example.com';

function crd(schemas: Record<string, Schema>, more: Record<string, unknown> = {}): Crd {
  const versions = Object.entries(schemas).map(([name, openAPIV3Schema], index) => {
    return { name, served: true, storage: index === 0, schema: { openAPIV3Schema } };
  });
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: NAME },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Kettle', listKind: 'KettleList', plural: 'kettles', singular: 'kettle' },
      versions,
      ...more,
    },
  } as unknown as Crd;
}

const lockWith = (one: Crd): LockFile => lockOf({ ...etcd('0.9.2'), customResourceDefinitions: [one] });
const locked = (one: Crd, change: (lock: LockFile) => LockFile = (lock) => lock): State => state(change(lockWith(one)));
/** A lock of an earlier version. */
const old = (lock: LockFile): LockFile => ({ ...lock, bundles: lock.bundles.map(({ schemas: _, ...bundle }) => bundle) });
const withText = (text: string) => (lock: LockFile) => ({
  ...lock,
  bundles: lock.bundles.map((bundle) => ({ ...bundle, schemas: { [NAME]: text } })),
});

function whole(one: Crd): State {
  const read = readState([folderOf({ 'crd.yaml': emitYaml(one) })]);
  if (!read.state) throw new Error('not read');
  return read.state;
}

/** What the review says about the CRD. */
function said(base: State, head: State): string[] {
  return reported(review(base, head), 'new', 'change')
    .filter(({ subject }) => subject.name === NAME)
    .map(({ id, severity, message }) => `${severity} ${id} ${message}`)
    .sort();
}

const PODS = { type: 'object', properties: { image: { type: 'string', description: 'an image' }, port: { type: 'integer' } } };
/** Schemas before and after an upgrade. */
const CHANGES: Readonly<Record<string, [Schema, Schema]>> = {
  type: [{ type: 'string' }, { type: 'integer' }],
  'type and a format': [
    { type: 'integer', format: 'int64' },
    { type: 'integer', format: 'int32' },
  ],
  enum: [
    { type: 'string', enum: ['a', '#1', '##'] },
    { type: 'string', enum: ['a', '#1'] },
  ],
  'more of an enum': [
    { type: 'string', enum: ['#0'] },
    { type: 'string', enum: ['#0', 'b'] },
  ],
  maxLength: [
    { type: 'string', maxLength: 63 },
    { type: 'string', maxLength: 50 },
  ],
  'a large maximum': [
    { type: 'integer', maximum: 9223372036854775807n },
    { type: 'integer', maximum: 9223372036854775806n },
  ],
  pattern: [{ type: 'string' }, { type: 'string', pattern: '^#n1$' }],
  nullable: [{ type: 'string', nullable: true }, { type: 'string' }],
  default: [
    { default: { description: 'x' }, type: 'object' },
    { default: { description: 'y' }, type: 'object' },
  ],
  required: [PODS, { ...PODS, required: ['image'] }],
  'a field': [PODS, { type: 'object', properties: { port: { type: 'integer' } } }],
  'a field called description': [
    { type: 'object', properties: { description: { type: 'string' } } },
    { type: 'object', properties: { description: { type: 'integer' } } },
  ],
  'a rule': [PODS, { ...PODS, 'x-kubernetes-validations': [{ rule: 'self.port > 0 && self.image != ""' }] }],
  'a list type': [
    { type: 'array', items: PODS },
    { type: 'array', items: PODS, 'x-kubernetes-list-type': 'set' },
  ],
  'unknown fields': [{ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, { type: 'object' }],
  'a condition': [
    { type: 'object', anyOf: [{ required: ['a'] }] },
    { type: 'object', anyOf: [{ required: ['b'] }] },
  ],
  'values of a mapping': [
    { type: 'object', additionalProperties: PODS },
    { type: 'object', additionalProperties: { type: 'string' } },
  ],
  'a description': [PODS, { ...PODS, description: 'another' }],
  'a description of a condition': [
    { type: 'object', anyOf: [{ required: ['a'], description: 'one' }] },
    { type: 'object', anyOf: [{ required: ['a'], description: 'two' }] },
  ],
};
/** Where a schema is in that of a version. */
const PLACES: Readonly<Record<string, (schema: Schema) => Schema>> = {
  'a field': (schema) => ({ type: 'object', properties: { spec: { type: 'object', properties: { x: schema } } } }),
  'a list': (schema) => ({ type: 'object', properties: { spec: { type: 'array', items: schema } } }),
  'a mapping': (schema) => ({ type: 'object', properties: { spec: { type: 'object', additionalProperties: schema } } }),
  'the status': (schema) => ({ type: 'object', properties: { status: schema } }),
  'two equal fields': (schema) => ({ type: 'object', properties: { one: schema, other: { type: 'object', properties: { y: schema } } } }),
};

describe.each(Object.entries(PLACES))('in %s', (_, at) => {
  it.each(Object.entries(CHANGES))('a change of %s is judged as that of the bundles', (_name, [was, is]) => {
    const [before, after] = [crd({ v1: at(was), v1beta1: at({ type: 'object' }) }), crd({ v1: at(is), v1beta1: at({ type: 'object' }) })];
    const expected = said(whole(before), whole(after));
    expect(expected.length).toBeGreaterThan(0);
    // The bundles of a lock have no descriptions: what differs in nothing else passes every check.
    const [base, head] = [locked(before), locked(after)];
    const ofLocks = said(base, head);
    if (_name.startsWith('a description')) expect(ofLocks).toEqual([expect.stringMatching(/^info crd-compatible /)]);
    else expect(ofLocks).toEqual(expected);
    expect(said(whole(before), head)).toEqual(ofLocks);
    expect(said(base, whole(after))).toEqual(ofLocks);
  });
});

const BEFORE = crd({ v1: PLACES['a field']?.({ type: 'string' }) ?? {} });
const AFTER = crd({ v1: PLACES['a field']?.({ type: 'integer' }) ?? {} });
const NOT_COMPARED = /^info crd-not-compared has other schemas, which the lock of (BASE|HEAD) does not contain/;

it('names the side whose lock has no schemas, and compares nothing then', () => {
  expect(said(locked(BEFORE, old), locked(AFTER))).toEqual([expect.stringMatching(NOT_COMPARED)]);
  expect(said(locked(BEFORE, old), locked(AFTER)).join()).toContain('the lock of BASE');
  expect(said(locked(BEFORE), locked(AFTER, old)).join()).toContain('the lock of HEAD');
  expect(said(locked(BEFORE, old), locked(BEFORE))).toEqual([]);
});

it('says what it cannot compare beside what it can', () => {
  const scoped = crd({ v1: PLACES['a field']?.({ type: 'integer' }) ?? {} }, { scope: 'Cluster' });
  const texts = said(locked(BEFORE, old), locked(scoped)).join('\n');
  expect(texts).toContain('error crd-changed');
  expect(texts).toContain('info crd-not-compared');
});

it('judges objects of the input by the schemas of a lock', () => {
  const kettle = { apiVersion: 'example.com/v1', kind: 'Kettle', metadata: { name: 'k', namespace: 'op' }, spec: { x: 'text' } };
  const files = { 'kettle.yaml': manifests(kettle) };
  const [was, is] = [lockWith(BEFORE), lockWith(AFTER)].map((lock) => state(lock, undefined, files)) as [State, State];
  expect(said(was, is).join()).toContain('OLM does not finish the InstallPlan');
});

describe('a text that no lock would have', () => {
  const good = schemaTexts([AFTER]).schemas?.[NAME] ?? '';
  /** Each part has the one before twice: 2 to the power of 40 values. */
  const bomb = `[{"a":1},${Array.from({ length: 40 }, (_, index) => `{"a":"#${index}","b":"#${index}"}`).join(',')},{"v1":"#40"}]`;
  const deep = `[${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}]`;
  const chain = `[{"a":1},${Array.from({ length: 5_000 }, (_, index) => `{"a":"#${index}"}`).join(',')},{"v1":"#5000"}]`;
  it.each(['', '{}', '[]', 'null', '[', '[1]', '["#0"]', '["#5"]', '[{"v1":"#n"}]', '[{"v2":{}}]', bomb, deep, chain, `${good}x`])(
    'is not compared: %.40s',
    (text) => {
      expect(said(locked(BEFORE), locked(AFTER, withText(text)))).toEqual([expect.stringMatching(NOT_COMPARED)]);
    },
  );
});

it('stops at a number of values for all CRDs of a review, and says so of the others', () => {
  const wide = { type: 'object', properties: Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, PODS])) };
  const of = (index: number, type: string): Crd => {
    const one = crd({
      v1: { type: 'object', properties: { ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`p${at}`, wide])), x: { type } } },
    });
    return { ...one, metadata: { name: `k${index}.example.com` } } as Crd;
  };
  const all = (type: string): State =>
    state(lockOf({ ...etcd('0.9.2'), customResourceDefinitions: Array.from({ length: 12 }, (_, index) => of(index, type)) }));
  const ids = reported(review(all('string'), all('integer')), 'new', 'change').map(({ id }) => id);
  expect(ids.filter((id) => id === 'crd-changed').length).toBeGreaterThan(0);
  expect(ids.filter((id) => id === 'crd-not-compared').length).toBeGreaterThan(0);
  expect(ids.filter((id) => id.startsWith('crd-'))).toHaveLength(12);
});
