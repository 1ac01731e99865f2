import { describe, expect, it } from 'vitest';
import { crdUpgrade } from '../../../../src/olm/rules/crd-upgrade/crd-upgrade.js';
import { effectTexts } from '../../../../src/olm/rules/crd-upgrade/refused-upgrades.js';
import { crdOf, field } from '../../../support/crd-pairs.js';

type Schema = Record<string, unknown>;

/** What a change of one field does, and of what severity. */
function effects(before: Schema, after: Schema, wrap = (schema: Schema) => field(schema)): string[] {
  const verdicts = crdUpgrade(crdOf({ v1: wrap(before) }), crdOf({ v1: wrap(after) }));
  return (['error', 'warning', 'info'] as const).flatMap((severity) =>
    effectTexts(verdicts, severity).map((text) => `${severity} ${text.replace('spec.x of v1: ', '')}`),
  );
}

const text = { type: 'string' };
const number = { type: 'integer' };
const list = { type: 'array', items: text };
const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const either = { 'x-kubernetes-int-or-string': true };

describe('a change of a schema', () => {
  it.each<[string, Schema, Schema, string[]]>([
    [
      'loses fields that it no longer names',
      { type: 'object', properties: { a: text } },
      { type: 'object', properties: {} },
      ['warning spec.x.a of v1: removed: objects that have it lose it'],
    ],
    [
      'keeps them where unknown ones are kept',
      { type: 'object', properties: { a: text } },
      open,
      [
        'info spec.x.a of v1: removed from the schema, and kept as an unknown field',
        'info x-kubernetes-preserve-unknown-fields none → true',
      ],
    ],
    [
      'says a tree that is gone once',
      { type: 'object', properties: { a: { type: 'object', properties: { b: text } } } },
      { type: 'object' },
      ['warning spec.x.a of v1: removed: objects that have it lose it'],
    ],
    [
      'loses no field with a condition',
      { ...text, anyOf: [{ minLength: 1 }] },
      text,
      ['info spec.x.anyOf[0] of v1: this condition is removed', 'info anyOf [{"minLength":1}] → none'],
    ],
    ['accepts what a wider type accepts', number, { type: 'number' }, ['info type "integer" → "number"']],
    [
      'accepts a number where it can be a text, too',
      number,
      either,
      ['info type "integer" → none', 'info x-kubernetes-int-or-string none → true'],
    ],
    ['refuses another type', { type: 'number' }, number, ['error type "number" → "integer"']],
    ['refuses a text that was a number', either, text, ['warning type none → "string"', 'warning x-kubernetes-int-or-string true → none']],
    [
      'refuses values of an enum that are gone',
      { ...text, enum: ['a', 'b'] },
      { ...text, enum: ['b'] },
      ['warning enum ["a","b"] → ["b"]'],
    ],
    ['refuses nothing without its enum', { ...text, enum: ['a'] }, text, ['info enum ["a"] → none']],
    ['refuses longer texts', { ...text, maxLength: 63 }, { ...text, maxLength: 50 }, ['warning maxLength 63 → 50']],
    ['refuses nothing that has at least no length', text, { ...text, minLength: 0 }, ['info minLength none → 0']],
    ['refuses null, but for what has a default', { ...text, nullable: true }, text, ['warning nullable true → none']],
    ['takes a default for null', { ...text, nullable: true, default: 'a' }, { ...text, default: 'a' }, ['info nullable true → none']],
    [
      'reads another default',
      { ...text, default: 'a' },
      { ...text, default: 'b' },
      ['info default "a" → "b": objects without it are read with the new value'],
    ],
    [
      'refuses lists with duplicates at every update',
      list,
      { ...list, 'x-kubernetes-list-type': 'set' },
      ['warning x-kubernetes-list-type none → "set" (checked at every update)'],
    ],
    [
      'replaces lists',
      { ...list, 'x-kubernetes-list-type': 'set' },
      { ...list, 'x-kubernetes-list-type': 'atomic' },
      ['info x-kubernetes-list-type "set" → "atomic": server-side apply replaces the whole list'],
    ],
    [
      'refuses other keys of a list at every update',
      list,
      { ...list, 'x-kubernetes-list-map-keys': ['a'] },
      ['warning x-kubernetes-list-map-keys none → ["a"] (checked at every update)'],
    ],
    ['refuses a format that is checked', text, { ...text, format: 'date-time' }, ['warning format none → "date-time"']],
    ['refuses no format that is not', text, { ...text, format: 'name' }, ['info format none → "name"']],
    ['accepts larger numbers', { ...number, format: 'int32' }, { ...number, format: 'int64' }, ['info format "int32" → "int64"']],
    ['refuses what is no multiple', number, { ...number, multipleOf: 2 }, ['warning multipleOf none → 2']],
    [
      'does not know what another condition refuses',
      text,
      { ...text, not: { enum: ['a'] } },
      ['warning not none → {"enum":["a"]}: whether it refuses more is not known (checked at every update)'],
    ],
    [
      'loses values of a mapping',
      { type: 'object', additionalProperties: true },
      { type: 'object' },
      ['warning additionalProperties true → none: objects lose the fields that the schema does not name'],
    ],
    [
      'refuses what an embedded object needs',
      { type: 'object' },
      { type: 'object', 'x-kubernetes-embedded-resource': true },
      ['warning x-kubernetes-embedded-resource none → true'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(effects(before, after)).toEqual(expected);
  });

  it('asks for a field at every update, unless it has a default', () => {
    const inside = (x: Schema) => ({ type: 'object', properties: { a: text }, ...x });
    expect(effects(inside({}), inside({ required: ['a'] }))).toEqual(['warning required none → ["a"] (checked at every update)']);
    const withDefault = { type: 'object', required: ['a'], properties: { a: { ...text, default: 'b' } } };
    expect(effects(inside({ properties: withDefault.properties }), withDefault)).toEqual(['info required none → ["a"]']);
  });

  it('names only the difference of long lists', () => {
    const names = Array.from({ length: 40 }, (_, index) => `value-${index}`);
    expect(effects({ ...text, enum: names }, { ...text, enum: names.slice(1) })).toEqual(['warning enum loses ["value-0"]']);
  });

  it('loses nothing in a status that somebody asked for', () => {
    const status = (x: Schema) => ({ type: 'object', properties: { status: { type: 'object', properties: x } } });
    expect(effects({ a: text }, {}, status)).toEqual(['info status.a of v1: removed from the status, which the operator writes']);
  });

  it('touches nobody in a version that is neither served nor stored', () => {
    const versions = (x: Schema) => crdOf({ v1alpha1: field(x), v1: field(text) }, {}, ['v1alpha1']);
    const verdicts = crdUpgrade(versions(text), versions(number));
    expect(effectTexts(verdicts, 'error')).toEqual([]);
    expect(effectTexts(verdicts, 'info')).toEqual(['spec.x of v1alpha1: type "string" → "integer"']);
  });
});

describe('a rule in CEL', () => {
  const ruled = (schema: Schema, ...rules: string[]): Schema => ({
    ...schema,
    'x-kubernetes-validations': rules.map((rule) => ({ rule })),
  });
  const object = { type: 'object', properties: { a: text, n: number } };

  it.each<[string, Schema, Schema]>([
    ['of other spaces and quotes', ruled(text, `self != 'no'`), ruled(text, 'self!="no"')],
    ['that is split', ruled(object, 'self.n > 1 && self.n < 5'), ruled(object, 'self.n > 1', 'self.n < 5')],
    ['that is one of what was two', ruled(object, 'self.n > 1', 'self.n < 5'), ruled(object, '(self.n > 1) && (self.n < 5)')],
    ['that allows more', ruled(object, 'self.n > 1'), ruled(object, 'self.n > 1 || self.a == "x"')],
    ['that replaces maxLength', { ...text, maxLength: 5 }, ruled(text, 'self.size() <= 5')],
    ['that maxLength replaces', ruled(text, 'size(self) < 6'), { ...text, maxLength: 5 }],
    ['that replaces a pattern', { ...text, pattern: '^a$' }, ruled(text, `self.matches('^a$')`)],
    ['that replaces an enum', { ...text, enum: ['a', 'b'] }, ruled(text, `self == 'a' || self == 'b'`)],
    ['that replaces a part of an enum', { ...text, enum: ['a'] }, ruled(text, `self in ['a', 'b']`)],
    ['that replaces required', { ...object, required: ['a'] }, ruled(object, 'has(self.a)')],
    ['that required replaces', ruled(object, 'has(self.a)'), { ...object, required: ['a'] }],
    [
      'that moved up, with its guard',
      { type: 'object', properties: { n: ruled(number, 'self > 1') } },
      ruled({ type: 'object', properties: { n: number } }, '!has(self.n) || self.n > 1'),
    ],
    [
      'that moved down',
      ruled({ type: 'object', properties: { n: number } }, '!has(self.n) || self.n > 1'),
      { type: 'object', properties: { n: ruled(number, 'self > 1') } },
    ],
  ])('refuses nothing more: one %s', (_, before, after) => {
    expect(effects(before, after).filter((one) => !one.startsWith('info'))).toEqual([]);
  });

  it('is new', () => {
    expect(effects(text, ruled(text, 'self != "a"'))).toEqual(['warning adds the rule "self != \\"a\\""']);
    expect(effects(text, ruled(text, 'self == oldSelf'))).toEqual([
      'warning adds the rule "self == oldSelf": it limits later changes (checked at every update)',
    ]);
  });

  it('is not known to refuse more where it takes the place of another', () => {
    expect(effects(ruled(text, 'f(self)'), ruled(text, 'g(self)'))).toEqual([
      'warning rule "f(self)" → "g(self)": whether it refuses more is not known',
    ]);
  });

  it('refuses more where it moved up without a guard, or asks for more', () => {
    const inner = { type: 'object', properties: { n: ruled(number, 'self > 1') } };
    expect(effects(inner, ruled({ type: 'object', properties: { n: number } }, 'self.n > 1'))[0]).toMatch(/^warning/);
    expect(effects({ ...text, maxLength: 5 }, ruled(text, 'self.size() <= 4'))[0]).toMatch(/^warning/);
    expect(effects(ruled(object, 'self.n > 1 || self.a == "x"'), ruled(object, 'self.n > 1'))[0]).toMatch(/^warning/);
  });

  it('is a note where only its message changes, or it is removed', () => {
    expect(effects(ruled(text, 'self != "a"'), { ...text, 'x-kubernetes-validations': [{ rule: 'self != "a"', message: 'no' }] })).toEqual([
      'info rules ask what they asked',
    ]);
    expect(effects(ruled(text, 'f(self)'), text)).toEqual(['info removes the rule "f(self)"']);
  });
});
