/** Where the objects of a rendering name images: the containers of everything that makes pods, and variables of theirs. */
import type { KubernetesObject } from '../kubernetes/object.js';
import { CONTAINER_LISTS, podSpecOf } from '../kubernetes/pod-spec.js';
import type { FieldPath } from '../manifest/field-path.js';
import { isMapping } from '../manifest/plain-data.js';

/** Operators learn by such variables which images they are to run. */
const RELATED_IMAGE = /^RELATED_IMAGE_/;

/** One image that a pod names. */
export interface PodImage {
  readonly image: string;
  /** The container, or the container and its variable. */
  readonly at: string;
}

type Data = Readonly<Record<string, unknown>>;

/** The images of an object that makes pods; none of any other. */
export function podImages(object: KubernetesObject): PodImage[] {
  const found: PodImage[] = [];
  withImages(object, (image, at) => {
    found.push({ image, at });
    return image;
  });
  return found;
}

/** The object with each of its images changed; the same object where nothing changes. */
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
