/** What in an input says that its cluster is OpenShift. Whoever keeps such objects in Git seldom says it anywhere else. */
import { MARKETPLACE } from '../catalog/default-sources.js';
import type { Cluster } from '../model/cluster.js';

type Signs = Pick<Cluster, 'isOpenShift' | 'subscriptions' | 'namespaces' | 'operatorGroups'>;

/** The sign, as the end of a sentence with because; nothing where there is none. */
export function openShiftSign({ isOpenShift, subscriptions, namespaces, operatorGroups }: Signs): string | undefined {
  if (isOpenShift) return 'the input has objects of config.openshift.io';
  if (subscriptions.some(({ catalogSourceNamespace }) => catalogSourceNamespace === MARKETPLACE))
    return `Subscriptions name catalogs of the namespace ${MARKETPLACE}`;
  const names = [...namespaces.map(({ name }) => name), ...[...subscriptions, ...operatorGroups].map(({ namespace }) => namespace)];
  const [first] = names.filter((name) => name.startsWith('openshift-')).sort();
  return first === undefined ? undefined : `the input has the namespace ${first}`;
}
