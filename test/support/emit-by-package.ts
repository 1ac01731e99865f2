/** The YAML that the yaml package alone writes, by the same rules for text: what `emitYaml` is compared with. */
import { Scalar, type ScalarTag, stringify, type Tags } from 'yaml';
import { stringifyString, stringTag } from 'yaml/util';
import { resolvePlainScalar } from '../../src/base/go-yaml/resolve.js';
import { isFragileBlock } from '../../src/base/manifest/emit.js';
import { escapeCharacter } from '../../src/base/manifest/printable.js';

const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\ufffe\uffff\u{e0000}-\u{e0fff}]/u;
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

const quoting: ScalarTag = {
  ...stringTag,
  stringify(item, context, onComment, onChompKeep) {
    const node = item as Scalar<string>;
    const text = node.value;
    const actual = { ...context, actualString: true } as typeof context;
    const quoted =
      ((context.indent === '' || context.implicitKey) && /\n|^(?:---|\.\.\.)/.test(text)) ||
      INVISIBLE.test(text) ||
      isFragileBlock(text) ||
      text === '=' ||
      resolvePlainScalar(text) !== text;
    if (!quoted) return stringifyString(node, actual, onComment, onChompKeep);
    return stringifyString({ ...node, type: Scalar.QUOTE_DOUBLE } as Scalar, actual, onComment, onChompKeep).replace(
      UNPRINTABLE,
      escapeCharacter,
    );
  },
};

export function emitByPackage(value: unknown): string {
  return stringify(value, {
    version: '1.2',
    schema: 'core',
    compat: 'yaml-1.1',
    lineWidth: 0,
    aliasDuplicateObjects: false,
    customTags: (tags: Tags): Tags => tags.map((tag) => (tag === stringTag ? quoting : tag)),
  });
}
