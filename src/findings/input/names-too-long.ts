/** Names too long: the API server accepts them, but not the label `olm.owner` in which OLM writes them. */

import { MAX_LABEL_LENGTH } from '../../kubernetes/names.js';
import type { ObjectReference } from '../../kubernetes/object.js';
import type { Discovery } from '../../model/finding.js';
import { csvReference, groupReference } from '../../model/references.js';
import type { CsvRule, GroupRule } from './rule.js';

/** A CSV that never installs because of its name. */
export const csvNameTooLong: CsvRule = {
  id: 'csv-name-too-long',
  severity: 'error',
  title: 'The name of a CSV is too long',
  references: [],
  documentation: {
    meaning: 'The name of a CSV is too long for a label, so OLM never installs it.',
    fix: 'Shorten the name of the CSV to at most 63 characters.',
  },
  find: ({ csv }) => tooLong(csvReference(csv), "the operator's roles and OLM never installs it"),
};

/** A group that never gets its ClusterRoles because of its name. */
export const groupNameTooLong: GroupRule = {
  id: 'operator-group-name-too-long',
  severity: 'error',
  title: 'The name of an OperatorGroup is too long',
  references: [],
  documentation: {
    meaning: 'The name of an OperatorGroup is too long for a label, so it gets no ClusterRoles.',
    fix: 'Shorten the name of the OperatorGroup to at most 63 characters.',
  },
  find: ({ group }) => tooLong(groupReference(group), "the group's ClusterRoles"),
};

function tooLong(subject: ObjectReference, refused: string): Discovery[] {
  const { length } = subject.name;
  if (length <= MAX_LABEL_LENGTH) return [];
  return [
    {
      subject,
      message: `the name has ${length} characters, but the label olm.owner allows ${MAX_LABEL_LENGTH}, so the API server refuses ${refused}`,
      fix: `shorten the name to at most ${MAX_LABEL_LENGTH} characters`,
    },
  ];
}
