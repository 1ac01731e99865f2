/** What the documentation has of a rule, and where its page is. */

import type { FindingRule } from '../olm/model/finding.js';
import { FINDING_RULES } from '../review/rules/all-rules.js';

/** The pages of the project, where nobody names a copy of them. */
const DOCUMENTATION = 'https://github.com/OWNER/cdk8s-olm/blob/main/docs';

const RULES: ReadonlyMap<string, FindingRule> = new Map(FINDING_RULES.map((rule) => [rule.id, rule]));

/** Nothing for a rule that is not ours. */
export function ruleOf(id: string): FindingRule | undefined {
  return RULES.get(id);
}

/** The address of what is said of a rule; nothing of a rule that is not ours. @param folder with the folder findings */
export function documentationOf(id: string, folder = DOCUMENTATION): string | undefined {
  return RULES.has(id) ? `${folder.replace(/\/+$/, '')}/findings/${id}.md` : undefined;
}
