/** Everything that a run can report: the one list of rules for docs/findings.md, the baseline, SARIF and the JSON schema. */

import { RESOLUTION_RULES } from '../../olm/checks/index.js';
import { type FindingRule, rulesById, rulesOf } from '../../olm/model/finding.js';
import { CLASH_RULES } from '../../olm/render/clashes.js';
import { RENDERED_RULES } from '../../olm/render/findings.js';
import { INSTALL_RULES } from '../../olm/render/install/finding-rules.js';
import { BASELINE_RULES } from './baseline/apply.js';
import { CHANGE_RULES } from './changed/index.js';
import { RISK_RULES } from './index.js';

const OF_CHECK = rulesOf([...RESOLUTION_RULES, ...CLASH_RULES, ...RENDERED_RULES, ...INSTALL_RULES, ...BASELINE_RULES]);

/** What `check`, `render` and `review` find about the input. */
export const CHECK_RULES: readonly FindingRule[] = OF_CHECK;

/** The ids of all rules: code that writes one and is not renamed with it does not compile. */
export type RuleId = (typeof RISK_RULES | typeof CHANGE_RULES | typeof OF_CHECK)[number]['id'];

/** Every rule, in the order of docs/findings.md. */
export const FINDING_RULES: readonly FindingRule[] = [...RISK_RULES, ...CHANGE_RULES, ...CHECK_RULES];

const BY_ID: ReadonlyMap<string, FindingRule> = rulesById(FINDING_RULES);

/** The rule of this id, or the one that had it in an earlier version; nothing for a rule that is not ours. */
export function ruleOf(id: string): FindingRule | undefined {
  return BY_ID.get(id);
}

const ABOUT_THE_BASELINE: ReadonlySet<FindingRule> = new Set(BASELINE_RULES);

/** The rules that a baseline can accept: all except those about the baseline itself. */
export const ACCEPTABLE_RULES: readonly FindingRule[] = FINDING_RULES.filter((rule) => !ABOUT_THE_BASELINE.has(rule));
