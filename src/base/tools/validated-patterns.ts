/** Validated Patterns (https://validatedpatterns.io). */
import { APPLIES, namespaced } from './row.js';
import type { Tool } from './tool.js';

export const VALIDATED_PATTERNS: Tool = {
  name: 'Validated Patterns',
  rows: namespaced('gitops.hybrid-cloud-patterns.io', 'Pattern', APPLIES),
};
