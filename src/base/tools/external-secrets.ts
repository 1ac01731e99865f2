/** External Secrets (https://external-secrets.io). */
import { clusterScoped, namespaced, others } from './row.js';
import { SECRETS_IN, SECRETS_OUT, type Setting, sets } from './setting.js';
import type { Tool } from './tool.js';

export const EXTERNAL_SECRETS_GROUP = 'external-secrets.io';

/** Copies from a store, which is reviewed by itself, into one Secret of the same namespace. */
const SECRET_IN: Setting = {
  ...sets('info', 'what is in a Secret'),
  changed: 'warning',
  harmless: ['refreshInterval', 'refreshPolicy', 'deletionPolicy'],
};

export const EXTERNAL_SECRETS: Tool = {
  name: 'External Secrets',
  rows: [
    ...clusterScoped(EXTERNAL_SECRETS_GROUP, 'ClusterPushSecret', SECRETS_OUT),
    ...namespaced(EXTERNAL_SECRETS_GROUP, 'PushSecret', SECRETS_OUT),
    ...clusterScoped(
      EXTERNAL_SECRETS_GROUP,
      'ClusterExternalSecret ClusterSecretStore',
      sets('error', 'which Secrets all namespaces get, and with which content'),
    ),
    ...namespaced(EXTERNAL_SECRETS_GROUP, 'ExternalSecret', SECRET_IN),
    ...namespaced(EXTERNAL_SECRETS_GROUP, 'SecretStore', SECRETS_IN),
    ...others('generators.external-secrets.io', SECRETS_IN),
  ],
};
