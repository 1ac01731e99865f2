/** Pinniped (https://pinniped.dev/docs). */
import { clusterScoped, namespaced, others, type Tool } from './row.js';
import { LOGIN } from './setting.js';

export const PINNIPED: Tool = {
  name: 'Pinniped',
  rows: [
    ...clusterScoped('authentication.concierge.pinniped.dev', 'JWTAuthenticator WebhookAuthenticator', LOGIN),
    ...others('idp.supervisor.pinniped.dev', LOGIN),
    ...namespaced('config.supervisor.pinniped.dev', 'FederationDomain OIDCClient', LOGIN),
  ],
};
