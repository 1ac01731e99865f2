/** Everything that a run can report: the one list of rules for docs/findings.md, the baseline, SARIF and the JSON schema. */

import { RESOLUTION_RULES } from '../../olm/checks/index.js';
import type { FindingRule } from '../../olm/model/finding.js';
import { CLASH_RULES } from '../../olm/render/clashes.js';
import { RENDERED_RULES } from '../../olm/render/findings.js';
import { INSTALL_RULES } from '../../olm/render/install/finding-rules.js';
import { BASELINE_RULES } from './baseline/apply.js';
import { CHANGE_RULES } from './changed/index.js';
import { RISK_RULES } from './index.js';

/** What `check`, `render` and `review` find about the input. */
export const CHECK_RULES: readonly FindingRule[] = [
  ...RESOLUTION_RULES,
  ...CLASH_RULES,
  ...RENDERED_RULES,
  ...INSTALL_RULES,
  ...BASELINE_RULES,
];

/** Every rule, in the order of docs/findings.md. */
export const FINDING_RULES: readonly FindingRule[] = [...RISK_RULES, ...CHANGE_RULES, ...CHECK_RULES];

/** The ids that a baseline can accept: all except those about the baseline itself. */
export const ACCEPTABLE_IDS: readonly string[] = FINDING_RULES.filter((rule) => !BASELINE_RULES.includes(rule)).map(({ id }) => id);
