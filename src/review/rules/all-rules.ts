/** The list of all rules, for docs/findings.md, the baseline, SARIF and the JSON schema. */

import { FILE_RULES } from '../../olm/checks/files/index.js';
import { RESOLUTION_RULES } from '../../olm/checks/index.js';
import { type FindingRule, rulesOf } from '../../olm/model/finding.js';
import { CLASH_RULES } from '../../olm/render/clashes.js';
import { RENDERED_RULES } from '../../olm/render/delivery-notes.js';
import { INSTALL_RULES } from '../../olm/render/install/finding-rules.js';
import { BASELINE_RULES } from './baseline/apply.js';
import { CHANGE_RULES } from './changed/index.js';
import { RISK_RULES } from './index.js';
import { rulesById } from './rules-by-id.js';

const OF_CHECK = rulesOf([...RESOLUTION_RULES, ...FILE_RULES, ...CLASH_RULES, ...RENDERED_RULES, ...INSTALL_RULES, ...BASELINE_RULES]);

/** The rules of `check`, `render` and `review` about the input. */
export const CHECK_RULES: readonly FindingRule[] = OF_CHECK;

/** The ids of all rules: code that still writes an old id after a rename does not compile. */
export type RuleId = (typeof RISK_RULES | typeof CHANGE_RULES | typeof OF_CHECK)[number]['id'];

/** Every rule, in the order of docs/findings.md. */
export const FINDING_RULES: readonly FindingRule[] = [...RISK_RULES, ...CHANGE_RULES, ...CHECK_RULES];

const BY_ID: ReadonlyMap<string, FindingRule> = rulesById(FINDING_RULES);

/** The rule with this id, or with this id in an earlier version; undefined for a user's rule. */
export function ruleOf(id: string): FindingRule | undefined {
  return BY_ID.get(id);
}

const ABOUT_THE_BASELINE: ReadonlySet<FindingRule> = new Set(BASELINE_RULES);

/** The rules that a baseline can accept: all except those about the baseline itself. */
export const ACCEPTABLE_RULES: readonly FindingRule[] = FINDING_RULES.filter((rule) => !ABOUT_THE_BASELINE.has(rule));
