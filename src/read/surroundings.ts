/** What else the input says of the cluster that operators are installed in: Secrets, OpenShift, its proxy and its default catalogs. Nothing of it is checked. */
import { disabledSources } from '../catalog/default-sources.js';
import { groupOf } from '../kubernetes/kinds.js';
import { isMapping } from '../manifest/plain-data.js';
import type { SourceReference } from '../manifest/problem.js';
import type { ClusterProxy } from '../model/cluster.js';
import type { Envelope } from './envelope.js';
import type { Reading } from './reading.js';
import { seenVersions } from './seen-versions.js';

const OPENSHIFT = 'config.openshift.io';
const PROXY_FIELDS = ['httpProxy', 'httpsProxy', 'noProxy'] as const;

/** Notes what an object says of the cluster. */
export function noteSurroundings(object: Envelope, source: SourceReference, { parts, disabledSources: disabled }: Reading): void {
  const { apiVersion, kind, metadata, status } = object;
  const { name, namespace } = isMapping(metadata) ? metadata : {};
  if (kind === 'Secret' && apiVersion === 'v1' && typeof name === 'string') {
    parts.secrets.push({ namespace: typeof namespace === 'string' && namespace !== '' ? namespace : 'default', name });
  }
  parts.versions = { ...parts.versions, ...seenVersions(object) };
  if (groupOf(apiVersion) !== OPENSHIFT) return;
  parts.isOpenShift = true;
  if (kind === 'OperatorHub') for (const off of disabledSources(object)) disabled.set(off, source);
  if (kind === 'Proxy' && name === 'cluster' && isMapping(status)) parts.proxy = proxyOf(status);
}

function proxyOf(status: Readonly<Record<string, unknown>>): ClusterProxy {
  return Object.fromEntries(PROXY_FIELDS.flatMap((field) => (typeof status[field] === 'string' ? [[field, status[field]]] : [])));
}
