/** What else the input says of the cluster that operators are installed in: Secrets, OpenShift, its proxy. Nothing of it is checked. */
import { groupOf } from '../kubernetes/kinds.js';
import { isMapping } from '../manifest/plain-data.js';
import type { ClusterProxy } from '../model/cluster.js';
import type { Envelope } from './envelope.js';
import type { ClusterParts } from './readers.js';

const OPENSHIFT = 'config.openshift.io';
const PROXY_FIELDS = ['httpProxy', 'httpsProxy', 'noProxy'] as const;

/** Notes what an object says of the cluster. */
export function noteSurroundings({ apiVersion, kind, metadata, status }: Envelope, parts: ClusterParts): void {
  const { name, namespace } = isMapping(metadata) ? metadata : {};
  if (kind === 'Secret' && apiVersion === 'v1' && typeof name === 'string') {
    parts.secrets.push({ namespace: typeof namespace === 'string' && namespace !== '' ? namespace : 'default', name });
  }
  if (groupOf(apiVersion) !== OPENSHIFT) return;
  parts.isOpenShift = true;
  if (kind === 'Proxy' && name === 'cluster' && isMapping(status)) parts.proxy = proxyOf(status);
}

function proxyOf(status: Readonly<Record<string, unknown>>): ClusterProxy {
  return Object.fromEntries(PROXY_FIELDS.flatMap((field) => (typeof status[field] === 'string' ? [[field, status[field]]] : [])));
}
