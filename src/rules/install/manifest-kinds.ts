/** A bundle may bring some kinds of manifests only. */
import { isSupportedKind } from '../bundle-kinds.js';
import type { InstallCheck } from './refusal.js';

export const manifestKinds: InstallCheck = ({ others }) =>
  others
    .filter(({ kind }) => !isSupportedKind(kind))
    .map((manifest) => ({
      code: 'UNKNOWN_KIND',
      message: 'no bundle can install manifests of this kind',
      found: manifest.kind,
      expected: 'a kind that OLM installs',
      fix: 'keep the manifest beside the bundle and apply it yourself',
      manifest,
      at: ['kind'],
    }));
