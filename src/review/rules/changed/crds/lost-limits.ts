/** Reports limits that the schema of a CRD no longer has: values that the API server refused are accepted from now on. */
import { isDeepStrictEqual } from 'node:util';
import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf } from '../../../../base/kubernetes/pod-spec.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import { joined } from '../../../../base/wording/phrases.js';
import { rule } from '../../../../olm/model/finding.js';
import type { State } from '../../../state/state.js';
import type { FoundChange } from '../change.js';
import type { CrdPair } from './crd-pairs.js';

const SHOWN = 3;

export const CRD_LIMIT_LOST = rule('crd-limit-lost', 'warning', 'A CustomResourceDefinition refuses less', {
  class: 'cluster',
  effect: 'unknown',
  short: 'CRDs refuse less',
  plural: 'refuse less than before',
  meaning:
    'A limit in the schema of a CRD is removed, such as `pattern`, `enum`, `maximum` or a rule of `x-kubernetes-validations`. Whoever may write its objects can use values that the API server refused. CRDs that come with an operator are not reported: their next version belongs to the operator that reads the objects.',
  attack: "The CRD loses the pattern of `spec.image`. A team's object names an image of the attacker, and the controller runs it.",
  fix: 'Restore the limit, or check who can write objects of the CRD and what their controller does with the field.',
});

/** The words of a schema that refuse values. */
export const LIMITS: readonly string[] = [
  ...['allOf', 'anyOf', 'enum', 'exclusiveMaximum', 'exclusiveMinimum', 'format', 'maxItems', 'maxLength', 'maxProperties', 'maximum'],
  ...['minItems', 'minLength', 'minProperties', 'minimum', 'multipleOf', 'not', 'oneOf', 'pattern', 'required', 'uniqueItems'],
];
const CONDITIONS = 'x-kubernetes-validations';

/** The finding about a CRD that no operator brings. */
export function lostLimits({ old, crd, comparable, isLocked, lacks }: CrdPair, head: State): FoundChange[] {
  if (isLocked || lacks !== undefined || isBrought(crd, head) || old.spec === undefined) return [];
  const [before, after] = [schemasByVersion(comparable.old), schemasByVersion(comparable.crd)];
  const lost = [...after].flatMap(([version, schema]) => {
    const was = before.get(version);
    return was ? lostIn(was, schema, '').map((text) => `${text} of ${version}`) : [];
  });
  if (lost.length === 0) return [];
  const subject = { kind: 'CustomResourceDefinition', name: crd.metadata.name };
  const more = lost.length > SHOWN ? `, and ${lost.length - SHOWN} more` : '';
  const message = `no longer has ${joined(lost.slice(0, SHOWN))}${more}: it accepts values that it refused`;
  return [{ rule: CRD_LIMIT_LOST, severity: 'warning', subject, identity: lost, message, place: head.placeOf(subject) }];
}

function isBrought({ metadata: { name } }: KubernetesObject, { resolution }: State): boolean {
  return resolution.csvs.some(({ csv }) => csv.bundle?.customResourceDefinitions.some(({ metadata }) => metadata.name === name));
}

function schemasByVersion({ spec }: KubernetesObject): ReadonlyMap<string, Fields> {
  const { validation } = fieldsOf(spec);
  return new Map(
    listOf(fieldsOf(spec).versions).map((version) => [
      String(version.name),
      fieldsOf(fieldsOf(version.schema ?? version.validation ?? validation).openAPIV3Schema),
    ]),
  );
}

/** The limits that one schema has and the other has not, each with its field. */
function lostIn(old: Fields, schema: Fields, path: string): string[] {
  if (isDeepStrictEqual(old, schema)) return [];
  const here = [...lostWords(old, schema), ...lostConditions(old, schema)].map((word) => (path === '' ? word : `${word} of ${path}`));
  const [was, is] = [fieldsOf(old.properties), fieldsOf(schema.properties)];
  const inside = Object.keys(is).flatMap((name) =>
    Object.hasOwn(was, name) ? lostIn(fieldsOf(was[name]), fieldsOf(is[name]), path === '' ? name : `${path}.${name}`) : [],
  );
  const each = ['items', 'additionalProperties'].flatMap((name) =>
    Object.hasOwn(old, name) && Object.hasOwn(schema, name) ? lostIn(fieldsOf(old[name]), fieldsOf(schema[name]), `${path}[]`) : [],
  );
  return [...here, ...inside, ...each];
}

function lostWords(old: Fields, schema: Fields): string[] {
  const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== false;
  return LIMITS.filter((word) => isThere(old[word]) && !isThere(schema[word]));
}

/** Rules that are gone where none is new: another text of a rule counts as the same rule. */
function lostConditions(old: Fields, schema: Fields): string[] {
  const [was, is] = [old, schema].map((fields) => listOf(fields[CONDITIONS]).map(({ rule: text }) => sortedText(text ?? '')));
  const kept = new Set(is);
  const gone = was?.filter((text) => !kept.has(text)) ?? [];
  const isReplaced = (was?.length ?? 0) <= (is?.length ?? 0);
  return gone.length > 0 && !isReplaced ? gone.map((text) => `the rule ${text}`) : [];
}
