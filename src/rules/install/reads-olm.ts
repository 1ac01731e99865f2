/** Operators that read or write OLM's own objects: without OLM on the cluster, these are not there. */

import { compareText } from '../../kubernetes/object.js';
import type { Finding } from '../../model/finding.js';
import { installFinding } from '../../model/install-finding.js';
import type { RegistryV1 } from '../../model/registry-v1.js';
import { listed } from '../../wording/phrases.js';

const OLM_GROUP = 'operators.coreos.com';

/** A warning about an operator whose permissions name OLM's API group. */
export function readsOlm({ csv }: RegistryV1, namespace: string): Finding[] {
  const rules = [...csv.permissions, ...csv.clusterPermissions].flatMap((permission) => permission.rules ?? []);
  const named = rules.filter(({ apiGroups = [] }) => apiGroups.includes(OLM_GROUP)).flatMap(({ resources = [] }) => resources);
  // A subresource is part of its resource.
  const resources = [...new Set(named.map((name) => name.split('/')[0] ?? ''))].sort(compareText);
  if (resources.length === 0) return [];
  return [
    installFinding(
      'reads-olm-objects',
      'warning',
      { kind: 'ClusterServiceVersion', namespace, name: csv.name },
      `the operator asks for ${listed(resources)} of ${OLM_GROUP}, which are not there without OLM: it can fail, or wait for ever`,
      'ask its author whether it runs without OLM, or try it where nothing depends on it',
    ),
  ];
}
