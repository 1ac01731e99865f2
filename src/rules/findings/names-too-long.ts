/** Names too long: the API server accepts them, but not the label `olm.owner` in which OLM writes them. */
import type { Finding } from '../../model/finding.js';
import type { ObjectReference } from '../../model/kubernetes-object.js';
import { MAX_LABEL_LENGTH } from '../../model/names.js';
import { csvReference, groupReference } from '../references.js';
import type { ResolvedCsv, ResolvedGroup } from '../resolve.js';

/** A CSV that never installs because of its name. */
export function csvNameTooLong({ csv }: Pick<ResolvedCsv, 'csv'>): Finding[] {
  return tooLong('csv-name-too-long', csvReference(csv), "the operator's roles and it never installs");
}

/** A group that never gets its ClusterRoles because of its name. */
export function groupNameTooLong({ group }: Pick<ResolvedGroup, 'group'>): Finding[] {
  return tooLong('operator-group-name-too-long', groupReference(group), "the group's ClusterRoles");
}

function tooLong(id: Finding['id'], subject: ObjectReference, refused: string): Finding[] {
  const { length } = subject.name;
  if (length <= MAX_LABEL_LENGTH) return [];
  return [
    {
      id,
      severity: 'error',
      subject,
      message: `the name has ${length} characters; the label olm.owner holds ${MAX_LABEL_LENGTH}, so the API server refuses ${refused}`,
      fix: `shorten the name to ${MAX_LABEL_LENGTH} characters`,
      related: [],
      verdict: false,
    },
  ];
}
