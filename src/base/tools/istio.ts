/** Istio (https://istio.io/latest/docs). */
import { namespaced, type Tool } from './row.js';
import { keeps, TRAFFIC } from './setting.js';

const PROXIES = keeps('warning', 'what proxies do with the traffic of others');

export const ISTIO: Tool = {
  name: 'Istio',
  rows: [
    ...namespaced('security.istio.io', 'AuthorizationPolicy PeerAuthentication RequestAuthentication', TRAFFIC),
    ...namespaced('networking.istio.io', 'EnvoyFilter', PROXIES),
    ...namespaced('extensions.istio.io', 'WasmPlugin', PROXIES),
  ],
  settingMarks: [
    ['Namespace', 'labels', 'istio-injection', 'warning', 'whether its Pods are in the mesh, and under its policies', 'enabled'],
  ],
};
