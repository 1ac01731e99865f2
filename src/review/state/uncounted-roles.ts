/**
 * Finds roles that do not count, because another role has their name, because they cannot be read, or because the cluster restores them:
 * they may be bound anyway.
 */
import { isNamedObject, objectKey } from '../../base/kubernetes/object.js';
import { type Role, roleOf } from '../../base/kubernetes/rbac.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { defaultsFor } from '../../base/rbac/default-policy.js';
import { BOOTSTRAP_LABEL } from '../../base/rbac/defaults/parse-policy.js';
import { aggregationOf } from '../../base/rbac/role-rules.js';
import type { State, UncountedRole } from './state.js';

/** The role in a document, if the document is or may be one. */
export function namesake(value: unknown, file: string): UncountedRole[] {
  if (isWhollyEncrypted(value)) return [{ where: `an encrypted object in ${file}, which can be another role of this name,` }];
  const role = isNamedObject(value) ? roleOf(value) : undefined;
  if (!role) return [];
  const { kind, metadata } = role;
  const isReadable = !isUnreadableRole(value);
  return [
    {
      ...(isCiphertext(metadata.name) ? {} : { of: { kind, name: metadata.name, namespace: metadata.namespace } }),
      where: `${isReadable ? 'another' : 'a'} role of this name, in ${file},`,
      ...(isReadable ? { role } : {}),
    },
  ];
}

/** SOPS encrypts values in this form and keeps keys as they are. */
function isCiphertext(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('ENC[');
}

/** Whether the permissions of a role are encrypted or not written yet; one encrypted part counts as all. */
export function isUnreadableRole(value: unknown): boolean {
  if (isWhollyEncrypted(value)) return true;
  if (!isMapping(value) || !/^(?:Cluster)?Role$/.test(String(value.kind))) return false;
  const { rules, aggregationRule, metadata } = value as Partial<Role>;
  return typeof rules === 'string' || hasCiphertext([rules, aggregationRule, metadata?.name, metadata?.labels]);
}

/** Whether an object is encrypted including its kind. */
function isWhollyEncrypted(value: unknown): boolean {
  return (
    isMapping(value) && (isCiphertext(value.kind) || (isCiphertext(value.data) && Object.keys(value).every((key) => OF_SOPS.has(key))))
  );
}

const OF_SOPS: ReadonlySet<string> = new Set(['data', 'sops']);

function hasCiphertext(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isCiphertext(value);
  return Object.values(value).some(hasCiphertext);
}

const AUTO_UPDATE = 'rbac.authorization.kubernetes.io/autoupdate';

/** The default roles, if the input replaces any: on start, Kubernetes adds their missing rules. */
export function restoredRoles(state: State): UncountedRole[] {
  const defaults = defaultsFor(state).roles;
  const names = new Set(defaults.map(objectKey));
  const written = new Map(
    state.objects.flatMap((object) => {
      const role = names.has(objectKey(object)) ? roleOf(object) : undefined;
      return role ? [[objectKey(role), role] as const] : [];
    }),
  );
  if (written.size === 0) return [];
  const isKept = ({ metadata }: Role): boolean => metadata.annotations?.[AUTO_UPDATE] === 'false';
  const restored = defaults.map((role) => {
    const own = written.get(objectKey(role));
    return own && isKept(own) ? own : role;
  });
  const { rulesOf } = aggregationOf(restored.filter(({ kind }) => kind === 'ClusterRole'));
  const isRecorded = [...written.values()].every(({ metadata }) => metadata.labels?.[BOOTSTRAP_LABEL] === 'rbac-defaults');
  return restored.map((role) => {
    const { kind, metadata } = role;
    return {
      of: { kind, name: metadata.name, namespace: metadata.namespace },
      where: 'the default role of this name',
      role: { ...role, aggregationRule: null, rules: rulesOf(role).rules.map(({ rule }) => rule) },
      isRestored: true,
      ...(isRecorded ? { isRecorded } : {}),
    };
  });
}
