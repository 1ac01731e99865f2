/** Sealed Secrets (https://github.com/bitnami-labs/sealed-secrets). */
import { adds, namespaced } from './row.js';
import type { Tool } from './tool.js';

/** The label of the Secrets with the keys of the controller. */
export const SEALED_BY = 'sealedsecrets.bitnami.com/sealed-secrets-key';
export const SEALED_SECRETS_GROUP = 'bitnami.com';

export const SEALED_SECRETS: Tool = {
  name: 'Sealed Secrets',
  rows: namespaced(SEALED_SECRETS_GROUP, 'SealedSecret', adds('what is in a Secret')),
};
