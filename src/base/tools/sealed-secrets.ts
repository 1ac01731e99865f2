/** Sealed Secrets (https://github.com/bitnami-labs/sealed-secrets). */
import { adds, namespaced, type Tool } from './row.js';

export const SEALED_SECRETS_GROUP = 'bitnami.com';

export const SEALED_SECRETS: Tool = {
  name: 'Sealed Secrets',
  rows: namespaced(SEALED_SECRETS_GROUP, 'SealedSecret', adds('what is in a Secret')),
};
