/** The Secrets Store CSI Driver (https://secrets-store-csi-driver.sigs.k8s.io). */
import { namespaced } from './row.js';
import { SECRETS_IN } from './setting.js';
import type { Tool } from './tool.js';

export const SECRETS_STORE: Tool = {
  name: 'Secrets Store CSI Driver',
  rows: namespaced('secrets-store.csi.x-k8s.io', 'SecretProviderClass', SECRETS_IN),
};
