/** Which traffic NetworkPolicies allow, and where Services and routes lead: more than before, or less. */

import { stringify } from 'safe-stable-stringify';
import { groupOf } from '../../../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf } from '../../../../base/kubernetes/pod-spec.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import type { Setting } from '../../../../base/tools/setting.js';
import type { State } from '../../../state/state.js';
import { BACKENDS } from './setting-of.js';

/** Whether a NetworkPolicy selects the same Pods and allows no traffic that it did not allow before. */
export function isNarrowed({ spec: was }: KubernetesObject, { spec: is }: KubernetesObject): boolean {
  const [before, after] = [fieldsOf(was), fieldsOf(is)];
  const isWithin = (field: 'ingress' | 'egress'): boolean => {
    const known = new Set(listOf(before[field]).map(ruleText));
    return field in before === field in after && listOf(after[field]).every((rule) => known.has(ruleText(rule)));
  };
  const same = (['podSelector', 'policyTypes'] as const).every((field) => stringify(before[field]) === stringify(after[field]));
  return same && isWithin('ingress') && isWithin('egress');
}

/**
 * Whether a new NetworkPolicy is the first of its namespace, and allows no traffic from other namespaces or addresses: without one, all
 * traffic is allowed.
 */
export function onlyCloses({ kind, apiVersion, metadata: { namespace }, spec }: KubernetesObject, { given }: State): boolean {
  if (kind !== 'NetworkPolicy' || groupOf(apiVersion) !== 'networking.k8s.io') return false;
  const { ingress, egress } = fieldsOf(spec);
  const isOpen = (rule: Fields): boolean => {
    const peers = listOf(rule.from ?? rule.to);
    return peers.length === 0 || peers.some(({ ipBlock, namespaceSelector }) => ipBlock !== undefined || namespaceSelector !== undefined);
  };
  return (
    !given.some((one) => one.kind === kind && one.metadata.namespace === namespace) && ![...listOf(ingress), ...listOf(egress)].some(isOpen)
  );
}

/** A rule with the defaults of the API server. */
function ruleText(rule: Fields): string {
  const ports = listOf(rule.ports).map((port) => ({ protocol: 'TCP', ...port }));
  return stringify({ ...rule, ...(ports.length > 0 ? { ports } : {}) }) ?? '';
}

/** Whether a new object opens an address outside of the cluster: a port of the nodes, or all hosts that nobody else has. */
export function isReachedFromOutside(object: KubernetesObject, setting: Setting): boolean {
  const { type, defaultBackend, wildcardPolicy, volumeName, dataSource, dataSourceRef, source } = fieldsOf(object.spec);
  if (setting === BACKENDS) return type === 'NodePort' || type === 'LoadBalancer' || type === 'ExternalName';
  if (object.kind === 'PersistentVolumeClaim')
    return [volumeName, dataSource, dataSourceRef].some((each) => each !== undefined && each !== '');
  if (object.kind === 'VolumeSnapshot') return fieldsOf(source).volumeSnapshotContentName !== undefined;
  const isAny = hostsOf(object).some((each) => each.startsWith('*'));
  return ROUTES.has(object.kind) && (isAny || defaultBackend !== undefined || wildcardPolicy === 'Subdomain');
}

/** The hosts whose traffic an Ingress or a route takes. */
function hostsOf({ kind, spec }: KubernetesObject): readonly string[] {
  const { rules, hostnames, host } = fieldsOf(spec);
  const hosts = kind === 'Ingress' ? listOf(rules).map((rule) => rule.host ?? '*') : kind === 'Route' ? [host ?? ''] : hostnames;
  return ROUTES.has(kind) && Array.isArray(hosts) ? hosts.map(String).filter((each) => each !== '') : [];
}

const ROUTES: ReadonlySet<string> = new Set(['GRPCRoute', 'HTTPRoute', 'Ingress', 'Route', 'TLSRoute']);

/** Whether a Service keeps all of its ports and other fields, and only has more ports. */
export function onlyAddsPorts({ spec: was }: KubernetesObject, { spec: is }: KubernetesObject): boolean {
  const { ports: before, ...old } = fieldsOf(was);
  const { ports: after, ...now } = fieldsOf(is);
  const known = new Set(listOf(after).map(leadOfPort));
  return (
    BACKENDS_ONLY.every((field) => sortedText(old[field]) === sortedText(now[field])) &&
    listOf(before).every((port) => known.has(leadOfPort(port)))
  );
}

/** Where a port leads. */
function leadOfPort({ name: _, appProtocol: __, ...port }: Fields): string {
  return sortedText({ protocol: 'TCP', targetPort: port.port, ...port });
}

const BACKENDS_ONLY = [
  ...['clusterIP', 'clusterIPs', 'externalName', 'loadBalancerClass', 'loadBalancerIP', 'loadBalancerSourceRanges', 'selector', 'type'],
];

/** Whether a port leads where the port of this number or name led; another number is one that no client uses yet. */
function leadsAsBefore(port: Fields, ports: readonly Fields[]): boolean {
  const old = ports.filter((each) => each.port === port.port || (each.name !== undefined && each.name === port.name));
  const endOf = ({ protocol = 'TCP', targetPort, port: own }: Fields): string => sortedText([protocol, targetPort ?? own]);
  return old.every((each) => endOf(each) === endOf(port));
}

/** Whether a Service becomes one that is reachable only within the cluster, or has other ports; the ports that stay lead where they led. */
export function isReachedByFewer({ spec: was }: KubernetesObject, { spec: is }: KubernetesObject): boolean {
  const { type: _, ...others } = fieldsOf(was);
  const { type = 'ClusterIP', ...left } = fieldsOf(is);
  return (
    type === 'ClusterIP' &&
    ['clusterIP', 'clusterIPs', 'externalName', 'selector'].every((field) => stringify(others[field]) === stringify(left[field])) &&
    listOf(left.ports).every((port) => leadsAsBefore(port, listOf(others.ports)))
  );
}
