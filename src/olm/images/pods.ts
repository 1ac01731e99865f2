/**
 * Finds the images in objects: in the containers of all kinds that make Pods, and in their variables. Clusters without internet access
 * take these images from another registry; kustomize does not change the variables.
 */
import { imageReference } from '../../base/kubernetes/image-reference.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { CONTAINER_LISTS } from '../../base/kubernetes/pod-spec.js';
import type { FieldPath } from '../../base/manifest/field-path.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { podSpecOf } from '../../base/tools/pod-specs.js';

/** Replaces the beginning `from` of image names with `to`. */
export interface RegistryRewrite {
  /** A registry, or a registry and the beginning of a repository: `quay.io/example`. */
  readonly from: string;
  /** The registry, or the registry and the beginning of a repository, that has them. */
  readonly to: string;
}

/** The object with its images replaced; the longest matching `from` applies. */
export function rewriteImages(object: KubernetesObject, rewrites: readonly RegistryRewrite[]): KubernetesObject {
  const byLength = rewrites.toSorted((a, b) => b.from.length - a.from.length);
  return withImages(object, (image) => rewritten(image, byLength));
}

function rewritten(image: string, rewrites: readonly RegistryRewrite[]): string {
  const reference = imageReference(image);
  if (!reference) return image;
  const { registry, repository, tag, digest } = reference;
  const path = `${registry}/${repository}`;
  const rewrite = rewrites.find(({ from }) => path === from || path.startsWith(`${from}/`));
  if (!rewrite) return image;
  return `${rewrite.to}${path.slice(rewrite.from.length)}${tag ? `:${tag}` : ''}${digest ? `@${digest}` : ''}`;
}

/** The variables in which operators receive the images that they run. */
const RELATED_IMAGE = /^RELATED_IMAGE_/;

type Data = Readonly<Record<string, unknown>>;

/** The object with each of its images changed; the same object if nothing changes. */
export function withImages<T extends KubernetesObject>(object: T, change: (image: string, at: string) => string): T {
  const spec = podSpecOf(object);
  return spec ? (changedAt(object as unknown as Data, spec.at, (pod) => changedPod(pod, change)) as unknown as T) : object;
}

function changedAt(data: Data, [key, ...rest]: FieldPath, change: (data: Data) => Data): Data {
  if (key === undefined) return change(data);
  const field = String(key);
  const inner = data[field];
  return isMapping(inner) ? replaced(data, field, changedAt(inner, rest, change)) : data;
}

function replaced(data: Data, field: string, value: unknown): Data {
  return data[field] === value ? data : { ...data, [field]: value };
}

function changedPod(pod: Data, change: (image: string, at: string) => string): Data {
  return CONTAINER_LISTS.reduce<Data>(
    (current, field) => changedList(current, field, (container) => changedContainer(container, change)),
    pod,
  );
}

function changedList(data: Data, field: string, change: (entry: Data) => Data): Data {
  const list = data[field];
  if (!Array.isArray(list)) return data;
  const changed = list.map((entry: unknown) => (isMapping(entry) ? change(entry) : entry));
  return changed.every((entry, index) => entry === list[index]) ? data : { ...data, [field]: changed };
}

function changedContainer(container: Data, change: (image: string, at: string) => string): Data {
  const name = String(container.name);
  const own = typeof container.image === 'string' ? replaced(container, 'image', change(container.image, name)) : container;
  return changedList(own, 'env', (variable) =>
    typeof variable.value === 'string' && variable.value !== '' && RELATED_IMAGE.test(String(variable.name))
      ? replaced(variable, 'value', change(variable.value, `${name}, ${String(variable.name)}`))
      : variable,
  );
}
