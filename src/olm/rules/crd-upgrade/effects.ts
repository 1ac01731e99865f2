/**
 * The effects of a CRD change on stored objects and clients, with the old and the new value. The API server does not validate objects
 * when it reads them: it drops unknown fields, adds defaults, and refuses invalid writes. Since Kubernetes 1.30 it accepts invalid
 * values that an update does not change, except those marked `always` (KEP-4008,
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-ratcheting).
 */
import { isDeepStrictEqual } from 'node:util';
import { jsonText } from '../../../base/manifest/format.js';
import { isMapping } from '../../../base/manifest/plain-data.js';
import type { Severity } from '../../model/finding.js';
import { allClauses, type Clauses, clausesOf, isAsked, isTransition, keywordClauses, normalRule, rulesOf } from './cel-clauses.js';
import { type JsonSchema, listOf, SCHEMA_CHECKS } from './checks.js';

/** One effect of a change. */
export interface Effect {
  /** `error`: stored objects are invalid, or the server refuses the CRD. `warning`: objects lose fields, or may be refused. `info`: neither. */
  readonly severity: Severity;
  /** The change, such as `maxLength 63 → 50`, and its consequence if that is not clear. */
  readonly said: string;
  /** Whether the server refuses an object for it even if an update leaves the value unchanged. */
  readonly always?: boolean;
  /** Whether objects lose the value of a field: nothing is refused. */
  readonly isLoss?: true;
  /** Whether the verdict about an outer field reports it. */
  readonly isSaid?: true;
}

type Paths = ReadonlyMap<string, JsonSchema>;

/** The schemas of two versions. */
export interface SchemaPair {
  readonly was: Paths;
  readonly is: Paths;
  /** The earlier clauses. */
  readonly asked: () => Clauses;
}

/** Pairs the schemas; the earlier clauses are collected on request. */
export function schemaPair(was: Paths, is: Paths): SchemaPair {
  let asked: Clauses | undefined;
  return {
    was,
    is,
    asked: () => {
      asked ??= allClauses(was);
      return asked;
    },
  };
}

const PRESERVED = 'x-kubernetes-preserve-unknown-fields';
const INT_OR_STRING = 'x-kubernetes-int-or-string';
const LONGEST = 300;

/** The effect of a removed field. */
export function removalEffect(path: string, pair: SchemaPair): Effect {
  const { was, is } = pair;
  const parent = path.slice(0, Math.max(path.lastIndexOf('.'), 0));
  if (!is.has(parent) && was.has(parent)) return { ...removalEffect(parent, pair), isSaid: true };
  if (isCondition(path, was)) return { severity: 'info', said: 'this condition is removed' };
  const keeper = is.get(parent);
  if (keeper?.[PRESERVED] === true) return { severity: 'info', said: 'removed from the schema, and kept as an unknown field' };
  if (keeper?.additionalProperties !== undefined && keeper.additionalProperties !== false)
    return { severity: 'warning', said: 'removed from the schema, and kept only where it fits additionalProperties' };
  // The operator, not a user, writes the status, and it writes it anew.
  if (isOfStatus(path)) return { severity: 'info', said: 'removed from the status, which the operator writes' };
  return { severity: 'warning', said: 'removed: objects that have it lose it', isLoss: true };
}

/** The effects of a failed check of a schema. */
export function checkEffects(check: string, path: string, pair: SchemaPair): Effect[] {
  const [before, after] = [pair.was.get(path) ?? {}, pair.is.get(path) ?? {}];
  // The rules around conditions are compared as a whole, by their own schema.
  if (isCondition(path, pair.was)) return [{ severity: 'info', said: changed(check, before[check], after[check]) }];
  return check === 'unhandled'
    ? unhandledFields(before, after).map((field) => fieldEffect(field, path, pair))
    : [checkEffect(check, path, pair)];
}

/** The differing fields of a schema for which OLM v1 has no check of its own. */
export function unhandledFields(before: JsonSchema, after: JsonSchema): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.filter(
    (name) => name !== 'description' && !Object.hasOwn(SCHEMA_CHECKS, name) && !isDeepStrictEqual(before[name], after[name]),
  );
}

function checkEffect(check: string, path: string, { was, is, asked }: SchemaPair): Effect {
  const [before, after] = [was.get(path) ?? {}, is.get(path) ?? {}];
  const [old, now] = [before[check], after[check]];
  const said = changed(check, old, now);
  const isAskedBefore = (value: unknown): boolean => {
    const clauses = keywordClauses(check, value, path);
    return clauses.length > 0 && clauses.every((clause) => isAsked(clause, path, asked(), was));
  };
  switch (check) {
    case 'default':
      return { severity: 'info', said: now === undefined ? said : `${said}: objects without it are read with the new value` };
    case 'type':
      return isWider(before, after)
        ? { severity: 'info', said }
        : { severity: worstAt(path, old === undefined ? 'warning' : 'error'), said };
    case 'required': {
      const names = listOf(now).filter((name) => !listOf(old).includes(name));
      const missing = names.filter((name) => is.get(`${path}.${String(name)}`)?.default === undefined && !isAskedBefore([name]));
      return missing.length === 0 ? { severity: 'info', said } : { severity: 'warning', said: listed('required', old, now), always: true };
    }
    case 'enum':
      return now === undefined || isAskedBefore(now) ? { severity: 'info', said } : { severity: 'warning', said: listed('enum', old, now) };
    case 'nullable':
      // The default replaces a missing value.
      return { severity: now === true || after.default !== undefined ? 'info' : 'warning', said };
    case 'pattern':
      return { severity: now === undefined || now === '' || isAskedBefore(now) ? 'info' : 'warning', said };
    default:
      return {
        severity: (check.startsWith('min') && check !== 'minimum' && Number(now) <= 0) || isAskedBefore(now) ? 'info' : 'warning',
        said,
      };
  }
}

function fieldEffect(field: string, path: string, pair: SchemaPair): Effect {
  const [before, after] = [pair.was.get(path) ?? {}, pair.is.get(path) ?? {}];
  const [old, now] = [before[field], after[field]];
  const said = changed(field, old, now);
  const info: Effect = { severity: 'info', said };
  const warning: Effect = { severity: 'warning', said };
  switch (field) {
    case PRESERVED:
      return now === true
        ? info
        : { severity: 'warning', said: `${said}: objects lose the fields that the schema does not name`, isLoss: true };
    case INT_OR_STRING:
      return now === true || after[PRESERVED] === true ? info : warning;
    case 'x-kubernetes-validations':
      return ruleEffect(path, pair);
    case 'x-kubernetes-list-type':
      if (now === 'set' || now === 'map') return { ...warning, always: true };
      return { ...info, said: `${said}: server-side apply replaces the whole list` };
    case 'x-kubernetes-list-map-keys':
      return now === undefined ? info : { ...warning, always: true };
    case 'x-kubernetes-embedded-resource':
    case 'exclusiveMaximum':
    case 'exclusiveMinimum':
    case 'uniqueItems':
      return now === true ? warning : info;
    case 'format':
      return isNarrowerFormat(old, now) ? warning : info;
    case 'multipleOf':
      return now === undefined ? info : warning;
    case 'additionalProperties':
      return additionalEffect(before, after, said);
    case 'x-kubernetes-map-type':
    case 'title':
    case 'example':
    case 'externalDocs':
      return info;
    default:
      return isLifted(field, old, now, after) ? info : { ...warning, said: `${said}: whether it refuses more is not known`, always: true };
  }
}

/** Whether conditions are removed, unchanged, or a repetition of `x-kubernetes-int-or-string`. */
function isLifted(field: string, old: unknown, now: unknown, after: JsonSchema): boolean {
  if (now === undefined || isDeepStrictEqual(withoutDescriptions(old), withoutDescriptions(now))) return true;
  return field === 'anyOf' && after[INT_OR_STRING] === true && isDeepStrictEqual(now, [{ type: 'integer' }, { type: 'string' }]);
}

function withoutDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDescriptions);
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (key === 'description' ? [] : [[key, withoutDescriptions(inner)]])),
  );
}

/** The effect on the values of a mapping; their schema has a path of its own. */
function additionalEffect(before: JsonSchema, after: JsonSchema, said: string): Effect {
  const [old, now] = [before.additionalProperties, after.additionalProperties];
  if (isMapping(old) || now === true) return { severity: 'info', said };
  const wasOpen = old === true;
  if (isMapping(now)) return { severity: wasOpen ? 'warning' : 'info', said };
  return wasOpen && after[PRESERVED] !== true
    ? { severity: 'warning', said: `${said}: objects lose the fields that the schema does not name`, isLoss: true }
    : { severity: 'info', said };
}

/** The effect of CEL rules: rules that existed in another form refuse nothing more. */
function ruleEffect(path: string, { was, is, asked }: SchemaPair): Effect {
  const [old, now] = [was, is].map((paths) => rulesOf(paths.get(path) ?? {})) as [string[], string[]];
  const [oldTexts, newTexts] = [old, now].map((rules) => new Set(rules.map(normalRule))) as [Set<string>, Set<string>];
  const added = now.filter((rule) => !oldTexts.has(normalRule(rule)));
  const gone = old.filter((rule) => !newTexts.has(normalRule(rule)));
  const more = added.filter((rule) => !clausesOf(rule, path).every((clause) => isAsked(clause, path, asked(), was)));
  const quoted = (rules: readonly string[]): string => rules.map((rule) => cut(jsonText(rule))).join(' and ');
  if (more.length === 0) {
    if (added.length + gone.length === 0) return { severity: 'info', said: 'rules ask what they asked' };
    const what = added.length === 0 ? `removes the rule ${quoted(gone)}` : `rule ${quoted(gone) || 'none'} → ${quoted(added)}`;
    return { severity: 'info', said: added.length === 0 ? what : `${what}, which asks nothing more` };
  }
  const transition = more.every(isTransition) ? ': it limits later changes' : '';
  return gone.length === 0
    ? { severity: 'warning', said: `adds the rule ${quoted(more)}${transition}`, always: more.some(isTransition) }
    : {
        severity: 'warning',
        said: `rule ${quoted(gone)} → ${quoted(more)}: whether it refuses more is not known`,
        always: more.some(isTransition),
      };
}

/** Whether all values of the old type are valid for the new one. */
function isWider(before: JsonSchema, after: JsonSchema): boolean {
  const type = after.type ?? '';
  if (type === '')
    return after[PRESERVED] === true || (after[INT_OR_STRING] === true && (before.type === 'integer' || before.type === 'string'));
  return type === 'number' && before.type === 'integer';
}

/** Formats that the API server checks: for strings those of go-openapi's list, for numbers their range. */
const CHECKED_FORMATS = new Set(
  'bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 creditcard ssn hexcolor rgbcolor byte date duration date-time datetime int32 float'.split(
    ' ',
  ),
);

function isNarrowerFormat(old: unknown, now: unknown): boolean {
  return typeof now === 'string' && CHECKED_FORMATS.has(now) && !(old === 'int32' && now === 'int64');
}

/** Whether a path leads into a condition (`anyOf`, `not` …), which describes values but declares no field. */
function isCondition(path: string, schemas: Paths): boolean {
  if (/\.(?:allOf|anyOf|oneOf)\[\d+\]/.test(path)) return true;
  for (let at = path.indexOf('.not'); at >= 0; at = path.indexOf('.not', at + 1)) {
    const isWhole = path.length === at + 4 || path[at + 4] === '.';
    if (isWhole && isMapping(schemas.get(path.slice(0, at))?.not)) return true;
  }
  return false;
}

/** The severity at a path: the operator rewrites the status, so no user's data is lost there. */
function worstAt(path: string, severity: 'error' | 'warning'): Severity {
  return isOfStatus(path) ? 'warning' : severity;
}

function isOfStatus(path: string): boolean {
  return /^\^\.status(?:\.|$)/.test(path);
}

function changed(what: string, old: unknown, now: unknown): string {
  return `${what} ${shown(old)} → ${shown(now)}`;
}

/** Both lists; only the differences if the lists are long. */
function listed(what: string, old: unknown, now: unknown): string {
  const whole = changed(what, old, now);
  if (whole.length <= LONGEST / 2) return whole;
  const [added, gone] = [listOf(now).filter((one) => !listOf(old).includes(one)), listOf(old).filter((one) => !listOf(now).includes(one))];
  return what === 'required' || old === undefined ? `${what} adds ${cut(shown(added))}` : `${what} loses ${cut(shown(gone))}`;
}

function shown(value: unknown): string {
  return value === undefined ? 'none' : cut(jsonText(value));
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
