/** An API server takes no manifest without apiVersion; OLM goes by the kind alone. */
import type { InstallCheck } from './refusal.js';

export const apiVersion: InstallCheck = ({ others }) =>
  others
    .filter((manifest) => !manifest.apiVersion)
    .map((manifest) => ({
      code: 'INVALID_BUNDLE',
      message: `the API server refuses this ${manifest.kind} because it has no apiVersion`,
      found: 'nothing',
      expected: 'the group and version of the kind',
      fix: 'add apiVersion to the manifest',
      manifest,
      at: ['apiVersion'],
    }));
