import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { substituted } from '../../../src/repository/applied/envsubst.js';

/** With these variables, all others are not set; of those that are undefined nobody knows. */
function evaluated(text: string, values: Readonly<Record<string, string | undefined>> = {}): string {
  const found = substituted(text, (name) => (Object.hasOwn(values, name) ? values[name] : ''));
  return 'error' in found ? `error: ${found.error}` : found.text;
}

describe('variables as Flux replaces them', () => {
  const values = { a: 'stable-2', dots: 'bash.string.txt', path: '/path/to/file', upper: 'ABC', empty: '', letters: 'abcABC123ABCabc' };

  it.each([
    ['channel: ${a}', 'channel: stable-2'],
    ['${a}${a}', 'stable-2stable-2'],
    ['no variable, $a and $ and {a}', 'no variable, $a and $ and {a}'],
    ['${gone}', ''],
    ['${a:=other}', 'stable-2'],
    ['${gone:=other}', 'other'],
    ['${gone:-other}', 'other'],
    ['${gone=other}', 'other'],
    ['${empty:=other}', 'other'],
    ['${gone:=a: b, {c} d}', 'a: b, {c d}'],
    ['${gone:=}', ''],
    ['${gone:=${a}}', 'stable-2'],
    ['${gone:=x-${a}-y}', 'x-stable-2-y'],
    ['${gone:=$a}', '$a'],
    ['$${a}', '${a}'],
    ['$$${a}', '$stable-2'],
    ['$$', '$'],
    ['cost: 5$$, then $', 'cost: 5$, then $'],
    ['some ${a}$${var$${a}$a${a}', 'some stable-2${var${a}$astable-2'],
    ['$${var=${a}}', '${var=stable-2}'],
    ['${#letters}', '15'],
    ['${upper,}${upper,,}', 'aBCabc'],
    ['${a^}${a^^}', 'Stable-2STABLE-2'],
    ['${a^,}', 'stable-2'],
    ['${letters:3}', 'ABC123ABCabc'],
    ['${letters:3:3}', 'ABC'],
    ['${letters:99}${letters:12:99}', 'abc'],
    ['${letters:x}', 'abcABC123ABCabc'],
    ['${dots#*.}', 'string.txt'],
    ['${dots##*.}', 'txt'],
    ['${dots%.*}', 'bash.string'],
    ['${dots%%.*}', 'bash'],
    ['${path#*/}', 'path/to/file'],
    ['${path##*/}', 'file'],
    ['${path#x}', '/path/to/file'],
    ['${letters/abc/xyz}', 'xyzABC123ABCabc'],
    ['${letters//abc/xyz}', 'xyzABC123ABCxyz'],
    ['${letters/#abc/XYZ}', 'XYZABC123ABCabc'],
    ['${letters/%abc/XYZ}', 'abcABC123ABCXYZ'],
    ['${letters/#ABC/x}${letters/%123/x}', 'abcABC123ABCabcabcABC123ABCabc'],
    ['${dots/./}', 'bashstring.txt'],
    ['${path//\\//-}', '-path-to-file'],
    ['\\\\ ${a}', '\\\\ stable-2'],
    ['${letters/abc/$&}', '$&ABC123ABCabc'],
  ])('%s', (text, expected) => {
    expect(evaluated(text, values)).toBe(expected);
  });

  it.each(['${}', '${ a }', '${a.b}', '${a', '${a-b}', '${a:}', '${a:1:2', '${a/b}', '${a/b/c', '${gone:=', '${#}', '${a#}', '${a^^^}'])(
    'are refused: %s',
    (text) => {
      expect(evaluated(`x: ${text}`, values)).toBe(`error: ${text}`);
    },
  );

  it('stay as they are written where nobody knows them', () => {
    const known = (name: string): string | undefined => ({ a: 'x', b: '' })[name];
    const found = substituted('${a} ${secret} ${secret:=y} ${b:=${secret}} ${a:=${secret}} ${secret^^} ${b}', known);
    expect(found).toEqual({
      text: 'x ${secret} ${secret:=y} ${b:=${secret}} x ${secret^^} ',
      replaced: new Set(['a', 'b']),
      unknown: new Set(['secret', 'b']),
    });
  });

  it('make no more text than is read', () => {
    const found = substituted('${a}'.repeat(100), () => 'x'.repeat(1_000_000));
    expect(found).toEqual({ error: 'its result is longer than the limit' });
  });

  it('leave a text without a dollar sign as it is, and end with any text', () => {
    const sign = fc.constantFrom('$', '{', '}', '$$', '${', 'a', ':', '=', '-', '/', '#', '%', '\\', '\n', ',', '^', ' ', '1');
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 30 }), (signs) => {
        const text = signs.join('');
        const found = substituted(text, () => 'v');
        if (!text.includes('$')) expect(found).toMatchObject({ text });
        else expect('text' in found || 'error' in found).toBe(true);
      }),
    );
  });
});
