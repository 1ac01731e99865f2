/** The cluster's proxy, as OLM tells operators of it (OLM's overrides/proxy). */
import type { EnvVar } from '../../kubernetes/deployment.js';
import type { ClusterProxy } from '../../model/cluster.js';

const VARIABLES = [
  ['HTTP_PROXY', 'httpProxy'],
  ['HTTPS_PROXY', 'httpsProxy'],
  ['NO_PROXY', 'noProxy'],
] as const;

/** The variables that are set; none at all when the Subscription sets one of the three itself. */
export function proxyEnv(proxy: ClusterProxy, configured: readonly EnvVar[]): EnvVar[] {
  if (configured.some(({ name }) => VARIABLES.some(([variable]) => variable === name))) return [];
  return VARIABLES.flatMap(([name, field]) => {
    const value = proxy[field];
    return value ? [{ name, value }] : [];
  });
}
