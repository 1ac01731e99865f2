/** The operator of Vault (https://developer.hashicorp.com/vault/docs/platform/k8s/vso). */
import { others } from './row.js';
import { SECRETS_IN } from './setting.js';
import type { Tool } from './tool.js';

export const VAULT: Tool = {
  name: 'Vault Secrets Operator',
  rows: others('secrets.hashicorp.com', SECRETS_IN),
  settingMarks: [['Pod', 'annotations', 'vault.hashicorp.com/*', 'warning', 'which secrets of Vault its Pods get, and from where']],
};
