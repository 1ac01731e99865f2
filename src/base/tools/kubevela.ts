/** KubeVela (https://kubevela.io/docs). */
import { DEPLOYS, namespaced } from './row.js';
import { APPLIED, brings } from './setting.js';
import type { Tool } from './tool.js';

export const KUBEVELA: Tool = {
  name: 'KubeVela',
  rows: [
    ...namespaced('core.oam.dev', 'Application', brings('which objects KubeVela applies, and they were not reviewed'), DEPLOYS),
    ...namespaced('core.oam.dev', 'ComponentDefinition PolicyDefinition TraitDefinition WorkflowStepDefinition', APPLIED),
  ],
};
