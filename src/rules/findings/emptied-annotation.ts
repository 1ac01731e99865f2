/** Emptied annotations: in a group that is not static, `olm.providedAPIs` reserves nothing by itself. */
import type { Finding } from '../../model/finding.js';
import { compareText } from '../../model/kubernetes-object.js';
import { parseProvidedApis } from '../provided-apis.js';
import { groupReference } from '../references.js';
import type { ResolvedGroup } from '../resolve.js';

/** A warning about the APIs that OLM takes out of a group's annotation. */
export function emptiedAnnotation({ group, providedApis, blocked }: ResolvedGroup): Finding[] {
  if (group.staticProvidedAPIs || blocked) return [];
  const lost = [...parseProvidedApis(group.providedAPIs)].filter((api) => !providedApis.has(api)).sort(compareText);
  if (lost.length === 0) return [];
  return [
    {
      id: 'provided-apis-emptied',
      severity: 'warning',
      subject: groupReference(group),
      message: `OLM takes ${lost.join(', ')} out of olm.providedAPIs, since no CSV of the namespace provides it, or an intersecting group lists it too; it protects nothing`,
      fix: 'set spec.staticProvidedAPIs to true if the group is to reserve these APIs, or remove them',
      related: [],
      verdict: false,
    },
  ];
}
