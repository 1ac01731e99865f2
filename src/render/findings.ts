/** What applying a rendering would run into: the rules about rendered objects. */
import { type Finding, report } from '../model/finding.js';
import { oversizedObjects } from './oversized-objects.js';
import { refusedObjects } from './refused-objects.js';
import type { Rendered } from './rendered.js';
import type { RenderedRule } from './rendered-rule.js';
import { unprunedCsvs } from './unpruned-csvs.js';

/** What stands in the way of applying it. */
const IN_THE_WAY: readonly RenderedRule[] = [refusedObjects, oversizedObjects];

/** Every rule about rendered objects. */
export const RENDERED_RULES: readonly RenderedRule[] = [...IN_THE_WAY, unprunedCsvs];

/** What keeps a rendering from being applied. @param rendered what is to be applied of it */
export function renderedFindings(rendered: readonly Rendered[]): Finding[] {
  return IN_THE_WAY.flatMap((rule) => report(rule, rendered));
}

/** What to know once it is applied; it is told to those who write the files, not to those who check or review. */
export function deliveryNotes(rendered: readonly Rendered[]): Finding[] {
  return report(unprunedCsvs, rendered);
}
