/** Folders that move where nobody says what is applied. */

import { formatReference, referenceTo } from '../../kubernetes/object.js';
import { rule } from '../../model/finding.js';
import { counted } from '../../wording/phrases.js';
import { type FindChanges, ofStates } from './change.js';
import { weightOf } from './guard-undone.js';

const UNIT_MOVED = rule('unit-moved', 'warning', 'A folder moves of which nobody knows where it is applied', {
  meaning:
    'A folder is gone, and another one has most of its objects. Nothing in the repository says where either is applied, so the two are compared as one: what differs is told, and the rest is not told as new. Never so if the paths can be of different clusters, such as `dev` and `prod`. Error if it has a policy or webhook that refuses requests.',
  attack: 'A folder that nobody applied moves to where all clusters look.',
  fix: 'Check that what applies the new folder reaches the clusters that the old one reached, and no others.',
});

const find: FindChanges = (base, { movedFrom, given, placeOf }) => {
  if (!movedFrom) return [];
  const { from, to, same } = movedFrom;
  const [guard] = base.given.filter((object) => weightOf(object) === 'error');
  const without = guard ? `; without ${formatReference(referenceTo(guard))}, they refuse less` : '';
  return [
    {
      rule: UNIT_MOVED,
      severity: guard ? 'error' : 'warning',
      subject: { kind: 'Folder', name: to },
      message: `was ${from}, with ${counted(same, 'object')} of the same name: whoever applies the new folder gets ${same === 1 ? 'it' : 'them'}, and whether that reaches the clusters that the old one reached is not known${without}`,
      identity: [from],
      place: given.flatMap((object) => placeOf(referenceTo(object)) ?? [])[0],
    },
  ];
};

export const unitMoved = ofStates([UNIT_MOVED], find);
