/**
 * Reports content of other objects that controllers apply: roles, bindings, the name of cluster-admin, Pods with node access, variables.
 */

import { asWritten } from '../../../base/inside/index.js';
import { groupOf } from '../../../base/kubernetes/kinds.js';
import {
  formatReference,
  groupBy,
  isNamedObject,
  type KubernetesObject,
  type ObjectReference,
  referenceTo,
} from '../../../base/kubernetes/object.js';
import { fieldsOf, textOf } from '../../../base/kubernetes/pod-spec.js';
import { bindingOf, RBAC_KINDS, roleOf } from '../../../base/kubernetes/rbac.js';
import { type FieldPath, formatFieldPath, walk } from '../../../base/manifest/field-path.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { POLICY_GROUP } from '../../../base/tools/acm.js';
import { podSpecOf } from '../../../base/tools/pod-specs.js';
import { WRITTEN } from '../../../base/tools/setting.js';
import { listed } from '../../../base/wording/phrases.js';
import type { ReadDocument, State } from '../../state/state.js';
import { lostPermissions } from '../access/permission.js';
import { riskRule } from '../risk-rule.js';
import { type Discovery, NSA_RBAC } from '../rule.js';
import { settingOfKind } from './kind-effects.js';
import { POD_FIELDS } from './pods/pod-fields.js';
import { settingOf } from './settings/setting-of.js';

/** Fields of roles and bindings that grant permissions; the last two are OpenShift's. */
const GRANT_FIELDS = ['rules', 'aggregationRule', 'roleRef', 'subjects', 'userNames', 'groupNames'] as const;

// Roles and bindings inside of other objects, from where a controller or a person applies them.

/** The characters that can precede a value: tags, anchors, block signs, templates and their defaults, and quotes. */
const BEFORE_VALUE = String.raw`(?:[!&]\S{0,99}\s+|[|>][-+\d]{0,3}\s+|\{\{[^}]{0,99}\}\}|\{\{-?\s*|\$\{\w{0,99}:?[-=]?){0,9}\\{0,9}["'${'`'}]?`;
/** A kind after its key, in text within text, or after an anchor, because the key can be elsewhere. */
const IN_TEXT = new RegExp(
  String.raw`(?:(?:^|[\s{,"'[])kind\\{0,9}["']?\s*:\s*|&[^\s,[\]{}]{1,99}\s+)${BEFORE_VALUE}((?:Cluster)?Role(?:Binding)?)(?:List)?(?![\w-])`,
  'g',
);
const ESCAPE = /\\(?:u00([0-9a-fA-F]{2})|x([0-9a-fA-F]{2})|U000000([0-9a-fA-F]{2})|\r?\n[ \t]*)/g;
/** The length of the shortest role in Base64. */
const LEAST_BASE64 = 40;
/** Searched, because a pattern of the whole text exhausts the stack on a text of some megabytes. */
const NO_BASE64 = /[^\w+/=\s-]/;
/** Kinds with examples and schemas, which nobody applies from there. */
const DESCRIBING: ReadonlySet<string> = new Set(['ClusterServiceVersion', 'CustomResourceDefinition']);

export const embeddedManifest = riskRule('embedded-manifest', 'error', 'A role or binding is inside another object', {
  effect: 'more',
  references: ['CWE-693'],
  meaning:
    'The change adds a role or binding inside another object, or a permission to such a role: an OpenShift Template, a text in a ConfigMap, Secret or other object, a policy that creates objects, or a List that OLM does not unpack. Its permissions are not part of the review.',
  attack: "A fleet manager's policy contains a ClusterRoleBinding. Its controller applies it, and the review counts no permission.",
  fix: 'Read the object and accept it in the baseline, or make the role or binding a separate object.',
  compare: ({ state: base }, { state: head }) => {
    // BASE also includes documents that were read as objects of their own.
    const before = base.documents.flatMap((document) => embeddedIn(asWritten(document.value), document));
    const known = new Set(before.map(({ content }) => content));
    const had = groupBy(before, placeKey);
    const all = head.documents.flatMap((document) => embeddedIn(document.value, document));
    const brought = all.filter(
      (one) => !known.has(one.content) && !had.get(placeKey(one))?.some(({ value }) => lostPermissions(value, one.value) !== undefined),
    );
    return [...groupBy(brought, ({ document }) => document).values()].map((found) => discovery(found, head));
  },
});

/** One role or binding inside of a document. */
interface Embedded {
  readonly document: ReadDocument;
  readonly subject: ObjectReference;
  readonly name: string;
  readonly at: FieldPath;
  readonly value: unknown;
  readonly content: string;
}

function placeKey({ subject, name }: Embedded): string {
  return `${formatReference(subject)} ${name}`;
}

function discovery(found: readonly Embedded[], state: State): Discovery {
  const [{ subject, at, document }] = found as [Embedded];
  return {
    subject,
    says: `holds ${listed(found.map(({ name }) => name))} in ${formatFieldPath(at)}, which was not reviewed: whatever applies it from there grants its permissions`,
    fix: 'look at it yourself and accept it in the baseline, or give it as an object of its own',
    place: state.placeOf(subject, at) ?? { file: document.file },
    identity: found.map(({ content }) => content),
    claims: found.map((one) => one.at),
  };
}

function embeddedIn(value: unknown, document: ReadDocument): Embedded[] {
  const { kind, schema } = fieldsOf(value);
  // Entries of catalogs are CSVs in another form.
  if (typeof kind !== 'string' || typeof schema === 'string' || DESCRIBING.has(kind) || RBAC_KINDS.has(kind)) return [];
  const subject = isNamedObject(value) ? referenceTo(value) : { kind: 'File', name: document.file };
  const isSecret = kind === 'Secret' && isNamedObject(value) && groupOf(value.apiVersion) === '';
  const isPolicy = isNamedObject(value) && groupOf(value.apiVersion) === POLICY_GROUP;
  const found: Embedded[] = [];
  const add = (name: string, at: FieldPath, content: unknown): void => {
    found.push({ document, subject, name, at, value: content, content: sortedText(content) });
  };
  walk(value, (part, at) => {
    if (isPolicy && at.at(-2) === 'object-templates' && isForbidden(part)) return true;
    if (typeof part === 'string') {
      const isEncoded = (isSecret && at[0] === 'data') || at[0] === 'binaryData' || (part.length >= LEAST_BASE64 && !NO_BASE64.test(part));
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

/** Whether an entry of `object-templates` of Open Cluster Management forbids an object: no object is created from it. */
function isForbidden(value: unknown): boolean {
  const { complianceType, objectDefinition } = fieldsOf(value);
  return objectDefinition !== undefined && textOf(complianceType)?.toLowerCase() === 'mustnothave';
}

/** The name of a role or binding; undefined for references, which have neither rules nor subjects. */
function grantName(value: unknown): string | undefined {
  const { kind, metadata, ...fields } = fieldsOf(value);
  if (typeof kind !== 'string' || !RBAC_KINDS.has(kind)) return undefined;
  const isWhole = GRANT_FIELDS.some((field) => field in fields || field in fieldsOf(fields.data)) || 'clone' in fields;
  return isWhole ? `${kind} ${textOf(fieldsOf(metadata).name) ?? ''}`.trim() : undefined;
}

/** Replaces escapes of letters in JSON and in double-quoted YAML. */
function withoutEscapes(text: string): string {
  return text.replace(ESCAPE, (_, ...digits: (string | undefined)[]) => {
    const code = digits.slice(0, 3).find((some) => some !== undefined);
    return code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16));
  });
}

/** Decodes Base64; returns other text unchanged. */
function decoded(text: string): string {
  try {
    return atob(text.replace(/\s/g, ''));
  } catch {
    return text;
  }
}

// Objects of other kinds that name cluster-admin or a group with its permissions: their controllers bind it, or sign a login for it.

/** Names of Kubernetes, kubeadm, OpenShift and Rancher. */
const NAMES: ReadonlySet<string> = new Set([
  'cluster-admin',
  'cluster-owner',
  'kubeadm:cluster-admins',
  'system:cluster-admins',
  'system:kube-controller-manager',
  'system:masters',
]);
/** Kinds that only describe, and groups, whose members another rule reports. */
const OTHER_KINDS: ReadonlySet<string> = new Set(['ClusterServiceVersion', 'CustomResourceDefinition', 'Group']);

export const adminNamed = riskRule('admin-named', 'error', 'An object of another kind names cluster-admin', {
  effect: 'more',
  references: ['CIS Kubernetes 5.1.1', NSA_RBAC],
  meaning:
    'The change adds `cluster-admin`, `system:masters` or a similar name to an object that is not a role or binding. Such an object can grant it: objects of Capsule, Rancher and rbac-manager create bindings, charts create bindings from values, and a Certificate is a login. The effect is not reviewed. Admission policies that only refuse objects are not reported.',
  attack: 'A Capsule Tenant lists cluster-admin in its additional role bindings. Its controller creates the binding.',
  fix: 'Name a role with the permissions that are needed, or accept the object in the baseline.',
  looksAt: (object) => !isOfOthers(object),
  pair: ({ before, after }) => {
    const known = new Set(before && !isOfOthers(before) ? mentionsOf(before).map(({ key }) => key) : []);
    return mentionsOf(after)
      .filter(({ key }) => !known.has(key))
      .slice(0, 1)
      .map(({ name, at, within }) => ({
        says: `names ${name} in ${formatFieldPath(at)}; what its controller makes of that was not reviewed`,
        at,
        identity: [name, ...fieldsOnly(at), sortedText(within)],
        claims: [at],
      }));
  },
});

interface Mention {
  readonly name: string;
  readonly at: FieldPath;
  /** The mapping that contains the name, such as a binding with its subjects. */
  readonly within: unknown;
  /** Identifies the mention in any order of a list. */
  readonly key: string;
}

/**
 * Whether an object does nothing with the name, or another rule reports it: a policy that only refuses uses names for its scope and
 * exceptions.
 */
function isOfOthers(object: KubernetesObject): boolean {
  return OTHER_KINDS.has(object.kind) || roleOf(object) !== undefined || bindingOf(object) !== undefined || settingOf(object) === WRITTEN;
}

function mentionsOf({ metadata: _, status: __, ...fields }: KubernetesObject): Mention[] {
  const found: Mention[] = [];
  walk(fields, (part, at, within) => {
    if (typeof part === 'string' && NAMES.has(part))
      found.push({ name: part, at, within, key: sortedText([part, fieldsOnly(at), within]) });
    return false;
  });
  return found;
}

function fieldsOnly(at: FieldPath): string[] {
  return at.filter((step) => typeof step === 'string');
}

// Pods with node access inside of other objects, such as custom resources: the creator of the Pods grants that access.

/** Kinds with examples, schemas or the Pods of an operator. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set(['ClusterServiceVersion', 'CustomResourceDefinition', 'Subscription']);
/** Fields that grant access if they are true, including those of security contexts. */
const SWITCHES: ReadonlySet<string> = new Set([...POD_FIELDS.flatMap(({ field, opens }) => (opens ? [field] : [])), 'privileged']);

export const embeddedPod = riskRule('embedded-pod', 'error', 'An object that is not a workload asks for access to nodes', {
  class: 'code',
  effect: 'more',
  references: ['CWE-250: Execution with Unnecessary Privileges', 'CIS Kubernetes 5.2'],
  meaning:
    'The change adds an object, such as a custom resource or workflow, that sets `hostPath`, `privileged`, `hostPID`, `hostIPC` or `hostNetwork` without being a workload of Kubernetes. A controller creates Pods from the object; the review does not judge these Pods.',
  attack: 'The workers of a RayCluster mount the root folder of their node. Its operator creates the Pods, and no Deployment changes.',
  fix: 'Find out which Pods the controller creates, and accept the object in the baseline if it is intended.',
  pair: ({ before, after }) => {
    const known = new Set(before ? accessIn(before).map(({ what }) => what) : []);
    const found = accessIn(after).filter(({ what }) => !known.has(what));
    if (found.length === 0) return [];
    const places = found.map(({ at, what }) => `${what} (${formatFieldPath(at)})`);
    return [
      {
        says: `has ${listed([...new Set(places)])}: whatever makes Pods of it gives them access to their nodes`,
        at: found[0]?.at,
        identity: [...new Set(found.map(({ what }) => what))].sort(),
      },
    ];
  },
});

/** One field that requests access. */
interface Access {
  readonly at: FieldPath;
  /** The access without its place, because the order of a list can change. */
  readonly what: string;
}

/** Other rules judge workloads, and objects that restrict Pods. */
function accessIn(object: KubernetesObject): Access[] {
  const { apiVersion, kind } = object;
  if (typeof apiVersion !== 'string' || READ_ELSEWHERE.has(kind)) return [];
  const group = groupOf(apiVersion);
  const setting = settingOfKind(object);
  if ((group === '' && kind === 'PersistentVolume') || setting?.gone === 'error' || kind === 'PodSecurityPolicy') return [];
  const pod = podSpecOf(object)?.at;
  const found: Access[] = [];
  walk(object, (value, at) => {
    if (pod && pod.length === at.length && pod.every((step, index) => step === at[index])) return true;
    const field = String(at.at(-1));
    const path = field === 'hostPath' ? (textOf(value) ?? textOf(fieldsOf(value).path)) : undefined;
    if (path !== undefined) found.push({ at, what: `hostPath ${path}` });
    else if (SWITCHES.has(field) && value === true) found.push({ at, what: field });
    return path !== undefined;
  });
  return found;
}

// Variables of Flux and placeholders of Argo CD in permissions: the applied objects differ from those that were read.

/** `${name}` and `${name:=default}` of Flux's `postBuild`, `<path:secret#key>` and `<name>` of the vault plugin. */
const VARIABLE = /\$\{|<[^<>]+>/;

export const leftVariable = riskRule('left-variable', 'error', 'A permission depends on a variable', {
  class: 'unread',
  effect: 'unknown',
  references: ['CWE-471'],
  meaning:
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as Flux writes it.
    'The change adds a role, a binding, or the kind of any object with a variable, such as `${role:=cluster-admin}`. Flux or an Argo CD plugin replaces it before the apply; the review reads it as text.',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as Flux writes it.
  attack: 'The kind `${kind:=ClusterRoleBinding}` is unknown until Flux applies it.',
  fix: 'Write the value, or build the manifests first and review the result.',
  pair: ({ before, after }) => {
    const known = new Set(before && variablesIn(before).map(({ id }) => id));
    const brought = variablesIn(after).filter(({ id }) => !known.has(id));
    return brought.slice(0, 1).map(({ at, text }) => ({
      says: `has ${JSON.stringify(text)} in ${formatFieldPath(at)}: what takes its place before it is applied was not reviewed`,
      at,
      identity: brought.map(({ id }) => id),
    }));
  },
});

interface Variable {
  readonly at: FieldPath;
  readonly text: string;
  readonly id: string;
}

function variablesIn(object: KubernetesObject): Variable[] {
  const found: Variable[] = [];
  const isGrant = roleOf(object) !== undefined || bindingOf(object) !== undefined;
  for (const field of ['apiVersion', 'kind', ...(isGrant ? GRANT_FIELDS : [])]) {
    walk(
      object[field],
      (value, at) => {
        // Without list indexes, because the order of a list has no meaning.
        const fields = at.filter((step) => typeof step === 'string').join('.');
        if (typeof value === 'string' && VARIABLE.test(value))
          found.push({ at, text: value, id: `${formatReference(referenceTo(object))} ${fields} ${value}` });
        return false;
      },
      [field],
    );
  }
  return found;
}
