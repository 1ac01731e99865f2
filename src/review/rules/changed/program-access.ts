/** Reports ConfigMaps with role bindings of a program: who may do what in it is no RBAC of the cluster. */

import { groupBy, type KubernetesObject } from '../../../base/kubernetes/object.js';
import { fieldsOf, textOf } from '../../../base/kubernetes/pod-spec.js';
import { jsonText } from '../../../base/manifest/format.js';
import { parseDocuments } from '../../../base/manifest/parse.js';
import { isMapping, sortedText } from '../../../base/manifest/plain-data.js';
import { listed } from '../../../base/wording/phrases.js';
import { riskRule } from '../risk-rule.js';
import { isSecretField } from './documents/redacted.js';
import { settingOf } from './settings/setting-of.js';

export const programAccess = riskRule('program-access', 'warning', 'Somebody gains access in a program', {
  class: 'cluster',
  effect: 'unknown',
  short: 'access in a program',
  references: ['CWE-284: Improper Access Control'],
  meaning:
    'A ConfigMap contains a file with role bindings of a program, such as the API of a metrics store, and the change adds a binding or a role, or extends one. The program decides by them who can read and write its data; the permissions of the cluster stay.',
  attack: "A change adds the attacker's account to the role bindings of the metrics API, among many new alerting rules.",
  fix: 'Check that the account needs the role, and accept the change in the baseline.',
  looksAt: (object) => object.kind === 'ConfigMap' && object.apiVersion === 'v1' && !settingOf(object),
  pair: ({ before, after }) => {
    const known = entriesIn(before);
    const gained = [...entriesIn(after)].flatMap(([place, entries]) => {
      const old = known.get(place);
      const had = new Set(old?.flatMap((entry) => [...leavesOf(entry)]));
      return entries
        .filter((entry) => !old || [...leavesOf(entry)].some((leaf) => !had.has(leaf)))
        .map((entry) => `${place} ${old ? 'is extended' : 'is new'}${shown(entry)}`);
    });
    if (gained.length === 0) return [];
    return [
      {
        says: `is ${before ? 'changed' : 'new'}, and gives access in the program that reads it: ${listed(gained, 'entries', SHOWN)}`,
        fix: 'check that the account needs the role, and accept it in the baseline',
        // A new binding adds permissions to those of the others; a changed entry can give something else, and a new role is bound to nobody.
        ...(gained.some((entry) => NEW_BINDING.test(entry)) ? { effect: 'more' as const } : {}),
        identity: gained,
      },
    ];
  },
});

const SHOWN = 3;
const LONGEST = 200;
const BINDINGS = /^role[_-]?bindings$/i;
const NEW_BINDING = /^\S+ (?:[^:]* )?role[_-]?bindings\[[^\]]*\] is new/i;
const MENTIONS = /role[_-]?bindings/i;

/** Roles and role bindings in the files of a ConfigMap, by file, field and name. */
function entriesIn(object: KubernetesObject | undefined): ReadonlyMap<string, readonly unknown[]> {
  const files = Object.entries(fieldsOf(object?.data)).flatMap(([file, text]) => {
    if (typeof text !== 'string' || !MENTIONS.test(text)) return [];
    return parseDocuments({ file: '', text }, { lenient: true }).documents.map(({ value }) => [file, value] as const);
  });
  // Two entries can have one name.
  const entries = files.flatMap(([file, value]) => entriesAt(value, file));
  return new Map([...groupBy(entries, ([place]) => place)].map(([place, all]) => [place, all.map(([, entry]) => entry)]));
}

/** The entries of the mapping that has role bindings, at any depth. */
function entriesAt(value: unknown, place: string): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((one, index) => entriesAt(one, `${place}[${index}]`));
  if (!isMapping(value)) return [];
  const fields = Object.entries(value);
  if (!fields.some(([field]) => BINDINGS.test(field))) return fields.flatMap(([field, one]) => entriesAt(one, `${place} ${field}`));
  return fields.flatMap(([field, one]): [string, unknown][] => {
    const entries = Array.isArray(one)
      ? one.map((entry, index) => [nameOf(entry) ?? String(index), entry] as const)
      : isMapping(one)
        ? Object.entries(one)
        : [];
    return entries.map(([name, entry]) => [`${place} ${field}[${name}]`, entry]);
  });
}

function nameOf(entry: unknown): string | undefined {
  return textOf(fieldsOf(entry).name);
}

/** The values of an entry with their fields; the order of lists has no meaning. */
function leavesOf(value: unknown, at = ''): ReadonlySet<string> {
  // An item of a list counts as a whole: its fields belong together.
  if (Array.isArray(value)) return new Set(value.map((one) => `${at}[] ${sortedText(one)}`));
  if (isMapping(value)) return new Set(Object.entries(value).flatMap(([field, one]) => [...leavesOf(one, `${at}.${field}`)]));
  return new Set([`${at} ${sortedText(value)}`]);
}

/** An entry in a line; nothing of one with a secret. */
function shown(entry: unknown): string {
  const text = jsonText(entry);
  if (hasSecret(entry)) return '';
  return `: ${text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text}`;
}

function hasSecret(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasSecret);
  return isMapping(value) && Object.entries(value).some(([field, one]) => isSecretField(field) || hasSecret(one));
}
