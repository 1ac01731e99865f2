/** Install strategy: OLM knows one, `deployment`. */
import type { InstallationRule } from './installation-rule.js';
import { failed } from './verdict.js';

/** Fails CSVs with another strategy. */
export const installStrategy: InstallationRule = (candidates) =>
  new Map(
    candidates
      .filter((csv) => csv.installStrategy !== 'deployment')
      .map((csv) => [csv, { verdict: failed('InvalidInstallStrategy', 'install strategy invalid: unrecognized install strategy') }]),
  );
