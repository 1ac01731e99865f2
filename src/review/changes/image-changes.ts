/** Changes of the images that run: other registries and repositories, tags instead of digests, other versions. */
import { groupBy } from '../../kubernetes/group-by.js';
import { type ImageReference, imageReference } from '../../kubernetes/image-reference.js';
import { formatReference, type ObjectReference } from '../../kubernetes/object.js';
import { containersOf, fieldsOf, listOf, textOf } from '../../kubernetes/pod-spec.js';
import { type FieldPath, formatFieldPath } from '../../manifest/field-path.js';
import type { State } from '../../state/state.js';
import { type Workload, workloadsOf } from '../../state/workloads.js';
import { listed } from '../../words/phrases.js';
import type { Change, FindChanges } from './change.js';
import { type WorkloadPair, workloadPairs } from './workload-pairs.js';

/** An image that something names. */
interface NamedImage {
  /** Of the container, the variable or the related image. */
  readonly name: string;
  readonly text: string;
  readonly image: ImageReference;
  readonly at: FieldPath;
}

/** Finds changes of images, for the object that a person edits. */
export const imageChanges: FindChanges = (base, head) => {
  const pairs = workloadPairs(base, head);
  const bySource = groupBy(
    pairs.filter(({ before, after }) => before && after),
    ({ after }) => formatReference((after as Workload).source),
  );
  const registries = new Set(
    workloadsOf(base)
      .flatMap(imagesOf)
      .map(({ image }) => image.registry),
  );
  return [...bySource.values()].flatMap((same) => sourceChanges(same, registries, head));
};

/** The images of one CSV or object. @param registries all that the base uses */
function sourceChanges(pairs: readonly WorkloadPair[], registries: ReadonlySet<string>, head: State): Change[] {
  const [{ after }] = pairs as [Required<WorkloadPair>];
  const was = pairs.flatMap(({ before }) => (before ? imagesOf(before) : []));
  const is = uniquePlaces(pairs.flatMap((pair) => (pair.after ? imagesOf(pair.after) : [])));
  const earlier = new Map(was.map((image) => [image.name, image]));
  const changed = is.filter(({ name, text }) => earlier.get(name)?.text !== text);
  const change = changeOf(after.source, head);
  const foreign = changed.filter(({ image }) => !registries.has(image.registry));
  const rest = changed.filter((image) => !foreign.includes(image));
  const pairsOf = rest.map((now) => ({ now, old: earlier.get(now.name) }));
  const versions = pairsOf.filter(({ now, old }) => old && isOtherVersion(old.image, now.image));
  return [
    ...[...groupBy(foreign, ({ image }) => image.registry)].map(([registry, images]) =>
      change('image-changed', 'warning', `pulls images from a registry that was not used before: ${registry}`, images, earlier),
    ),
    ...pairsOf.flatMap(({ now, old }) => (old ? oneImage(old, now, change) : [])),
    ...(versions.length === 0
      ? []
      : [
          change(
            'image-changed',
            'info',
            versionText(new Set(versions.map(({ now }) => now.text)).size),
            versions.map(({ now }) => now),
            earlier,
          ),
        ]),
    ...rest
      .filter(({ name }) => !earlier.has(name))
      .map((image) => change('image-added', 'info', `${image.name} runs ${image.text}`, [image], earlier)),
  ];
}

/** Each workload of a CSV names the images that are related to all of them. */
function uniquePlaces(images: readonly NamedImage[]): NamedImage[] {
  return [...new Map(images.map((image) => [formatFieldPath(image.at), image])).values()];
}

type MakeChange = (
  kind: Change['kind'],
  severity: Change['severity'],
  message: string,
  images: readonly NamedImage[],
  earlier: ReadonlyMap<string, NamedImage>,
) => Change;

function changeOf(subject: ObjectReference, head: State): MakeChange {
  return (kind, severity, message, images, earlier) => {
    const [first] = images;
    const before = [...new Set(images.flatMap(({ name }) => earlier.get(name)?.text ?? []))];
    const after = [...new Set(images.map(({ text }) => text))];
    return {
      kind,
      severity,
      subject,
      message,
      before: before.length > 0 ? listed(before) : undefined,
      after: listed(after),
      place: first && head.placeOf(subject, first.at),
    };
  };
}

function versionText(count: number): string {
  return count === 1 ? '1 image has another version' : `${count} images have another version`;
}

/** What a reader should check in a changed image. A new version alone is not part of it. */
function oneImage(old: NamedImage, now: NamedImage, change: MakeChange): Change[] {
  const earlier = new Map([[now.name, old]]);
  const warn = (message: string): Change[] => [change('image-changed', 'warning', message, [now], earlier)];
  const [was, is] = [old.image, now.image];
  if (was.registry !== is.registry) return warn(`${now.name} comes from another registry: ${is.registry} instead of ${was.registry}`);
  if (was.repository !== is.repository) return warn(`${now.name} runs another image: ${is.repository} instead of ${was.repository}`);
  if (was.digest && !is.digest) return warn(`${now.name} uses a tag instead of a digest, so the image can change later`);
  if (was.digest !== is.digest && was.tag === is.tag && was.tag !== undefined)
    return warn(`${now.name} has another digest under the same tag ${is.tag}`);
  return [];
}

function isOtherVersion(was: ImageReference, is: ImageReference): boolean {
  if (was.registry !== is.registry || was.repository !== is.repository || (was.digest && !is.digest)) return false;
  return !(was.tag === is.tag && was.tag !== undefined && was.digest !== is.digest);
}

/** The images of containers and of the variables that operators pass on, and of a CSV's `relatedImages`. */
function imagesOf({ reference, pod, csv }: Workload): NamedImage[] {
  const named = (name: string, text: string | undefined, at: FieldPath): NamedImage[] =>
    text ? [{ name, text, image: imageReference(text), at }] : [];
  const containers = containersOf(pod).flatMap((container) => [
    ...named(`container ${container.name} of ${reference.kind} ${reference.name}`, container.image, [...container.at, 'image']),
    ...listOf(container.fields.env).flatMap((variable, index) =>
      /^RELATED_IMAGE_/.test(textOf(variable.name) ?? '')
        ? named(textOf(variable.name) as string, textOf(variable.value), [...container.at, 'env', index, 'value'])
        : [],
    ),
  ]);
  const related = listOf(fieldsOf(csv?.csv.manifest.spec).relatedImages).flatMap((entry, index) =>
    named(`related image ${textOf(entry.name) ?? index}`, textOf(entry.image), ['spec', 'relatedImages', index, 'image']),
  );
  return [...containers, ...related];
}
