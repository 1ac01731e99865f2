/** Finds the documentation page of a rule. */

import { ruleOf } from '../review/index.js';

/** The pages of the project; the default if no copy is named. */
export const DOCUMENTATION = 'https://github.com/OWNER/cdk8s-olm/blob/main/docs';

const PAGE = /\/ID(\.[a-z]{1,9}|\/)?$/;

/**
 * The address of the page of a rule; undefined for a user's rule.
 * @param place the folder that contains `findings`, or a page, such as `findings/ID.html`
 */
export function documentationOf(id: string, place = DOCUMENTATION): string | undefined {
  const rule = ruleOf(id);
  const page = PAGE.test(place) ? place : `${place.replace(/(?<!\/)\/+$/, '')}/findings/ID.md`;
  return rule && page.replace(PAGE, `/${rule.id}$1`);
}
