import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../../src/review/rules/changed/crds/lost-limits.js';
import { namespace } from '../../../../support/build.js';
import { cli, manifests } from '../../../../support/command-line.js';
import { crdOf, field } from '../../../../support/crd-pairs.js';
import { folderOf } from '../../../../support/files.js';
import { installing } from '../../../../support/installing.js';

type Schema = Record<string, unknown>;

const VALUES: Readonly<Record<string, unknown>> = {
  ...{ allOf: [{ pattern: 'a' }], anyOf: [{ pattern: 'a' }], oneOf: [{ pattern: 'a' }], not: { pattern: 'a' } },
  ...{ enum: ['a'], format: 'date', pattern: '^a', required: ['a'], uniqueItems: true, exclusiveMaximum: true, exclusiveMinimum: true },
};
const limited = (word: string): Schema => ({ [word]: VALUES[word] ?? 3 });
const CONDITION = { 'x-kubernetes-validations': [{ rule: 'self != "a"' }] };
const CASES = [...LIMITS.map((word) => [word, limited(word)] as const), ['x-kubernetes-validations', CONDITION] as const];

/** The places of a limit: the field itself, an element of it, a value of it. */
const PLACES: readonly ((schema: Schema) => Schema)[] = [
  (schema) => ({ type: 'string', ...schema }),
  (schema) => ({ type: 'array', items: { type: 'string', ...schema } }),
  (schema) => ({ type: 'object', additionalProperties: { type: 'string', ...schema } }),
  (schema) => ({ type: 'object', properties: { inner: { type: 'string', ...schema } } }),
];

function told(before: Schema, after: Schema, isBrought = false): string[] {
  const folder = (schema: Schema) => {
    const crd = crdOf({ v1: field(schema) });
    return folderOf(isBrought ? installing({ fields: { others: [crd] } }) : { 'all.yaml': manifests(namespace('a'), crd) });
  };
  const { out } = cli(['review', folder(before), folder(after), '--format', 'json']);
  const { findings } = JSON.parse(out) as { findings: { new: { id: string; severity: string; message: string }[] } };
  return findings.new.filter(({ id }) => id === 'crd-limit-lost').map(({ severity, message }) => `${severity} ${message}`);
}

describe('a limit in the schema of a CRD', () => {
  it.each(CASES)('is a warning if it goes, wherever it is: %s', (word, schema) => {
    for (const place of PLACES) {
      const [text = '', ...more] = told(place(schema), place({}));
      expect(more).toEqual([]);
      expect(text).toMatch(/^warning no longer has .* of spec\.x.* of v1: it accepts values that it refused$/);
      expect(text).toContain(word.startsWith('x-') ? 'self != ' : word);
      expect(told(place({}), place(schema))).toEqual([]);
    }
  });

  it('that is written differently is none that goes, and neither is one of an operator', () => {
    expect(told({ type: 'string', pattern: '^a' }, { type: 'string', pattern: '^b' })).toEqual([]);
    const other = { 'x-kubernetes-validations': [{ rule: '!(self == "a")' }] };
    expect(told({ type: 'string', ...CONDITION }, { type: 'string', ...other })).toEqual([]);
    expect(told({ type: 'string', pattern: '^a' }, { type: 'string' }, true)).toEqual([]);
  });
});
