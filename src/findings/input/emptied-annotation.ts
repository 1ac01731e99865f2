/** Emptied annotations: in a group that is not static, `olm.providedAPIs` reserves nothing by itself. */

import { compareText } from '../../kubernetes/object.js';
import { groupReference } from '../../model/references.js';
import { parseProvidedApis } from '../../rules/provided-apis.js';
import { joined } from '../../wording/phrases.js';
import type { GroupRule } from './rule.js';

/** A warning about the APIs that OLM removes from a group's annotation. */
export const emptiedAnnotation: GroupRule = {
  id: 'provided-apis-emptied',
  severity: 'warning',
  title: 'APIs in olm.providedAPIs without effect',
  references: [],
  documentation: {
    meaning: 'OLM removes APIs from the `olm.providedAPIs` annotation of a group that is not static, so they have no effect.',
    fix: 'Set `spec.staticProvidedAPIs: true` if the group should reserve the APIs. Otherwise, remove the annotation; OLM writes it.',
  },
  find: ({ group, providedApis, blocked }) => {
    if (group.staticProvidedAPIs || blocked) return [];
    const lost = [...parseProvidedApis(group.providedAPIs)].filter((api) => !providedApis.has(api)).sort(compareText);
    if (lost.length === 0) return [];
    return [
      {
        subject: groupReference(group),
        message: `OLM removes ${joined(lost)} from the olm.providedAPIs annotation, so it has no effect: no CSV in the namespace provides it, or an intersecting group lists it, too`,
        fix: 'set spec.staticProvidedAPIs: true if the group should reserve these APIs, or remove them from the annotation',
      },
    ];
  },
};
