/** Scalars of a YAML document as JSON values, with what their tags and quotes say. */
import { type Node, Scalar } from 'yaml';
import { CORE_TAG, type Context, foreignTag, report } from './plain-context.js';
import { isIntegerText, resolvePlainScalar } from './scalar.js';

/** Text unless it is plain, or has the tag of another type. */
export function scalarValue(node: Scalar, context: Context): unknown {
  const text = typeof node.value === 'string' ? node.value : String(node.source ?? '');
  context.characters += text.length;
  const tag = node.tag;
  if (tag && tag !== '!' && tag !== `${CORE_TAG}str`) return taggedValue(node, tag, text, context);
  if (tag || node.type !== Scalar.PLAIN) return wellFormed(text, node, context);
  return finite(resolvePlainScalar(text), node, context);
}

function taggedValue(node: Scalar, tag: string, text: string, context: Context): unknown {
  const name = tag.startsWith(CORE_TAG) ? tag.slice(CORE_TAG.length) : tag;
  const value = resolvePlainScalar(text);
  const fits =
    (name === 'int' && isIntegerText(text)) ||
    (name === 'float' && (typeof value === 'bigint' || typeof value === 'number')) ||
    (name === 'bool' && typeof value === 'boolean') ||
    (name === 'null' && value === null);
  if (fits) return finite(value, node, context);
  report(context, node, foreignTag(tag, text));
  return null;
}

/** An escape can write half a character, which no UTF-8 text can hold. */
function wellFormed(text: string, node: Node, context: Context): string {
  if (text.isWellFormed()) return text;
  report(context, node, {
    code: 'UNSUPPORTED_YAML',
    message: 'this text holds half a character',
    found: JSON.stringify(text).slice(0, 80),
    expected: 'whole Unicode characters',
    fix: 'write the character itself, or both halves of it',
  });
  return text;
}

function finite(value: unknown, node: Node, context: Context): unknown {
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  report(context, node, {
    code: 'UNSUPPORTED_YAML',
    message: 'JSON, and so Kubernetes, has no such number',
    found: String(value),
    expected: 'a finite number, or text in quotes',
    fix: 'put the value in quotes if text is meant',
  });
  return null;
}
