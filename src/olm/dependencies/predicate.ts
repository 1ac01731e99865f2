/**
 * Predicates: requirements of a bundle, tested against one operator at a time (resolver/cache/predicates.go).
 * One operator must meet all parts of a compound constraint.
 */

import { isMapping } from '../../base/manifest/plain-data.js';
import { apiKey } from '../model/api-key.js';
import type { Property } from '../model/catalog.js';
import { parseRange } from '../model/version-range.js';
import type { CelBudget } from './cel-cost.js';
import { type CelRule, celRule } from './cel-rule.js';
import { type Facts, gvkKey, type Provider, textFields } from './facts.js';

/** The index for finding candidates: by API, package or label, or all entries. */
export type Hint =
  | { readonly by: 'api' | 'package' | 'label'; readonly key: string }
  | { readonly by: 'any'; readonly of: readonly Hint[] }
  | { readonly by: 'everything' };

/** One requirement. */
export interface Predicate {
  /** Identifies the predicate; its text does not, as OLM leaves out some words. */
  readonly key: string;
  /** In OLM's words, after `bundle X requires an operator`. */
  readonly text: string;
  /** In plain words, such as `the package etcd in version >=0.9.0`. */
  readonly description: string;
  readonly hint: Hint;
  /** Whether the property is of a type before `olm.constraint`. */
  readonly legacy?: true;
  /** Tests an operator. Rules fail after the budget is used up. */
  readonly test: (provider: Provider, budget: CelBudget) => boolean;
}

/** A requirement that cannot be read: OLM stops at it, or only this project does not understand it. */
export interface Unreadable {
  readonly error: string;
  readonly reason: 'ErrorPreventedResolution' | 'NotUnderstood';
}

/** `maxConstraintSize` of operator-framework/api, in bytes; the comment there names half of that. */
const MAX_CONSTRAINT_BYTES = 131_072;
/** The limit for nested constraints. OLM limits only the size. */
const MAX_CONSTRAINT_DEPTH = 500;

class Unread extends Error {
  readonly reason: Unreadable['reason'];

  constructor(message: string, reason: Unreadable['reason'] = 'ErrorPreventedResolution') {
    super(message);
    this.reason = reason;
  }
}

/** All requirements in properties, in their order. */
export function predicatesOf(properties: readonly Property[]): readonly Predicate[] | Unreadable {
  const predicates: Predicate[] = [];
  for (const property of properties) {
    const read = predicateOf(property);
    if (read && 'error' in read) return read;
    if (read) predicates.push(read);
  }
  return predicates;
}

/**
 * The requirement in a property.
 *
 * @returns undefined for a property without a requirement
 * @example
 * predicateOf({ type: 'olm.package.required', value: { packageName: 'etcd', versionRange: '>=0.9.0' } })
 */
export function predicateOf(property: Property): Predicate | Unreadable | undefined {
  try {
    return read(property);
  } catch (problem) {
    if (problem instanceof Unread) return { error: problem.message, reason: problem.reason };
    throw problem;
  }
}

function read({ type, value }: Property): Predicate | undefined {
  switch (type) {
    case 'olm.gvk.required':
      return { ...apiPredicate(fieldsOf(value, ['group', 'version', 'kind'])), legacy: true };
    case 'olm.package.required':
      return { ...packagePredicate(fieldsOf(value, ['packageName', 'versionRange'])), legacy: true };
    case 'olm.label.required':
      return labelPredicate(fieldsOf(value, ['label']).label);
    case 'olm.constraint':
      return constraintPredicate(value);
    default:
      return undefined;
  }
}

function fieldsOf<K extends string>(value: unknown, names: readonly K[]): Record<K, string> {
  const fields = textFields(value, names);
  if (!fields) throw new Unread(`json: cannot unmarshal ${goType(value)} into Go value of type struct`);
  return fields;
}

function goType(value: unknown): string {
  return Array.isArray(value)
    ? 'array'
    : value === null
      ? 'null'
      : isMapping(value)
        ? 'object'
        : typeof value === 'boolean'
          ? 'bool'
          : typeof value;
}

function apiPredicate({ group, version, kind }: { group: string; version: string; kind: string }): Predicate {
  const key = gvkKey({ group, version, kind });
  return {
    key: `api ${key}`,
    text: `providing an API with group: ${group}, version: ${version}, kind: ${kind}`,
    description: `the API ${apiKey({ kind, version, group })}`,
    hint: { by: 'api', key },
    test: ({ facts }) => facts.apis.includes(key),
  };
}

/** The predicate of a package. OLM tests name and version separately: the bundle or its catalog may meet each of them. */
function packagePredicate({ packageName, versionRange }: { packageName: string; versionRange: string }): Predicate {
  const parsed = parseRange(versionRange);
  if ('error' in parsed) throw new Unread(parsed.error);
  const { range } = parsed;
  return {
    key: `package ${JSON.stringify([packageName, versionRange])}`,
    text: `with package: ${packageName} and with version in range: ${versionRange}`,
    description: `the package ${packageName} in version ${versionRange}`,
    hint: { by: 'package', key: packageName },
    test: (provider) =>
      isOfPackage(provider, packageName) &&
      (provider.facts.packages.some(({ version }) => version && range(version)) ||
        (provider.version !== undefined && range(provider.version))),
  };
}

/** Whether an operator belongs to a package, by its properties or by its catalog. */
export function isOfPackage({ packageName, facts }: Provider, wanted: string): boolean {
  return packageName === wanted || facts.packages.some(({ name }) => name === wanted);
}

function labelPredicate(label: string): Predicate {
  return {
    key: `label ${JSON.stringify(label)}`,
    text: `with label: ${label}`,
    description: `an operator with the label ${label}`,
    hint: { by: 'label', key: label },
    test: ({ facts }) => facts.labels.includes(label),
  };
}

const CONSTRAINT_FIELDS = ['failureMessage', 'cel', 'package', 'gvk', 'all', 'any', 'not'];

function constraintPredicate(value: unknown): Predicate {
  const size = Buffer.byteLength(JSON.stringify(value) ?? '');
  if (size > MAX_CONSTRAINT_BYTES) {
    throw new Unread(`parse olm.constraint: olm.constraint value is greater than max constraint size ${MAX_CONSTRAINT_BYTES} bytes`);
  }
  checkConstraint(value, 0);
  return convert(value as Constraint);
}

interface Constraint {
  readonly failureMessage?: string | null;
  readonly cel?: { readonly rule?: string | null } | null;
  readonly package?: { readonly packageName?: string | null; readonly versionRange?: string | null } | null;
  readonly gvk?: Readonly<Record<string, string | null>> | null;
  readonly all?: Compound | null;
  readonly any?: Compound | null;
  readonly not?: Compound | null;
}
interface Compound {
  readonly constraints?: readonly Constraint[] | null;
}

/** Checks the whole constraint before its conversion: OLM's decoder disallows unknown fields. */
function checkConstraint(value: unknown, depth: number): void {
  if (depth > MAX_CONSTRAINT_DEPTH) {
    throw new Unread(`constraints stand within each other more than ${MAX_CONSTRAINT_DEPTH} levels deep`, 'NotUnderstood');
  }
  if (value === null) return;
  const fields = strict(value, CONSTRAINT_FIELDS);
  textual(fields, ['failureMessage']);
  if (fields.cel) textual(strict(fields.cel, ['rule']), ['rule']);
  if (fields.package) textual(strict(fields.package, ['packageName', 'versionRange']), ['packageName', 'versionRange']);
  if (fields.gvk) textual(strict(fields.gvk, ['group', 'version', 'kind']), ['group', 'version', 'kind']);
  for (const compound of [fields.all, fields.any, fields.not]) {
    if (compound === undefined || compound === null) continue;
    const { constraints = null } = strict(compound, ['constraints']);
    if (constraints === null) continue;
    if (!Array.isArray(constraints)) throw wrongType(constraints);
    for (const part of constraints) checkConstraint(part, depth + 1);
  }
}

function strict(value: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  if (!isMapping(value)) throw wrongType(value);
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Unread(`parse olm.constraint: json: unknown field ${JSON.stringify(unknown)}`);
  return value;
}

function textual(fields: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  for (const name of names) if (typeof (fields[name] ?? '') !== 'string') throw wrongType(fields[name]);
}

function wrongType(value: unknown): Unread {
  return new Unread(`parse olm.constraint: json: cannot unmarshal ${goType(value)} into Go value of type constraints.Constraint`);
}

/** Converts a constraint. If it has several kinds, OLM takes the first of these (convertConstraints). */
function convert(constraint: Constraint | null): Predicate {
  const predicate = firstKind(constraint ?? {});
  const message = constraint?.failureMessage;
  return message ? { ...predicate, description: `${predicate.description} (${message})` } : predicate;
}

function firstKind({ gvk, package: wanted, all, any, not, cel, failureMessage }: Constraint): Predicate {
  if (gvk) return apiPredicate({ group: gvk.group ?? '', version: gvk.version ?? '', kind: gvk.kind ?? '' });
  if (wanted) return converted(() => packagePredicate({ packageName: wanted.packageName ?? '', versionRange: wanted.versionRange ?? '' }));
  if (all) return allOf((all.constraints ?? []).map(convert));
  if (any) return anyOf((any.constraints ?? []).map(convert));
  if (not) return noneOf((not.constraints ?? []).map(convert));
  if (cel) return celPredicate(cel.rule ?? '', failureMessage ?? '');
  throw new Unread('convert olm.constraint to resolver predicate: constraint is empty');
}

function converted<T>(work: () => T): T {
  try {
    return work();
  } catch (problem) {
    if (problem instanceof Unread) throw new Unread(`convert olm.constraint to resolver predicate: ${problem.message}`, problem.reason);
    throw problem;
  }
}

function allOf(parts: readonly Predicate[]): Predicate {
  return {
    key: `all [${parts.map(({ key }) => key).join(', ')}]`,
    text: parts.map(({ text }) => text).join(' and '),
    description: described('all of', parts),
    hint: parts.map(({ hint }) => hint).find(({ by }) => by !== 'everything') ?? { by: 'everything' },
    test: (provider, budget) => parts.every(({ test }) => test(provider, budget)),
  };
}

function anyOf(parts: readonly Predicate[]): Predicate {
  const hints = parts.map(({ hint }) => hint);
  return {
    key: `any [${parts.map(({ key }) => key).join(', ')}]`,
    text: parts.map(({ text }) => text).join(' or '),
    description: described('any of', parts),
    hint: hints.some(({ by }) => by === 'everything') ? { by: 'everything' } : { by: 'any', of: hints },
    test: (provider, budget) => parts.some(({ test }) => test(provider, budget)),
  };
}

/** The predicate of a negation. OLM's text leaves out the first "not". */
function noneOf(parts: readonly Predicate[]): Predicate {
  return {
    key: `not [${parts.map(({ key }) => key).join(', ')}]`,
    text: parts.map(({ text }) => text).join(' and not '),
    description: described('none of', parts),
    hint: { by: 'everything' },
    test: (provider, budget) => !parts.some(({ test }) => test(provider, budget)),
  };
}

function described(which: string, parts: readonly Predicate[]): string {
  return `an operator that is ${which} ${parts.map(({ description }) => description).join(', ')}`;
}

function celPredicate(rule: string, message: string): Predicate {
  const run = celRule(rule);
  if (!run)
    throw new Unread(
      `convert olm.constraint to resolver predicate: ERROR: the rule ${JSON.stringify(rule)} is no rule that gives true or false`,
    );
  return {
    key: `cel ${JSON.stringify([rule, message])}`,
    text: `with constraint: ${JSON.stringify(rule)} and message: ${JSON.stringify(message)}`,
    description: `an operator for which ${rule}`,
    hint: { by: 'everything' },
    test: ({ facts }, budget) => runOnce(run, facts, answersOf(rule, budget), budget),
  };
}

/** The results that each budget has paid, by rule: many versions have the same rule. */
const ANSWERS = new WeakMap<CelBudget, Map<string, WeakMap<Facts, boolean>>>();

function answersOf(rule: string, budget: CelBudget): WeakMap<Facts, boolean> {
  const rules = ANSWERS.get(budget) ?? new Map<string, WeakMap<Facts, boolean>>();
  ANSWERS.set(budget, rules);
  const answers = rules.get(rule) ?? new WeakMap<Facts, boolean>();
  rules.set(rule, answers);
  return answers;
}

/** Runs a rule once for each bundle, however many channels contain the bundle. */
function runOnce(run: CelRule, facts: Facts, met: WeakMap<Facts, boolean>, budget: CelBudget): boolean {
  const known = met.get(facts);
  if (known !== undefined) return known;
  const answer = run(facts.properties, budget);
  met.set(facts, answer);
  return answer;
}
