/** Reports changes of running images: other registries and repositories, tags instead of digests, other versions. */
import { isDeepStrictEqual } from 'node:util';
import { containersOf } from '../../../../base/kubernetes/containers.js';
import { readableReference } from '../../../../base/kubernetes/image-owner.js';
import { type ImageReference, imageReference } from '../../../../base/kubernetes/image-reference.js';
import { formatReference, groupBy, type ObjectReference } from '../../../../base/kubernetes/object.js';
import { fieldsOf, listOf, textOf } from '../../../../base/kubernetes/pod-spec.js';
import { type FieldPath, formatFieldPath } from '../../../../base/manifest/field-path.js';
import { listed } from '../../../../base/wording/phrases.js';
import { type FindingRule, rule } from '../../../../olm/model/finding.js';
import { compareVersions } from '../../../../olm/model/version-range.js';
import type { State } from '../../../state/state.js';
import { type Workload, workloadsOf } from '../../../state/workloads.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';
import { renamedContainers, type WorkloadPair, workloadPairs } from './workload-pairs.js';

/** An image that a workload or CSV names. */
interface NamedImage {
  /** The name of the container, variable or related image. */
  readonly name: string;
  /** Identifies the place in both states; differs for variables of one name in different containers. */
  readonly key: string;
  readonly text: string;
  /** Absent for a text that is no image reference. */
  readonly image: ImageReference | undefined;
  readonly at: FieldPath;
}

const IMAGE_ADDED = rule('image-added', 'info', 'An image is new', {
  class: 'code',
  isRoutine: true,
  meaning: 'A container, or a variable that names an image, has a new image from a known repository.',
  fix: "Check the image's source.",
});

export const IMAGE_CHANGED = rule('image-changed', 'warning', 'Another image runs', {
  class: 'code',
  isRoutine: true,
  isSummedUp: true,
  short: 'images from elsewhere',
  meaning:
    'A workload runs an image from another registry or repository, an older version, a tag instead of a digest, or another digest under the same tag. It is a note if only the version differs.',
  attack:
    "The operator's image is replaced by one with the same name from the attacker's registry, which runs with all permissions of the operator.",
  fix: "Check the image's source, and use its digest.",
  references: ['CIS Kubernetes 5.5.1'],
});

/** Finds changes of images, for the object that a person edits. */
const find: FindChanges = (base, head) => {
  const pairs = workloadPairs(base, head);
  const bySource = groupBy(
    pairs.filter(({ after }) => after),
    ({ after }) => formatReference((after as Workload).source),
  );
  const registries = new Set(
    workloadsOf(base)
      .flatMap((workload) => imagesOf(workload))
      .flatMap(({ image }) => image?.registry ?? []),
  );
  // A new object is reported with its images.
  const staying = [...bySource.values()].filter((same) => same.some(({ before }) => before));
  return staying.flatMap((same) => sourceChanges(same, registries, head));
};

export const images = ofStates([IMAGE_ADDED, IMAGE_CHANGED], find);

/**
 * The changed images of one CSV or object.
 * @param registries all registries that BASE uses
 */
function sourceChanges(pairs: readonly WorkloadPair[], registries: ReadonlySet<string>, head: State): FoundChange[] {
  const [{ after }] = pairs as [Required<WorkloadPair>];
  const was = pairs.flatMap(({ before }) => (before ? imagesOf(before) : []));
  const ran = new Set(was.map(({ text }) => text));
  const compared = pairs.flatMap((pair) => (pair.after ? comparedImages(pair.before, pair.after) : []));
  const changed = uniquePlaces(compared).filter(({ now, old }) => (old ? old.text !== now.text : !ran.has(now.text)));
  const change = changeOf(after.source, head);
  const foreign = changed.filter(({ now }) => now.image && !registries.has(now.image.registry));
  const rest = changed.filter((image) => !foreign.includes(image));
  const versions = rest.filter(({ now, old }) => old && isOtherVersion(old.image, now.image));
  const [older, newer] = [versions.filter(isOlder), versions.filter((image) => !isOlder(image))];
  return [
    ...[...groupBy(foreign, ({ now }) => now.image?.registry)].map(([registry, images]) =>
      change(IMAGE_CHANGED, 'warning', `pulls images from a registry that was not used before: ${registry}`, images),
    ),
    ...rest.flatMap((image) => oneImage(image, change)),
    ...(older.length === 0 ? [] : [change(IMAGE_CHANGED, 'warning', versionText(older, 'an older', 'older'), older)]),
    ...(newer.length === 0 ? [] : [change(IMAGE_CHANGED, 'info', versionText(newer, 'another', 'other'), newer)]),
    ...rest.filter(({ old }) => !old).map((image) => change(IMAGE_ADDED, 'info', `${image.now.name} runs ${image.now.text}`, [image])),
  ];
}

/** An image, and the image at the same place before. */
interface ComparedImage {
  readonly now: NamedImage;
  readonly old?: NamedImage;
}

/** Compares the images of a workload. A Deployment that its CSV adds is reported with the images of its containers. */
function comparedImages(before: Workload | undefined, after: Workload): ComparedImage[] {
  const now = imagesOf(after);
  if (!before) return now.filter(({ key }) => !key.startsWith(CONTAINER)).map((image) => ({ now: image }));
  const earlier = new Map(imagesOf(before, after).map((image) => [image.key, image]));
  return now.map((image) => ({ now: image, old: earlier.get(image.key) }));
}

/** The most images that a text names. */
export const SHOWN_IMAGES = 20;

/** Removes duplicates: each workload of a CSV lists the related images of the CSV. */
function uniquePlaces(images: readonly ComparedImage[]): ComparedImage[] {
  // A new Deployment has no earlier related images.
  const known = images.toSorted((a, b) => Number(a.old !== undefined) - Number(b.old !== undefined));
  const byPlace = new Map(known.map((image) => [formatFieldPath(image.now.at), image]));
  return images.filter((image) => byPlace.get(formatFieldPath(image.now.at)) === image);
}

type MakeChange = (rule: FindingRule, severity: FoundChange['severity'], message: string, images: readonly ComparedImage[]) => FoundChange;

function changeOf(subject: ObjectReference, head: State): MakeChange {
  return (rule, severity, message, changed) => {
    const [first] = changed;
    const before = [...new Set(changed.flatMap(({ old }) => old?.text ?? []))];
    const after = [...new Set(changed.map(({ now }) => now.text))];
    return {
      rule,
      severity,
      subject,
      message,
      before: before.length > 0 ? listed(before, 'images', SHOWN_IMAGES) : undefined,
      after: listed(after, 'images', SHOWN_IMAGES),
      place: first && head.placeOf(subject, first.now.at),
      identity: changed.flatMap(({ now }) => [now.key, now.text]),
      claims: changed.map(({ now }) => now.at),
    };
  };
}

function versionText(images: readonly ComparedImage[], one: string, many: string): string {
  const count = new Set(images.map(({ now }) => now.text)).size;
  return count === 1 ? `1 image has ${one} version` : `${count} images have ${many} versions`;
}

/** Whether the version is older, as far as tags are versions. */
function isOlder({ now, old }: ComparedImage): boolean {
  const order = compareVersions(now.image?.tag ?? '', old?.image?.tag ?? '');
  return order !== undefined && order < 0;
}

/** The changes of an image that need a check. A new version alone is not one. */
function oneImage({ now, old }: ComparedImage, change: MakeChange): FoundChange[] {
  if (!old) return [];
  const warn = (message: string): FoundChange[] => [change(IMAGE_CHANGED, 'warning', message, [{ now, old }])];
  const [was, is] = [old.image, now.image];
  if (!was || !is) return warn(`${now.name} runs ${now.text} instead of ${old.text}`);
  if (isDeepStrictEqual(was, is))
    return [change(IMAGE_CHANGED, 'info', `${now.name} runs the same image, written in another way`, [{ now, old }])];
  if (was.registry !== is.registry) return warn(`${now.name} comes from another registry: ${is.registry} instead of ${was.registry}`);
  if (was.repository !== is.repository) return warn(`${now.name} runs another image: ${is.repository} instead of ${was.repository}`);
  if (was.digest && !is.digest) return warn(`${now.name} uses a tag instead of a digest, so the image can change later`);
  if (!was.digest && is.digest && was.tag === is.tag)
    return [change(IMAGE_CHANGED, 'info', `${now.name} is pinned to a digest now`, [{ now, old }])];
  if (was.digest !== is.digest && was.tag === is.tag && was.tag !== undefined)
    return warn(`${now.name} has another digest under the same tag ${is.tag}`);
  return [];
}

function isOtherVersion(was: ImageReference | undefined, is: ImageReference | undefined): boolean {
  if (
    !was ||
    !is ||
    isDeepStrictEqual(was, is) ||
    was.registry !== is.registry ||
    was.repository !== is.repository ||
    (was.digest && !is.digest)
  )
    return false;
  return !(was.tag === is.tag && was.tag !== undefined && was.digest !== is.digest);
}

const CONTAINER = 'container ';

/** Whether a variable contains an image: not all operators use OLM's prefix, so the value also counts. */
function isImage(name: string, value = ''): boolean {
  if (/^RELATED_IMAGE_/.test(name)) return true;
  const { tag, digest } = (/image/i.test(name) && value.includes('/') && imageReference(value)) || {};
  return tag !== undefined || digest !== undefined;
}

/**
 * The images of containers and volumes, of variables that operators pass on, and of a CSV's `relatedImages`.
 *
 * @param successor the workload that replaces this one and may have other container names
 */
function imagesOf(workload: Workload, successor = workload): NamedImage[] {
  const { reference, pod, csv } = workload;
  const names = renamedContainers(pod, successor.pod);
  const named = (name: string, key: string, text: string | undefined, at: FieldPath): NamedImage[] =>
    text ? [{ name, key, text, image: readableReference(text), at }] : [];
  const containers = containersOf(pod).flatMap((container) => {
    const key = `${CONTAINER}${names.get(container.name) ?? container.name}`;
    return [
      ...named(`container ${container.name} of ${reference.kind} ${reference.name}`, key, container.image, [...container.at, 'image']),
      ...listOf(container.fields.env).flatMap((variable, index) => {
        const name = textOf(variable.name) ?? '';
        const at = [...container.at, 'env', index, 'value'];
        const value = textOf(variable.value);
        return isImage(name, value) ? named(name, `variable ${name} of ${key}`, value, at) : [];
      }),
    ];
  });
  const volumes = listOf(pod.fields.volumes).flatMap(({ name: of, image }, index) => {
    const name = `volume ${textOf(of) ?? index} of ${reference.kind} ${reference.name}`;
    return named(name, `volume ${textOf(of)}`, textOf(fieldsOf(image).reference), [...pod.at, 'volumes', index, 'image', 'reference']);
  });
  const related = listOf(fieldsOf(csv?.csv.manifest.spec).relatedImages).flatMap((entry, index) => {
    const name = `related image ${textOf(entry.name) ?? index}`;
    return named(name, name, textOf(entry.image), ['spec', 'relatedImages', index, 'image']);
  });
  return [...containers, ...volumes, ...related];
}
