/** A manifest without apiVersion is taken for Kubernetes' own kind of that name; of any other kind, nobody knows its group. */
import { apiVersionOfKind, isSupportedKind } from '../bundle-kinds.js';
import type { InstallCheck } from './refusal.js';

export const apiVersion: InstallCheck = ({ others }) =>
  others
    .filter((manifest) => !manifest.apiVersion && isSupportedKind(manifest.kind) && apiVersionOfKind(manifest.kind) === undefined)
    .map((manifest) => ({
      code: 'INVALID_BUNDLE',
      message: `the API server refuses this ${manifest.kind} because it has no apiVersion`,
      found: 'nothing',
      expected: 'the group and version of the kind',
      fix: 'add apiVersion to the manifest',
      manifest,
      at: ['apiVersion'],
    }));
