/** A baseline → its entries: the accepted risks and findings. */

import { ACCEPTABLE_IDS } from './findings.js';
import type { Problem } from './manifest/problem.js';
import { type BaselineEntry, baselineEntries } from './risks/baseline-entries.js';
import type { RiskConfiguration } from './risks/risk-configuration.js';
import { type BaselineText, baselineTextOf, readBaselineText } from './source/read-baseline.js';

/** What a baseline accepts. Nothing if it has problems. */
export interface Baseline {
  readonly entries: readonly BaselineEntry[];
  /** Rules and severities of its own. */
  readonly configuration: RiskConfiguration;
  readonly problems: readonly Problem[];
}

/**
 * Reads a baseline from a file that must exist.
 *
 * @example
 * accept(review(base, head), readBaseline('accepted.yaml').entries, '2027-01-31').review
 */
export function readBaseline(file: string): Baseline {
  return baselineIn(readBaselineText(file));
}

/**
 * The baseline of a state: `.cdk8s-olm.yaml` in the folder of its input or above. Without one, nothing is accepted.
 *
 * @param input as readState takes it, such as `git:origin/main:clusters/prod`
 */
export function baselineOf(input: string): Baseline {
  return baselineIn(baselineTextOf(input));
}

function baselineIn(text: BaselineText): Baseline {
  const { entries, configuration, problems } = baselineEntries(text.document, text.locator, ACCEPTABLE_IDS);
  const all = [...text.problems, ...problems];
  return { entries: all.length > 0 ? [] : entries, configuration, problems: all };
}
