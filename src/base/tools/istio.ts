/** Istio (https://istio.io/latest/docs). */
import { namespaced } from './row.js';
import { keeps, TRAFFIC } from './setting.js';
import type { Tool } from './tool.js';

const IN_THE_MESH = 'whether its Pods are in the mesh, and under its policies';
const BY_WHICH = 'which control plane of Istio its Pods belong to';
const PROXY = 'which proxy checks the traffic to it';
const PROXIES = keeps('warning', 'how proxies handle the traffic of others');

export const ISTIO: Tool = {
  name: 'Istio',
  rows: [
    ...namespaced('security.istio.io', 'AuthorizationPolicy PeerAuthentication RequestAuthentication', TRAFFIC),
    ...namespaced('networking.istio.io', 'EnvoyFilter', PROXIES),
    ...namespaced('extensions.istio.io', 'WasmPlugin', PROXIES),
  ],
  settingMarks: [
    ['Namespace', 'labels', 'istio-injection', 'warning', IN_THE_MESH, 'enabled'],
    ['Namespace', 'labels', 'istio.io/dataplane-mode', 'warning', IN_THE_MESH, 'ambient'],
    ['Namespace', 'labels', 'istio.io/rev', 'warning', BY_WHICH],
    ['Namespace', 'labels', 'istio.io/use-waypoint*', 'warning', PROXY],
    ['Pod', 'labels', 'sidecar.istio.io/inject', 'warning', IN_THE_MESH, 'true'],
    ['Pod', 'annotations', 'sidecar.istio.io/inject', 'warning', IN_THE_MESH, 'true'],
    ['Pod', 'labels', 'istio.io/dataplane-mode', 'warning', IN_THE_MESH, 'ambient'],
    ['Pod', 'labels', 'istio.io/rev', 'warning', BY_WHICH],
    ['Pod', 'labels', 'istio.io/use-waypoint*', 'warning', PROXY],
    ['Pod', 'annotations', 'traffic.sidecar.istio.io/*', 'warning', 'which traffic of its Pods is under the policies of the mesh'],
    ['Pod', 'annotations', 'inject.istio.io/templates', 'warning', 'which containers Istio puts into its Pods'],
    ['Service', 'labels', 'istio.io/use-waypoint*', 'warning', PROXY],
  ],
};
