/** Gateway API (https://gateway-api.sigs.k8s.io). */
import { clusterScoped, namespaced, reviewed, type Tool } from './row.js';
import { sets } from './setting.js';

const GROUP = 'gateway.networking.k8s.io';

export const GATEWAY_API: Tool = {
  name: 'Gateway API',
  rows: [
    ...clusterScoped(GROUP, 'GatewayClass', sets('warning', 'which program serves Gateways')),
    ...namespaced(GROUP, 'ReferenceGrant', sets('warning', 'whose Secrets and Services others can name')),
    ...namespaced(GROUP, 'GRPCRoute HTTPRoute TCPRoute TLSRoute UDPRoute', reviewed('which address leads to a Service')),
  ],
};
