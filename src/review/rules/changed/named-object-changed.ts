/** Reports Secrets, ConfigMaps and Services that appear or change, and that objects of the input name already: those objects read them. */
import { formatReference, isNamedObject, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../base/kubernetes/pod-spec.js';
import { isIn } from '../../../base/manifest/field-changes.js';
import { formatFieldPath, walk } from '../../../base/manifest/field-path.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { listed } from '../../../base/wording/phrases.js';
import { type Naming, namingIn } from '../../state/named-objects.js';
import { objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import { riskRule, type Told } from '../risk-rule.js';
import type { Discovery } from '../rule.js';
import { settingOf } from './settings/setting-of.js';
import { WEBHOOK_KINDS } from './webhook-servers.js';

export const namedObjectChanged = riskRule(
  'named-object-changed',
  'warning',
  'An object that another one trusts or leads to is new or changed',
  {
    class: 'cluster',
    references: ['CWE-15: External Control of System or Configuration Setting', 'CWE-345: Insufficient Verification of Data Authenticity'],
    meaning:
      'A Secret or ConfigMap is new or has other content, and an object of the input names it: a key for verifying signatures, the authority of an issuer, a credential, a kubeconfig, a configuration; or it is gone, and is still named. Or a Service is new, and an existing Ingress, Route or similar object leads to it. Or values that SOPS encrypted are new or changed: whoever has the public key can have made them. Other rules report objects that Pods mount.',
    attack: 'The Secret with the key of an OCIRepository gets another key. Flux applies any artifact that the attacker signs.',
    fix: 'Check who wrote the content, and accept it in the baseline if it is intended.',
    looksAt: (object) => isNameable(object) || isEncrypted(object),
    pair: ({ before, after }, { state: head }, { state: base }) => {
      if (isEncrypted(after)) return encryptedAnew(before, after);
      if (before && (after.kind === 'Service' || contentOf(before) === contentOf(after))) return [];
      const { twinOf } = objectsOf(base);
      const naming = namingIn(head)(after).filter(({ object }) => counts(object) && twinOf(object) !== undefined);
      if (naming.length === 0 || (before === undefined && settingOf(after)?.added !== undefined && after.kind !== 'Service')) return [];
      const names = [...new Set(naming.map(nameOf))];
      const how =
        after.kind === 'Service'
          ? `already lead${names.length === 1 ? 's' : ''} to it`
          : `take${names.length === 1 ? 's' : ''} what is in it`;
      return [
        {
          says: `is ${before ? 'changed' : 'new'}, and ${listed(names)} ${how}`,
          fix: 'check who made it, and accept it in the baseline if it is meant',
          identity: [contentOf(after), ...names],
          ...(before ? { claims: [['data'], ['stringData'], ['binaryData']] } : {}),
        },
      ];
    },
    compare: ({ state: base }, { state: head }) => goneOf(base, head),
  },
);

/** Secrets and ConfigMaps that are gone, and that objects still name: whoever makes one of this name decides what those trust. */
function goneOf(base: State, head: State): Discovery[] {
  const [was, is] = [objectsOf(base), objectsOf(head)];
  return base.given.flatMap((object): Discovery[] => {
    if (!isNameable(object) || object.kind === 'Service' || is.twinOf(object)) return [];
    const names = namingIn(head)(object)
      .filter((one) => counts(one.object) && was.twinOf(one.object) !== undefined)
      .map(nameOf);
    if (names.length === 0) return [];
    return [
      {
        subject: referenceTo(object),
        severity: 'warning',
        says: `is gone, and ${listed([...new Set(names)])} still name${names.length === 1 ? 's' : ''} it: who makes one of this name decides what is in it`,
        fix: 'name what makes it now, and accept it in the baseline if it is meant',
        identity: ['gone', ...names],
      },
    ];
  });
}

function isNameable({ apiVersion, kind }: KubernetesObject): boolean {
  return apiVersion === 'v1' && (kind === 'Secret' || kind === 'ConfigMap' || kind === 'Service');
}

const CIPHER = /^ENC\[AES256_GCM,/;

/** Whether SOPS encrypted values of an object. */
function isEncrypted(object: KubernetesObject): boolean {
  return 'sops' in object || isIn(object.data, isCipher) || isIn(object.stringData, isCipher);
}

function isCipher(value: unknown): boolean {
  return typeof value === 'string' && CIPHER.test(value);
}

/** The changed ciphertexts. Roles and bindings are compared as permissions. */
function encryptedAnew(before: KubernetesObject | undefined, after: KubernetesObject): Told[] {
  const [was, is] = [before, after].map((object) => ciphersIn(object));
  const changed = [...(is ?? [])].flatMap(([field, text]) => (was?.get(field) === text ? [] : [field]));
  if (changed.length === 0) return [];
  return [
    {
      says: `has ${before ? 'other' : 'new'} encrypted content in ${listed(changed, 'fields')}, which is not read here; who has the public key can have made it`,
      fix: 'ask who encrypted it, and accept it in the baseline if it is meant',
      identity: changed.map((field) => is?.get(field) ?? ''),
      ...(before ? { claims: [['data'], ['stringData'], ['binaryData'], ['sops']] } : {}),
    },
  ];
}

/** The ciphertexts of an object by their fields. */
function ciphersIn(object: KubernetesObject | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (!object) return found;
  const { sops: _, ...fields } = object as KubernetesObject & { readonly sops?: unknown };
  walk(fields, (value, at) => {
    if (typeof value === 'string' && CIPHER.test(value)) found.set(formatFieldPath(at), value);
    return false;
  });
  return found;
}

/** Other rules report the servers of webhooks and APIs, and the input of Pods. */
function counts(object: KubernetesObject): boolean {
  return isNamedObject(object) && !WEBHOOK_KINDS.has(object.kind) && object.kind !== 'APIService' && object.kind !== 'ServiceAccount';
}

function nameOf({ object, named: { at } }: Naming): string {
  return `${formatReference(referenceTo(object))} (${formatFieldPath(at)})`;
}

function contentOf({ data, stringData, binaryData, type, spec }: KubernetesObject): string {
  return sortedText([data, stringData, binaryData, type, fieldsOf(spec)]);
}
