/**
 * Fills the templates of an ApplicationSet with the elements of its generators: a source or version in an element counts as if an
 * Application contained it.
 */

import { replaceActions } from '../../../base/inside/template-text.js';
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf } from '../../../base/kubernetes/pod-spec.js';
import { jsonText } from '../../../base/manifest/format.js';
import { isMapping } from '../../../base/manifest/plain-data.js';

/** The most characters of all results together: the author of the elements decides the number of results. */
const MOST_MADE = 300_000;

/**
 * The `spec` of an ApplicationSet, with filled templates instead of the elements and values of its generators; for other objects, the
 * `spec` itself. Expressions for several generators together are not filled.
 *
 * @returns undefined if the result would be too long
 */
export function withTemplatesFilled({
  kind,
  spec,
}: KubernetesObject): { readonly spec: Fields; readonly made: readonly unknown[] } | undefined {
  const fields = fieldsOf(spec);
  const made: unknown[] = [];
  if (kind !== 'ApplicationSet') return { spec: fields, made };
  const { template, ...others } = fields;
  const around = expressionsIn(others);
  let size = 0;
  const filledBy = (element: unknown, before: string, own: unknown): unknown => {
    const templates = [template, ...(isMapping(own) ? [own] : [])];
    const expressions = expressionsIn(templates);
    size += jsonText(templates).length + (1 + expressions.length) * jsonText(element).length;
    if (size > MOST_MADE) return undefined;
    const parameters = flat(element, before);
    const isUsed = (name: string, places: readonly string[]): boolean => places.some((expression) => mentions(expression, name));
    // Parameters that the template does not name, or that other fields also name, can affect the list of generated Applications.
    const left = [...parameters].filter(([name]) => !isUsed(name, expressions) || isUsed(name, around));
    const done = templates.map((one) => filled(one, parameters));
    made.push(...done);
    return { done, left };
  };
  const ofGenerator = (generator: Fields): Fields =>
    Object.fromEntries(Object.entries(generator).map(([name, value]) => [name, isMapping(value) ? withFilled(value) : value]));
  const withFilled = ({ elements, values, generators, ...rest }: Fields): Fields => ({
    ...rest,
    ...(elements === undefined ? {} : { elements: listOf(elements).map((element) => filledBy(element, '', rest.template)) }),
    // The new name is not `values`, because `values` means the values of a chart.
    ...(values === undefined ? {} : { withValues: filledBy(values, 'values.', rest.template) }),
    ...(generators === undefined ? {} : { generators: listOf(generators).map(ofGenerator) }),
  });
  const generators = listOf(fields.generators).map(ofGenerator);
  return size > MOST_MADE ? undefined : { spec: { ...fields, generators }, made };
}

/** A template with its known parameters. An expression that is more than a parameter stays, followed by the values of its parameters. */
function filled(value: unknown, parameters: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => filled(one, parameters));
  if (isMapping(value)) return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, filled(one, parameters)]));
  if (typeof value !== 'string') return value;
  return replaceActions(value, (expression) => {
    const named = [...parameters].filter(([name]) => mentions(expression, name)).map(([, text]) => text);
    return parameters.get(expression.slice(2, -2).trim().replace(/^\./, '')) ?? `${expression}${named.join()}`;
  });
}

function expressionsIn(value: unknown): readonly string[] {
  const found = new Set<string>();
  replaceActions(jsonText(value), (expression) => {
    found.add(expression);
    return '';
  });
  return [...found];
}

/** Whether the expression contains the name as a whole word. */
function mentions(expression: string, name: string): boolean {
  for (let at = expression.indexOf(name); at !== -1; at = expression.indexOf(name, at + 1))
    if (!/\w/.test(expression.charAt(at - 1)) && !/\w/.test(expression.charAt(at + name.length))) return true;
  return false;
}

/** The values inside a mapping, by their dotted names. A list is one value. */
function flat(value: unknown, before: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(fieldsOf(value)).flatMap(([key, one]): (readonly [string, string])[] =>
      isMapping(one) ? [...flat(one, `${before}${key}.`)] : [[`${before}${key}`, typeof one === 'string' ? one : jsonText(one)]],
    ),
  );
}
