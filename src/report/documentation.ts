/** Where the page of a rule is. */

import { ruleOf } from '../review/index.js';

/** The pages of the project, where nobody names a copy of them. */
const DOCUMENTATION = 'https://github.com/OWNER/cdk8s-olm/blob/main/docs';

/** The address of what is said of a rule; nothing of a rule that is not ours. @param folder with the folder findings */
export function documentationOf(id: string, folder = DOCUMENTATION): string | undefined {
  const rule = ruleOf(id);
  return rule && `${folder.replace(/\/+$/, '')}/findings/${rule.id}.md`;
}
