/** Roles and bindings inside of other objects, from where a controller or a person applies them. */

import { groupOf } from '../../kubernetes/kinds.js';
import { groupBy, isNamedObject, type ObjectReference, referenceTo } from '../../kubernetes/object.js';
import { fieldsOf, textOf } from '../../kubernetes/pod-spec.js';
import { GRANT_FIELDS, RBAC_KINDS } from '../../kubernetes/rbac.js';
import { type FieldPath, formatFieldPath, walk } from '../../manifest/field-path.js';
import { sortedText } from '../../manifest/plain-data.js';
import type { ReadDocument, State } from '../../state/state.js';
import { listed } from '../../wording/phrases.js';
import { riskRule } from '../risk-rule.js';
import type { Discovery } from '../rule.js';

/** What can stand before a value: tags, anchors, the signs of a block, templates and what they put in where nothing is set, and quotes. */
const BEFORE_VALUE = String.raw`(?:[!&]\S{0,99}\s+|[|>][-+\d]{0,3}\s+|\{\{[^}]{0,99}\}\}|\{\{-?\s*|\$\{\w{0,99}:?[-=]?){0,9}\\{0,9}["'${'`'}]?`;
/** After a key, in text in text, or after an anchor, as the key can follow elsewhere. */
const IN_TEXT = new RegExp(
  String.raw`(?:(?:^|[\s{,"'[])kind\\{0,9}["']?\s*:\s*|&[^\s,[\]{}]{1,99}\s+)${BEFORE_VALUE}((?:Cluster)?Role(?:Binding)?)(?:List)?(?![\w-])`,
  'g',
);
const ESCAPE = /\\(?:u00([0-9a-fA-F]{2})|x([0-9a-fA-F]{2})|U000000([0-9a-fA-F]{2})|\r?\n[ \t]*)/g;
/** As long as the shortest role, in Base64. */
const BASE64 = /^[\w+/=\s-]{40,}$/;
/** What makes a mapping a role or a binding, and not a reference to one; a policy of Kyverno has these fields in `data`, or copies one. */
/** What has examples and schemas in it, which nobody applies from there. */
const DESCRIBING: ReadonlySet<string> = new Set(['ClusterServiceVersion', 'CustomResourceDefinition']);

export const embeddedManifest = riskRule({
  id: 'embedded-manifest',
  severity: 'error',
  title: 'A role or binding is inside another object',
  references: ['CWE-693'],
  documentation: {
    meaning:
      'The change adds a role or binding inside another object: an OpenShift Template, a text in a ConfigMap, Secret or other object, a policy that creates objects, or a List that OLM does not unpack. Its permissions are not part of the review.',
    attack: "A fleet manager's policy contains a ClusterRoleBinding. Its controller applies it, and the review counts no permission.",
    fix: 'Read it and accept it in the baseline, or make the role or binding an object of its own.',
  },
  compare: ({ state: base }, { state: head }) => {
    const known = new Set(allEmbedded(base).map(({ content }) => content));
    const brought = allEmbedded(head).filter(({ content }) => !known.has(content));
    return [...groupBy(brought, ({ document }) => document).values()].map((found) => discovery(found, head));
  },
});

/** One role or binding inside of a document. */
interface Embedded {
  readonly document: ReadDocument;
  readonly subject: ObjectReference;
  readonly name: string;
  readonly at: FieldPath;
  readonly content: string;
}

function discovery(found: readonly Embedded[], state: State): Discovery {
  const [{ subject, at, document }] = found as [Embedded];
  return {
    subject,
    says: `holds ${listed(found.map(({ name }) => name))} in ${formatFieldPath(at)}, which was not reviewed: whatever applies it from there grants its permissions`,
    fix: 'look at it yourself and accept it in the baseline, or give it as an object of its own',
    place: state.placeOf(subject, at) ?? { file: document.file },
    identity: found.map(({ content }) => content),
    covers: found.map((one) => one.at),
  };
}

function allEmbedded({ documents }: State): Embedded[] {
  return documents.flatMap((document) => embeddedIn(document.value, document));
}

function embeddedIn(value: unknown, document: ReadDocument): Embedded[] {
  const { kind, schema } = fieldsOf(value);
  // Entries of catalogs are CSVs in another form.
  if (typeof kind !== 'string' || typeof schema === 'string' || DESCRIBING.has(kind) || RBAC_KINDS.has(kind)) return [];
  const subject = isNamedObject(value) ? referenceTo(value) : { kind: 'File', name: document.file };
  const isSecret = kind === 'Secret' && isNamedObject(value) && groupOf(value.apiVersion) === '';
  const isPolicy = isNamedObject(value) && groupOf(value.apiVersion) === 'policy.open-cluster-management.io';
  const found: Embedded[] = [];
  const add = (name: string, at: FieldPath, content: unknown): void => {
    found.push({ document, subject, name, at, content: sortedText(content) });
  };
  walk(value, (part, at) => {
    if (isPolicy && isForbidden(part)) return true;
    if (typeof part === 'string') {
      const isEncoded = (isSecret && at[0] === 'data') || at[0] === 'binaryData' || BASE64.test(part);
      const text = withoutEscapes(isEncoded ? decoded(part) : part);
      const kinds = [...new Set([...text.matchAll(IN_TEXT)].map(([, name]) => `a ${name}`))];
      if (kinds.length > 0) add(kinds.join(', '), at, text);
    }
    const name = at.length > 0 ? grantName(part) : undefined;
    if (name !== undefined) add(name, at, part);
    return name !== undefined;
  });
  return found;
}

/** An entry of a policy of Open Cluster Management about what must not be on a cluster: nothing is made of it. */
function isForbidden(value: unknown): boolean {
  const { complianceType, objectDefinition } = fieldsOf(value);
  return objectDefinition !== undefined && textOf(complianceType)?.toLowerCase() === 'mustnothave';
}

/** The name of a role or binding. References to one have neither rules nor subjects. */
function grantName(value: unknown): string | undefined {
  const { kind, metadata, ...fields } = fieldsOf(value);
  if (typeof kind !== 'string' || !RBAC_KINDS.has(kind)) return undefined;
  const isWhole = GRANT_FIELDS.some((field) => field in fields || field in fieldsOf(fields.data)) || 'clone' in fields;
  return isWhole ? `${kind} ${textOf(fieldsOf(metadata).name) ?? ''}`.trim() : undefined;
}

/** JSON and YAML in double quotes can write letters as escapes. */
function withoutEscapes(text: string): string {
  return text.replace(ESCAPE, (_, ...digits: (string | undefined)[]) => {
    const code = digits.slice(0, 3).find((some) => some !== undefined);
    return code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16));
  });
}

/** Base64; what is none is taken as it is. */
function decoded(text: string): string {
  try {
    return atob(text.replace(/\s/g, ''));
  } catch {
    return text;
  }
}
