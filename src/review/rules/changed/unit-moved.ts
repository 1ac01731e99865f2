/** Reports moved folders and objects if the repository does not define which clusters get them. */

import { formatReference, groupBy, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { bindingOf } from '../../../base/kubernetes/rbac.js';
import { counted, listed } from '../../../base/wording/phrases.js';
import { rule } from '../../../olm/model/finding.js';
import { folderOf } from '../../../olm/model/unread-file.js';
import { keyOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import { type FindChanges, type FoundChange, ofStates } from './change.js';
import { weightOf } from './guard-undone.js';

const UNIT_MOVED = rule('unit-moved', 'error', 'Moved objects may be applied elsewhere', {
  class: 'cluster',
  effect: 'unknown',
  meaning:
    'A folder is removed, and another one has most of its objects. The repository does not show where either folder is applied, so the review compares the two: it reports the differences, and does not report the other objects as new. If the paths look like different clusters, such as `dev` and `prod`, the folders are reported as removed and added. The finding also appears if objects move between two files whose paths name such clusters. It is an error if a binding, or a policy or webhook that refuses requests, is among the moved objects.',
  attack: 'A folder that nobody applied moves to a folder that all clusters apply.',
  fix: 'Check that the tool that applies the new folder reaches the same clusters as for the old folder, and no others.',
});

const find: FindChanges = (base, head) => [...folderMoved(base, head), ...objectsMoved(head)];

export const unitMoved = ofStates([UNIT_MOVED], find);

function folderMoved(base: State, { movedFrom, given, placeOf }: State): FoundChange[] {
  if (!movedFrom) return [];
  const { from, to, same } = movedFrom;
  const without = refusingLess(base.given);
  return [
    {
      rule: UNIT_MOVED,
      severity: without === '' ? 'warning' : 'error',
      subject: { kind: 'Folder', name: to },
      message: `was ${from}, with ${counted(same, 'object')} of the same name: the tool that applies the new folder applies ${same === 1 ? 'it' : 'them'}; whether that reaches the same clusters as the old folder is not known${without}`,
      identity: [from],
      place: given.flatMap((object) => placeOf(referenceTo(object)) ?? [])[0],
    },
  ];
}

/**
 * Objects that move between files for different clusters. If everything is one cluster, a move changes nothing else. Files that move with
 * their folder are reported together.
 */
function objectsMoved({ movedObjects = [], given, placeOf }: State): FoundChange[] {
  const byKey = groupBy(given, keyOf);
  const ways = groupBy(movedObjects, ({ from, to }) =>
    JSON.stringify(folderOf(from) === folderOf(to) ? [from, to] : [from, to].map(folderOf)),
  );
  return [...ways.values()].map((all): FoundChange => {
    const [{ from, to }, ...others] = all;
    const [was, is] = others.length === 0 ? [from, to] : [folderOf(from), folderOf(to)];
    const keys = [...new Set(all.flatMap((one) => one.keys))];
    const objects = keys.flatMap((key) => byKey.get(key) ?? []);
    const references = objects.map(referenceTo);
    const without = refusingLess(objects);
    const isDeciding = without !== '' || objects.some((object) => bindingOf(object));
    const them = keys.length === 1 ? 'it' : 'them';
    return {
      rule: UNIT_MOVED,
      severity: isDeciding ? 'error' : 'warning',
      subject: { kind: others.length === 0 ? 'File' : 'Folder', name: is || '.' },
      message: `got ${listed([...new Set(references.map(formatReference))], 'objects')} from ${was || '.'}, which can be for other clusters: those lose ${them}, and those that apply ${is || '.'} get ${them}${without}`,
      fix: `check which clusters get ${was || '.'}, and which get ${is || '.'}`,
      identity: [was, ...keys],
      place: references.flatMap((reference) => placeOf(reference) ?? [])[0],
    };
  });
}

/** Text about clusters that lose a guard. */
function refusingLess(objects: readonly KubernetesObject[]): string {
  const [guard] = objects.filter((object) => weightOf(object) === 'error');
  return guard ? `; without ${formatReference(referenceTo(guard))}, they refuse less` : '';
}
