/** Finds the documentation page of a rule. */

import { ruleOf } from '../review/index.js';

/** The pages of the project; the default if no copy is named. */
export const DOCUMENTATION = 'https://github.com/OWNER/cdk8s-olm/blob/main/docs';

/**
 * The address of the page of a rule; undefined for a user's rule.
 * @param folder the folder that contains `findings`
 */
export function documentationOf(id: string, folder = DOCUMENTATION): string | undefined {
  const rule = ruleOf(id);
  return rule && `${folder.replace(/(?<!\/)\/+$/, '')}/findings/${rule.id}.md`;
}
