/** Compares templates that name roles, accounts or operators: whether more than unrelated objects in them differs. */

import { isDeepStrictEqual } from 'node:util';
import { fieldsOf, textOf } from '../../../../base/kubernetes/pod-spec.js';
import { parseDocuments } from '../../../../base/manifest/parse.js';
import { isMapping, sortedText } from '../../../../base/manifest/plain-data.js';
import { oncePerTexts } from './once-per-texts.js';

/** An object with such a word may control permissions or operators. */
const OF_PERMISSIONS = new RegExp(
  [
    /cluster-admin|Role|roleRef|ServiceAccount|operators?\.coreos\.com|olm\.operatorframework\.io/,
    /\b(?:serviceAccount(?:Name)?|verbs|aggregationRule)\W{0,4}:/,
    /\bkind\W{1,6}(?:OperatorGroup|Subscription|CatalogSource|ClusterExtension|OperatorPolicy|Group|User|Identity|Namespace|Project|SecurityContextConstraints)\b/,
    /"(?:kind|apiVersion)":"[^"]*[$({<@]/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Directives of a template program. */
export const DIRECTIVE = /\{[{%]|<[%#]|#@|@@|\$[[(]|\$\{\{/;
/** A value of such a variable can contain lines, except in OpenShift templates, which are filled after parsing. */
const VARIABLE = /\$\{/;

/** The characters of the texts whose comparison is kept: templates for several clusters are often the same. */
export const KEPT = 1 << 24;

/**
 * Whether all differences are whole objects without a word of permissions or operators in them, and not related to the placement of a
 * policy with such a word. False if a side is not YAML.
 */
export const isApartFromPermissions = oncePerTexts(KEPT, (before, after) => {
  const [was, is] = [before, after].map(rootOf);
  if (!was || !is || !isDeepStrictEqual(was.directives, is.directives)) return false;
  const left = tied([...was.parts, ...is.parts]);
  return sortedText(was.rest(left)) === sortedText(is.rest(left));
});

const TEMPLATE_API = /^(?:template\.openshift\.io\/)?v1$/;

/** A text with objects in it, as a template has them. */
export interface Part {
  readonly isOfOpenShift: boolean;
  readonly directives: readonly string[];
  readonly parts: readonly Item[];
  rest(left: ReadonlySet<object>): unknown;
}

/** One object, with its content outside of the objects in it. */
export interface Item {
  readonly value: object;
  readonly around: readonly object[];
  readonly name: string | undefined;
  readonly texts: ReadonlySet<string>;
}

export function rootOf(text = ''): Part | undefined {
  const { documents, problems } = parseDocuments({ file: '', text });
  const values = documents.map(({ value }) => value);
  if (problems.length > 0 || !values.every((value) => isMapping(value) || Array.isArray(value))) return undefined;
  const isOfOpenShift = values.every(
    (value) => TEMPLATE_API.test(String(fieldsOf(value).apiVersion)) && fieldsOf(value).kind === 'Template',
  );
  const parts: Item[] = [];
  for (const value of values) collect(value, [], new Set(), parts);
  return {
    isOfOpenShift,
    directives: text.split('\n').filter((line) => DIRECTIVE.test(line) || (!isOfOpenShift && VARIABLE.test(line))),
    parts,
    rest: (left) => without(values, left),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return isMapping(value) && typeof value.kind === 'string' && typeof value.apiVersion === 'string';
}

function collect(value: unknown, around: readonly object[], texts: Set<string>, parts: Item[]): void {
  if (typeof value === 'string') texts.add(value);
  if (typeof value !== 'object' || value === null) return;
  const isOwn = isObject(value);
  const own = isOwn ? new Set<string>() : texts;
  if (isOwn) parts.push({ value, around, name: textOf(fieldsOf(value.metadata).name), texts: own });
  for (const entry of Object.values(value)) collect(entry, isOwn ? [...around, value] : around, own, parts);
}

/** Kinds that place a policy on clusters; they name each other. */
const PLACED = /^(?:Policy(?:Set)?|Placement(?:Binding|Rule)?)$/;

/** The objects with a word of permissions, the objects that place a policy with such a word, and the objects around them. */
export function tied(parts: readonly Item[]): ReadonlySet<object> {
  const left = new Set<object>();
  const [names, texts] = [new Set<string>(), new Set<string>()];
  const placed = parts.filter(({ value }) => PLACED.test(String(fieldsOf(value).kind)));
  const isTied = ({ name, texts: own }: Item): boolean =>
    (name !== undefined && (texts.has(name) || names.has(name))) || [...own].some((text) => names.has(text));
  let open = namingPermissions(parts);
  while (open.length > 0) {
    for (const { value, around } of open) for (const one of [value, ...around]) left.add(one);
    for (const { name, texts: own } of open.filter((part) => placed.includes(part))) {
      if (name !== undefined) names.add(name);
      for (const text of own) texts.add(text);
    }
    open = placed.filter((part) => !left.has(part.value) && isTied(part));
  }
  return left;
}

/**
 * The objects with a word of permissions. One inside of another is asked first: the text of the outer one contains its text, so it has the
 * word, too, and a template of megabytes is not searched again for each level.
 */
function namingPermissions(parts: readonly Item[]): Item[] {
  const found = new Set<object>();
  for (const { value, around } of parts.toReversed()) {
    if (!found.has(value) && !OF_PERMISSIONS.test(sortedText(value))) continue;
    for (const one of [value, ...around]) found.add(one);
  }
  return parts.filter(({ value }) => found.has(value));
}

/** A value without the objects that are not in `left`. */
function without(value: unknown, left: ReadonlySet<object>): unknown {
  if (Array.isArray(value)) return value.filter((entry) => !isObject(entry) || left.has(entry)).map((entry) => without(entry, left));
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, isObject(entry) && !left.has(entry) ? {} : without(entry, left)]),
  );
}
