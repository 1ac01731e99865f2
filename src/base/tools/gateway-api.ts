/** Gateway API (https://gateway-api.sigs.k8s.io). */
import { clusterScoped, namespaced, routed } from './row.js';
import { brings, sets } from './setting.js';
import type { Tool } from './tool.js';

const GROUP = 'gateway.networking.k8s.io';

export const GATEWAY_API: Tool = {
  name: 'Gateway API',
  rows: [
    ...clusterScoped(GROUP, 'GatewayClass', sets('warning', 'which program serves Gateways')),
    ...namespaced(GROUP, 'ReferenceGrant', brings('whose Secrets and Services others can name')),
    ...namespaced(
      GROUP,
      'GRPCRoute HTTPRoute TCPRoute TLSRoute UDPRoute',
      routed('which address leads to a Service, and with which headers'),
    ),
  ],
};
