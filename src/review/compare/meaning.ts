/**
 * Compares two versions of an object field by field, by meaning: rules as permissions, lists without an order as sets, without the fields
 * that only a cluster sets. A redundant permission or subject counts: it stays when the wider one goes.
 */

import { groupOf, OLM_GROUP } from '../../base/kubernetes/kinds.js';
import { listsOf } from '../../base/kubernetes/lists.js';
import { isNamedObject, type KubernetesObject } from '../../base/kubernetes/object.js';
import { type Fields, fieldsOf } from '../../base/kubernetes/pod-spec.js';
import { policyRule } from '../../base/kubernetes/policy-rule.js';
import { bindingOf, roleOf } from '../../base/kubernetes/rbac.js';
import { type Change, differences, type Step, stepsText } from '../../base/manifest/differences.js';
import { jsonText } from '../../base/manifest/format.js';
import { isMapping, sortedText } from '../../base/manifest/plain-data.js';
import { atomsOf } from '../../base/rbac/atoms.js';
import { everyPermission, permissionsText } from '../rules/access/permission.js';
import { FILLED_BY_CLUSTER, without } from '../rules/changed/documents/document-effects.js';
import { nameOwnServer, withoutServer } from '../rules/changed/documents/own-server.js';
import { partsThatDiffer } from '../rules/changed/documents/parts-that-differ.js';
import { holdsSecrets, isSecretField, isSecretPath, redacted, withoutSecrets } from '../rules/changed/documents/redacted.js';
import { withoutEnds } from '../rules/changed/files/said-lines.js';
import { textChanges } from '../rules/changed/files/text-changes.js';
import { entryOf } from '../rules/changed/files/weighed-changes.js';
import { apartFromWholes } from '../rules/changed/files/whole-objects.js';
import type { ChangedField } from './review.js';

/**
 * The fields that differ in meaning.
 *
 * @example
 * meaningChanges({ replicas: 1 }, { replicas: 2 }) // [{ field: 'replicas', before: '1', after: '2' }]
 */
export function meaningChanges(before: unknown, after: unknown): ChangedField[] {
  const [was, is] = [before, after].map(meaningOf) as [Meaning, Meaning];
  const lists = { ...listsOf(after), isWhole: () => false };
  const isHidden = isNamedObject(after) && holdsSecrets(after.kind);
  const rest = differences(was.rest, is.rest, lists).filter((change) => !areEmptyKeys(change));
  const bare = isNamedObject(before) && isNamedObject(after) && nameOwnServer([before, after]) ? withoutItsServer : same;
  return [...permissionFields(was.permissions, is.permissions), ...rest.flatMap((change) => fieldsOfChange(bare(change), isHidden))];
}

function same(change: Change): Change {
  return change;
}

const ELEMENT = /^spec\.generators\[\d+\]\.list\.elements\[\d+\]$/;

/** A whole element of an ApplicationSet's list, added or removed, without the server of the cluster that all elements name. */
function withoutItsServer(change: Change): Change {
  const { was, is } = change;
  return ELEMENT.test(stepsText(change.steps)) ? { ...change, was: withoutServer(was), is: withoutServer(is) } : change;
}

/** An object in two parts; permissions are texts by the field that grants them. */
interface Meaning {
  readonly permissions: ReadonlyMap<string, readonly string[]>;
  readonly rest: unknown;
}

function meaningOf(value: unknown): Meaning {
  if (!isNamedObject(value)) return { permissions: new Map(), rest: value };
  const own = FILLED_BY_CLUSTER.reduce<unknown>(without, value) as KubernetesObject;
  const rules = roleOf(own) ? permissionsIn(own.rules) : undefined;
  if (rules) return { permissions: new Map([['rules', rules]]), rest: without(own, ['rules']) };
  if (bindingOf(own)) return { permissions: new Map(), rest: sorted(own, ['subjects']) };
  if (groupOf(own.apiVersion) !== OLM_GROUP) return { permissions: new Map(), rest: own };
  return own.kind === 'ClusterServiceVersion'
    ? csvMeaning(own)
    : { permissions: new Map(), rest: sorted(own, ['spec', 'targetNamespaces']) };
}

const PERMISSION_FIELDS = ['permissions', 'clusterPermissions'] as const;

/** A CSV with its permissions by account: OLM joins all entries of an account. */
function csvMeaning(csv: KubernetesObject): Meaning {
  const permissions = new Map<string, string[]>();
  const { install } = fieldsOf(csv.spec);
  const left = PERMISSION_FIELDS.reduce<unknown>((rest, name) => {
    const entries = fieldsOf(fieldsOf(install).spec)[name];
    if (!Array.isArray(entries)) return rest;
    const read = entries.map((entry) => {
      const { serviceAccountName, rules, ...others } = fieldsOf(entry);
      const texts = Object.keys(others).length === 0 && typeof serviceAccountName === 'string' ? permissionsIn(rules) : undefined;
      return texts && { field: `spec.install.spec.${name}[${String(serviceAccountName)}]`, texts };
    });
    if (read.includes(undefined)) return rest;
    for (const one of read) if (one) permissions.set(one.field, [...new Set([...(permissions.get(one.field) ?? []), ...one.texts])]);
    return without(rest, ['spec', 'install', 'spec', name]);
  }, csv);
  return { permissions, rest: left };
}

/** Each permission as text; undefined if a rule has a form that texts would hide. */
function permissionsIn(rules: unknown): string[] | undefined {
  if (!Array.isArray(rules)) return rules === undefined ? [] : undefined;
  const areRead = rules.every((rule) => {
    if (!isMapping(rule) || sortedText(policyRule(rule)) !== sortedText(rule)) return false;
    return !atomsOf(policyRule(rule), true).next().done;
  });
  return areRead ? everyPermission(rules.map((rule) => policyRule(rule as Fields))) : undefined;
}

function permissionFields(was: Meaning['permissions'], is: Meaning['permissions']): ChangedField[] {
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
    const [old, now] = [was, is].map((side) => new Set(side.get(field))) as [Set<string>, Set<string>];
    const [gone, came] = [[...old].filter((text) => !now.has(text)), [...now].filter((text) => !old.has(text))];
    if (gone.length + came.length === 0) return [];
    return [
      {
        field,
        ...(gone.length > 0 ? { before: permissionsText(gone) } : {}),
        ...(came.length > 0 ? { after: permissionsText(came) } : {}),
      },
    ];
  });
}

/** The object with this list sorted: its order has no meaning. */
function sorted(value: unknown, [first, ...rest]: readonly [string, ...string[]]): unknown {
  const inner = fieldsOf(value)[first];
  const [next, ...others] = rest;
  if (next !== undefined) return isMapping(inner) ? { ...fieldsOf(value), [first]: sorted(inner, [next, ...others]) } : value;
  if (!Array.isArray(inner)) return value;
  return { ...fieldsOf(value), [first]: inner.toSorted((a, b) => (sortedText(a) < sortedText(b) ? -1 : 1)) };
}

const KEYS: ReadonlySet<string> = new Set(['labels', 'annotations']);

/** Labels and annotations that are empty on one side and absent on the other. */
function areEmptyKeys({ steps, was, is }: Change): boolean {
  const [outer, last] = steps.slice(-2);
  const isOfMetadata = outer !== undefined && 'field' in outer && outer.field === 'metadata';
  const areKeys = isOfMetadata && last !== undefined && 'field' in last && KEYS.has(last.field);
  return areKeys && [was, is].every((side) => Object.keys(side ?? {}).length === 0);
}

/** A change as fields; the changes within a text of several lines are listed by themselves. */
function fieldsOfChange({ what, steps, was, is }: Change, isHidden: boolean): ChangedField[] {
  const field = stepsText(steps);
  if (what === 'reordered') return [{ field: `the order of ${field}` }];
  if (isHidden ? isData(steps) : isSecret(steps)) return [{ field }];
  if ([was, is].some((side) => typeof side === 'string' && side.includes('\n'))) {
    const texts = [was, is].map((side) => (side === undefined || typeof side === 'string' ? side : jsonText(side)));
    return textFields(texts[0], texts[1]).map((one) => ({ ...one, field: one.field === '' ? field : `${field}: ${one.field}` }));
  }
  return [{ field, ...valuesOf(shownValue(was), shownValue(is)) }];
}

/** The field of a text in which nothing else differs. */
export const SAME_MEANING = 'blanks or comments';

/** The changes of a text as fields. */
export function textFields(was: string | undefined, is: string | undefined): ChangedField[] {
  const changes = withoutEnds(textChanges(was, is));
  if (changes.length === 0) return [{ field: SAME_MEANING }];
  const { objects, rest } = apartFromWholes(changes);
  const wholes = objects.map(({ of, isNew }) => ({ field: of, ...(isNew ? { after: 'new' } : { before: 'removed' }) }));
  const fields = rest.map((change) => {
    const { of, field, before, after } = change;
    const entry = entryOf(change);
    if (entry !== undefined) return { field: entry, ...(before === undefined ? { after: 'new' } : { before: 'removed' }) };
    const name = [of, field].filter(Boolean).join(' ');
    return isSecretPath(field) ? { field: name } : { field: name, ...valuesOf(before?.trim(), after?.trim()) };
  });
  return [...wholes, ...fields];
}

/** Both values, cut to the parts that differ. */
function valuesOf(before: string | undefined, after: string | undefined): Pick<ChangedField, 'before' | 'after'> {
  const [old, now] = [before, after].map((text) => withoutSecrets(text ?? '')) as [string, string];
  // Only what is secret differs.
  if (old === now && before !== after && before !== undefined && after !== undefined) return {};
  const [was, is] = partsThatDiffer(old, now);
  return { ...(before === undefined ? {} : { before: was }), ...(after === undefined ? {} : { after: is }) };
}

/** A string that no reader takes for another type. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|nan)$)[a-z/][\w./:@%+ -]*$/i;

function shownValue(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' && PLAIN.test(value) ? value : jsonText(redacted(value));
}

function isData([first]: readonly Step[]): boolean {
  return !(first && 'field' in first && first.field === 'metadata');
}

/** Whether the field, or the variable that it is the value of, is named as a secret. */
function isSecret(steps: readonly Step[]): boolean {
  const [outer, last] = steps.slice(-2);
  if (last === undefined) return false;
  if ('field' in last && last.field === 'value' && outer && 'entry' in outer) return isSecretField(outer.entry ?? '');
  return 'field' in last && isSecretField(last.field);
}
