/** Rules about what is rendered and applied, whichever rule of OLM it came from. */
import type { Rule } from '../model/finding.js';
import type { Rendered } from './rendered.js';

/** Looks at everything that is to be applied. */
export type RenderedRule = Rule<[rendered: readonly Rendered[]]>;
