/** The Secrets Store CSI Driver (https://secrets-store-csi-driver.sigs.k8s.io). */
import { namespaced, type Tool } from './row.js';
import { SECRETS_IN } from './setting.js';

export const SECRETS_STORE: Tool = {
  name: 'Secrets Store CSI Driver',
  rows: namespaced('secrets-store.csi.x-k8s.io', 'SecretProviderClass', SECRETS_IN),
};
