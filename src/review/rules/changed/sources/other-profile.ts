/**
 * Reports new and changed objects that the profile does not evaluate, so that their permissions are not compared: CSVs and OperatorGroups
 * with the profile of OLM v1, and ClusterExtensions with the others.
 */
import { isDeepStrictEqual } from 'node:util';
import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import type { Bundle } from '../../../../olm/model/bundle.js';
import type { ClusterExtension } from '../../../../olm/model/cluster-extension.js';
import { csvReference } from '../../../../olm/model/finding.js';
import type { State } from '../../../state/state.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';
import { NOT_REVIEWED } from '../documents/not-reviewed.js';
import { isEvaluated } from './unjudged-sources.js';

/** Finds these objects. */
const find: FindChanges = (base, head) => {
  const before = new Map(objectsOf(base).map(({ subject, content }) => [formatReference(subject), content]));
  const ofOlm = objectsOf(head).flatMap(({ subject, content, isRead }): FoundChange[] => {
    const old = before.get(formatReference(subject));
    if (isRead || isDeepStrictEqual(old, content)) return [];
    return [
      {
        ...notReviewed(
          subject,
          `${old ? 'differs' : 'is new'}, and the profile does not evaluate it: review it with --profile olm or documented, too`,
          head,
        ),
        claims: [[]],
      },
    ];
  });
  return [...ofOlm, ...head.cluster.clusterExtensions.flatMap((extension) => installsOther(extension, base, head))];
};

export const otherProfile = ofStates([NOT_REVIEWED], find);

function notReviewed(subject: ObjectReference, message: string, head: State): FoundChange {
  return { rule: NOT_REVIEWED, severity: 'error', subject, message, place: head.placeOf(subject) };
}

interface OfOlm {
  readonly subject: ObjectReference;
  readonly content: unknown;
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
    ...cluster.clusterServiceVersions.map((csv) => ({
      subject: csvReference(csv),
      content: [withoutStatus(csv.manifest), ...(csv.bundle ? besides(csv.bundle) : [])],
    })),
    ...cluster.operatorGroups.map(({ manifest }) => ({ subject: referenceTo(manifest), content: withoutStatus(manifest) })),
  ];
  return all.map((object) => ({ ...object, isRead: read.has(formatReference(object.subject)) }));
}

/**
 * An unchanged ClusterExtension that resolves to other content in a catalog. Other rules report changes of its fields or of a bundle
 * folder.
 */
function installsOther({ bundle, ...extension }: ClusterExtension, base: State, head: State): FoundChange[] {
  const old = base.cluster.clusterExtensions.find(({ name }) => name === extension.name);
  const isInFolder = bundle !== undefined && head.documents.some((document) => document.bundle === bundle.name);
  if (!old || isInFolder || isEvaluated(extension.name, head) || !isDeepStrictEqual(wishOf(old), wishOf(extension))) return [];
  if (isDeepStrictEqual(contentOf(old, base), contentOf({ ...extension, bundle }, head))) return [];
  const subject = { kind: 'ClusterExtension', name: extension.name };
  return [notReviewed(subject, 'installs something else, which is not in this review, and --profile olm-v1 evaluates it', head)];
}

function wishOf({ namespace, packageName, version, channels, inline }: ClusterExtension): unknown {
  return { namespace, packageName, version, channels, inline };
}

/** The content of an extension; if its bundle cannot be read, all catalog entries of the package. */
function contentOf({ bundle, packageName }: Pick<ClusterExtension, 'bundle' | 'packageName'>, { documents }: State): unknown[] {
  if (bundle) return [bundle.csv, ...besides(bundle)];
  return documents.flatMap(({ value }) => {
    const { schema, package: of, name } = fieldsOf(value);
    return typeof schema === 'string' && (of ?? name) === packageName ? [value] : [];
  });
}

function besides({ customResourceDefinitions, others }: Bundle): unknown[] {
  return [customResourceDefinitions, others];
}

function withoutStatus({ status: _, ...object }: KubernetesObject): unknown {
  return object;
}
