/** Replaces the variables of a Flux Kustomization in the built objects, one object at a time as Flux does. */
import { fieldsOf } from '../../base/kubernetes/pod-spec.js';
import { parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import { printable } from '../../base/manifest/printable.js';
import type { Problem } from '../../base/manifest/problem.js';
import { type AppliedSettings, SUBSTITUTE, type Variables } from './applied-settings.js';
import { substituted } from './envsubst.js';

/** The result. */
export type WithVariables =
  | {
      readonly texts: readonly SourceText[];
      /** The names of variables whose values are unknown. */
      readonly unknown: readonly string[];
    }
  /** Flux refuses the Kustomization. */
  | { readonly problem: Problem };

/** Flux tests the names of its own variables with this expression, and fails with any other name. */
const NAME = /^[_a-zA-Z][_a-zA-Z0-9]*$/;

/** The texts with replaced variables. Lines stay the same, because a value has no line break. */
export function withVariables(texts: readonly SourceText[], { by, variables }: AppliedSettings): WithVariables {
  if (!variables) return { texts, unknown: [] };
  const wrong = Object.keys(variables.values).find((name) => !NAME.test(name));
  if (wrong !== undefined) return { problem: refused(by, wrong) };
  const unknown = new Set<string>();
  const done: SourceText[] = [];
  for (const text of texts) {
    const documents: string[] = [];
    for (const document of text.text.split(/^---\n/m)) {
      const found = isLeft(document) ? { text: document, unknown: new Set<string>() } : substituted(document, valueIn(variables));
      if ('error' in found) return { problem: refused(by, found.error) };
      for (const name of found.unknown) unknown.add(name);
      documents.push(found.text);
    }
    done.push({ ...text, text: documents.join('---\n') });
  }
  return { texts: done, unknown: [...unknown].sort() };
}

/** The value of a variable: empty if it is not set, and unknown if a ConfigMap or Secret that is not here can set it. */
function valueIn({ values, from }: Variables): (name: string) => string | undefined {
  return (name) => (Object.hasOwn(values, name) ? values[name] : from.length > 0 ? undefined : '');
}

function isLeft(document: string): boolean {
  if (!document.includes(SUBSTITUTE)) return false;
  const [{ value } = { value: undefined }] = parseDocuments({ file: '', text: document }).documents;
  const { labels, annotations } = fieldsOf(fieldsOf(value).metadata);
  return [labels, annotations].some((some) => fieldsOf(some)[SUBSTITUTE] === 'disabled');
}

function refused(by: string, found: string): Problem {
  return {
    code: 'KUSTOMIZATION_INVALID',
    message: `Flux cannot replace the variables of ${by}`,
    file: by,
    found: printable(found),
    expected: 'names of letters, digits and underscores, and operators that Flux knows',
    fix: 'correct the variable, or write $$ for a dollar sign',
  };
}
