/** OLM installs some kinds of manifests only. */
import { isSupportedKind } from '../bundle-kinds.js';
import type { Validator } from './validator.js';

export const manifestKindsAreSupported: Validator = ({ others }) =>
  others
    .filter(({ kind }) => !isSupportedKind(kind))
    .map(({ kind, metadata }) => `unsupported resource ${JSON.stringify(metadata?.name ?? '')} with kind ${JSON.stringify(kind)}`);
