/** Gatekeeper (https://open-policy-agent.github.io/gatekeeper/website/docs). Its CRDs use one word for the singular and the plural. */
import { clusterScoped, namespaced, others } from './row.js';
import { CHANGED_WHEN_WRITTEN, keeps, WRITTEN } from './setting.js';
import type { Tool } from './tool.js';

const POLICY = { isPolicy: true } as const;

export const GATEKEEPER: Tool = {
  name: 'Gatekeeper',
  rows: [
    ...others('constraints.gatekeeper.sh', WRITTEN),
    ...clusterScoped('templates.gatekeeper.sh', 'ConstraintTemplate', WRITTEN, POLICY),
    ...namespaced('config.gatekeeper.sh', 'Config', keeps('error', 'which objects admission policies do not check')),
    ...clusterScoped('externaldata.gatekeeper.sh', 'Provider', keeps('error', 'which server decides for admission policies')),
    ...clusterScoped('expansion.gatekeeper.sh', 'ExpansionTemplate/expansiontemplate', WRITTEN),
    ...clusterScoped(
      'mutations.gatekeeper.sh',
      'Assign/assign AssignImage/assignimage AssignMetadata/assignmetadata ModifySet/modifyset',
      CHANGED_WHEN_WRITTEN,
      POLICY,
    ),
    ...others('mutations.gatekeeper.sh', CHANGED_WHEN_WRITTEN),
  ],
  settingMarks: [['Namespace', 'labels', 'admission.gatekeeper.sh/ignore', 'warning', 'whether Gatekeeper checks the namespace']],
};
