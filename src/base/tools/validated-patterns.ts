/** Validated Patterns (https://validatedpatterns.io). */
import { APPLIES, namespaced, type Tool } from './row.js';

export const VALIDATED_PATTERNS: Tool = {
  name: 'Validated Patterns',
  rows: namespaced('gitops.hybrid-cloud-patterns.io', 'Pattern', APPLIES),
};
