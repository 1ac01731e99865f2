import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { template } from '../../../src/base/manifest/format.js';
import { FORMAT_WRITERS, FORMATS } from '../../../src/base/manifest/format-writers.js';
import { jsonData, text } from '../../support/json-data.js';
import { lines } from '../../support/lines.js';
import { runs } from '../../support/runs.js';

const { yaml } = FORMAT_WRITERS;

/** A copy in a namespace: the namespace occurs twice as a whole value. */
const copy = (namespace: string, rest: Readonly<Record<string, unknown>> = {}) => ({
  kind: 'Role',
  metadata: { name: 'etcd', namespace, labels: { 'olm.owner.namespace': namespace } },
  ...rest,
});

/** Names that DNS allows and YAML gives another meaning. */
const ODD_NAMES = ['on', 'y', 'no', 'null', 'true', '123', '012', '08', '1e3', '0x1f', '0o7', '2024-01-01', 'team-a'];
/** What the template itself puts into the place of the namespace, first of all. */
const TOKENS = ['namespace-token-0-xxxxxx', 'namespace-token-1-xxxxxx', 'namespace-token-2-xxxxxx'];

describe('the text of an object for many namespaces', () => {
  it('is the object with the namespace in its places', () => {
    const write = template(copy, 2, yaml);
    expect(write('team-a')).toBe(
      lines('kind: Role', 'metadata:', '  name: etcd', '  namespace: team-a', '  labels:', '    olm.owner.namespace: team-a'),
    );
  });

  it('quotes a namespace that would not be text', () => {
    const write = template((namespace) => ({ namespace }), 1, yaml);
    expect(ODD_NAMES.map((name) => write(name).trimEnd())).toEqual([
      ...['on', 'y', 'no', 'null', 'true', '123', '012', '08', '1e3', '0x1f', '0o7', '2024-01-01'].map((name) => `namespace: "${name}"`),
      'namespace: team-a',
    ]);
  });

  it.each(FORMATS)('comes out right when the object holds the placeholder itself, in %s', (format) => {
    const writer = FORMAT_WRITERS[format];
    const rest = {
      value: TOKENS[0],
      [TOKENS[0] as string]: 'key',
      within: `before ${TOKENS[0]} after`,
      quoted: `"${TOKENS[0]}"`,
      next: TOKENS[1],
      twice: `${TOKENS[1]}${TOKENS[1]}`,
      longer: `${TOKENS[2]}more`,
    };
    expect(template((namespace) => copy(namespace, rest), 2, writer)('team-a')).toBe(writer.value(copy('team-a', rest)));
  });

  it('may hold the namespace nowhere', () => {
    expect(template(() => ({ a: 1 }), 0, yaml)('team-a')).toBe('a: 1\n');
  });

  it.each([
    ['more often than it says', 1],
    ['less often than it says', 3],
  ])('is a fault of the caller when the namespace occurs %s', (_, occurrences) => {
    expect(() => template(copy, occurrences, yaml)).toThrow(`the namespace does not occur ${occurrences} times as a whole value`);
  });

  it.each(FORMATS)('equals the object written for that very namespace, in %s', (format) => {
    const writer = FORMAT_WRITERS[format];
    const namespace = fc.oneof(fc.constantFrom(...ODD_NAMES, ...TOKENS), fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,20}[a-z0-9])?$/));
    const accident = fc.oneof(fc.constantFrom(...TOKENS), text);
    fc.assert(
      fc.property(jsonData, accident, fc.array(namespace, { minLength: 1, maxLength: 3 }), (data, note, namespaces) => {
        const withNamespace = (name: string) => copy(name, { data, list: [note, name, [name]], [`${note}.`]: note });
        const write = template(withNamespace, 4, writer);
        expect(namespaces.map(write)).toEqual(namespaces.map((name) => writer.value(withNamespace(name))));
      }),
      runs(150),
    );
  });
});
