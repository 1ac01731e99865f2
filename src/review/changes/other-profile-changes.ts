/** CSVs and OperatorGroups that come or change where the profile makes nothing of them, as that of OLM v1 does: no permission of theirs is compared. */
import { isDeepStrictEqual } from 'node:util';
import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../kubernetes/object.js';
import { csvReference } from '../../model/references.js';
import type { State } from '../../state/state.js';
import type { FindChanges, FoundChange } from './change.js';
import { NOT_REVIEWED } from './not-reviewed.js';

/** Finds them. */
export const otherProfileChanges: FindChanges = (base, head) => {
  const before = new Map([...objectsOf(base)].map(({ subject, manifest }) => [formatReference(subject), manifest]));
  return objectsOf(head).flatMap(({ subject, manifest, isRead }): FoundChange[] => {
    const old = before.get(formatReference(subject));
    if (isRead || (old && isDeepStrictEqual(withoutStatus(old), withoutStatus(manifest)))) return [];
    return [
      {
        kind: NOT_REVIEWED,
        severity: 'error',
        subject,
        message: `${old ? 'differs' : 'is new'}, and the profile does not evaluate it: review it with --profile olm or documented, too`,
        covers: [[]],
        place: head.placeOf(subject),
      },
    ];
  });
};

interface OfOlm {
  readonly subject: ObjectReference;
  readonly manifest: KubernetesObject;
  readonly isRead: boolean;
}

function objectsOf({ cluster, resolution }: State): OfOlm[] {
  const read = new Set(
    [
      ...[...resolution.csvs, ...resolution.replaced].map(({ csv }) => csvReference(csv)),
      ...resolution.groups.map(({ group }) => referenceTo(group.manifest)),
    ].map(formatReference),
  );
  const all = [
    ...cluster.clusterServiceVersions.map((csv) => ({ subject: csvReference(csv), manifest: csv.manifest })),
    ...cluster.operatorGroups.map(({ manifest }) => ({ subject: referenceTo(manifest), manifest })),
  ];
  return all.map((object) => ({ ...object, isRead: read.has(formatReference(object.subject)) }));
}

function withoutStatus({ status: _, ...object }: KubernetesObject): unknown {
  return object;
}
