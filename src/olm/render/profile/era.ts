/** Eras of OLM v0: the names and labels of its objects, by release. Data only: no generator reads a version. */
import type { EraName } from '../../model/olm-version.js';
import type { Era } from './conventions.js';
import { base62Sha224, permissionHash } from './hash.js';
import { spewHash } from './spew-hash.js';

const MAX_CLUSTER_ROLE_NAME = 253;

const hashedGroupRole: Era['groupRole'] = ({ namespace, name }, role) => {
  const hash = base62Sha224(`${namespace}/${name}/${role}`);
  const limit = MAX_CLUSTER_ROLE_NAME - 'olm.og..-'.length - role.length - hash.length;
  return `olm.og.${name.slice(0, limit)}.${role}-${hash}`;
};

const plainGroupRole: Era['groupRole'] = ({ name }, role) => `${name}-${role}`;

/** Groups whose roles have the names of era C in OpenShift 4.14: Kubernetes or OpenShift has ClusterRoles with their earlier names. */
const RENAMED = [
  'aggregate-olm',
  'alert-routing',
  'cluster',
  'cluster-monitoring',
  'monitoring',
  'monitoring-rules',
  'packagemanifests-v1',
  'registry',
  'storage',
];

const C: Era = {
  groupRole: hashedGroupRole,
  permissionHash,
  managed: { 'olm.managed': 'true' },
  labelsHashes: true,
  ownsAuthReader: false,
};
const B: Era = { ...C, permissionHash: spewHash, ownsAuthReader: true };
const A: Era = { ...B, groupRole: plainGroupRole, managed: {}, labelsHashes: false };

export const ERA: Readonly<Record<EraName, Era>> = {
  A,
  'A′': { ...A, groupRole: (group, role) => (RENAMED.includes(group.name) ? hashedGroupRole : plainGroupRole)(group, role) },
  B,
  C,
};
