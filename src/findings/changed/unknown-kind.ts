/** Objects of kinds of which the review does not know what they do. */

import { groupOf } from '../../kubernetes/kinds.js';
import { compareText, groupBy, type KubernetesObject } from '../../kubernetes/object.js';
import { sortedText } from '../../manifest/plain-data.js';
import type { Presence } from '../../model/finding.js';
import { objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import { riskRule } from '../risk-rule.js';
import type { Discovery } from '../rule.js';
import { whatDiffers } from './documents/fields-in-words.js';
import { isHarmlessWhenGone, isKnownKind } from './kind-effects.js';
import { ownObjects, type Says, unknownThing } from './unknown-thing.js';

export const unknownKind = riskRule({
  id: 'unknown-kind',
  severity: 'warning',
  title: 'A kind is not known to this tool',
  references: ['CWE-15: External Control of System or Configuration Setting'],
  documentation: {
    meaning:
      "The change adds, alters or removes objects of a kind that this tool does not know and no operator of BASE, or from a catalog, provides; a CRD alone does not explain it. Some controller acts on them, and a removed one can have limited others. Kinds that only add something, such as ServiceMonitor, can be removed. One line for each kind, and one for what is new of it. New objects are reported until BASE's baseline names the kind under `known`; changed and removed ones always, unless `accepted` has their fingerprint.",
    attack: 'A SharedSecret gives Pods in another namespace a Secret of kube-system. No list of dangerous kinds has it.',
    fix: 'Read what the controller does, and name the kind under `known` in the baseline, with a reason.',
  },
  compare: ({ state: base }, { state: head }) => {
    const [before, after] = [objectsOf(base), objectsOf(head)];
    const provided = providedKinds(base, head);
    const isUnknown = (object: KubernetesObject): boolean => !isKnownKind(object) && !provided.has(kindOf(object));
    const changed = ownObjects(head).filter(
      (object) => isUnknown(object) && sortedText(content(before.twinOf(object))) !== sortedText(content(object)),
    );
    const [came, differing] = [false, true].map((isThere) => changed.filter((object) => (before.twinOf(object) !== undefined) === isThere));
    const gone = ownObjects(base).filter((object) => !after.twinOf(object) && isUnknown(object) && !isHarmlessWhenGone(object));
    const tell = (objects: readonly KubernetesObject[], presence?: Presence): Discovery[] =>
      [...groupBy(objects, kindOf)].map(([kind, alike]) => ({
        ...unknownThing(base, head, 'kind', kind, alike, SAYS),
        ...(presence === undefined ? {} : { presence }),
      }));
    return [...tell([...(differing ?? []), ...gone]), ...tell(came ?? [], 'added')].sort((a, b) =>
      compareText(a.subject.name, b.subject.name),
    );
  },
});

const SAYS: Says = {
  covers: (object, old) => (old ? whatDiffers(old, object) : { covers: [[]] }),
  is: (count) => (count === 1 ? 'an object of this kind is' : `${count} objects of this kind are`),
  nobodyKnows: 'what it does',
};

function kindOf({ apiVersion, kind }: KubernetesObject): string {
  const group = groupOf(apiVersion);
  return group === '' ? kind : `${kind}.${group}`;
}

/**
 * What operators provide, whose controllers are reviewed with their permissions: those of BASE, and those of HEAD that OLM takes from a
 * catalog. A CRD says nothing about who acts on its objects, and a CSV that comes with the change could claim any kind.
 */
function providedKinds(base: State, head: State): ReadonlySet<string> {
  const csvs = [...base.resolution.csvs, ...head.resolution.csvs.filter(({ csv }) => csv.isResolved)];
  return new Set(csvs.flatMap(({ providedApis }) => providedApis.map(({ kind, group }) => `${kind}.${group}`)));
}

/** How often metrics are read. */
const TIMING: ReadonlySet<string> = new Set(['interval', 'scrapeTimeout']);

/** All but metadata and status, and of kinds that only add something, without what decides nothing. */
function content(object: KubernetesObject | undefined): unknown {
  if (!object) return undefined;
  const { metadata: _, status: __, ...rest } = object;
  return isHarmlessWhenGone(object)
    ? JSON.parse(JSON.stringify(rest, (key, value: unknown) => (TIMING.has(key) ? undefined : value)))
    : rest;
}
