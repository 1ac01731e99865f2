/** Pinniped (https://pinniped.dev/docs). */
import { clusterScoped, namespaced, others } from './row.js';
import { LOGIN } from './setting.js';
import type { Tool } from './tool.js';

export const PINNIPED: Tool = {
  name: 'Pinniped',
  rows: [
    ...clusterScoped('authentication.concierge.pinniped.dev', 'JWTAuthenticator WebhookAuthenticator', LOGIN),
    ...others('idp.supervisor.pinniped.dev', LOGIN),
    ...namespaced('config.supervisor.pinniped.dev', 'FederationDomain OIDCClient', LOGIN),
  ],
};
