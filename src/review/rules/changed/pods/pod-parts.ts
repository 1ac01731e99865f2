/** Splits a Pod spec into parts, and finds the parts that differ between two specs. */

import { containersOf } from '../../../../base/kubernetes/containers.js';
import { repositoryOf } from '../../../../base/kubernetes/image-owner.js';
import { CONTAINER_LISTS, type Fields, fieldsOf, listOf, type PodSpec, textOf } from '../../../../base/kubernetes/pod-spec.js';
import type { FieldPath } from '../../../../base/manifest/field-path.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import { type Decides, type PodField, podField } from './pod-fields.js';

/** One part: a field, or an entry of a list. */
export interface PodPart {
  /** Such as `variable DEBUG of manager` or `dnsPolicy`. */
  readonly name: string;
  /** The whole field, such as `env of manager`. */
  readonly field: string;
  readonly decides: Decides;
  /** The path of the field in the object that contains the Pod spec. */
  readonly at: FieldPath;
  readonly text: string;
}

/** The parts of a Pod spec, without defaults and empty values. */
function podParts({ fields, at }: PodSpec): PodPart[] {
  return [
    ...fieldsBut(fields, CONTAINER_LISTS).flatMap((field) => partsOf(podField('pod', field), fields[field], [...at, field])),
    ...containersOf({ fields, at }).flatMap((container) => [
      // A renamed container is another container, because all of its parts have its name.
      { name: `container ${container.name}`, field: `container ${container.name}`, decides: 'input' as const, at: container.at, text: '' },
      ...fieldsBut(container.fields, ['name']).flatMap((field) =>
        partsOf(
          podField('container', field),
          contentOf(container.fields, field, fields),
          [...container.at, field],
          ` of ${container.name}`,
        ),
      ),
      ...claimsOf(container.fields, container.at, container.name),
    ]),
  ];
}

function fieldsBut(fields: Fields, others: readonly string[]): string[] {
  return Object.keys(fields).filter((field) => !others.includes(field));
}

/** Volumes that no container can write to, whatever the mount: the kubelet mounts them read-only. */
const READ_ONLY: ReadonlySet<string> = new Set(['configMap', 'downwardAPI', 'projected', 'secret']);

/** A field of a container of this Pod. A mount keeps `readOnly` only if that decides what a program can read later. */
function contentOf(container: Fields, field: string, pod: Fields): unknown {
  if (field !== 'volumeMounts' || !Array.isArray(container[field])) return container[field];
  return listOf(container[field]).map(({ readOnly, ...mount }) =>
    readOnly === true && isWritable(mount, pod) ? { ...mount, readOnly } : mount,
  );
}

/** Whether data written to a mount reaches another reader: for an `emptyDir`, another container of the Pod. */
function isWritable({ name }: Fields, pod: Fields): boolean {
  const sources = listOf(pod.volumes)
    .filter((volume) => volume.name === name)
    .flatMap((volume) => fieldsBut(volume, ['name']));
  const mounts = containersOf({ fields: pod, at: [] }).filter(({ fields }) =>
    listOf(fields.volumeMounts).some((mount) => mount.name === name),
  );
  const isOfOne = (source: string): boolean => source === 'emptyDir' && mounts.length === 1;
  return sources.length === 0 || !sources.every((source) => READ_ONLY.has(source) || isOfOne(source));
}

/** A part that differs between two Pod specs. */
export interface DifferingPart extends Omit<PodPart, 'text'> {
  /** Absent if that spec does not have the part. */
  readonly was?: string | undefined;
  readonly is?: string | undefined;
}

/** The parts that differ between two Pod specs, at their place in the newer spec or, if removed, in the older one. */
export function differingParts(before: PodSpec, after: PodSpec): DifferingPart[] {
  const [old, now] = [before, after].map((pod) => new Map(podParts(pod).map((part) => [`${part.field} ${part.name}`, part]))) as [
    Map<string, PodPart>,
    Map<string, PodPart>,
  ];
  return [...new Map([...now, ...[...old].filter(([key]) => !now.has(key))])].flatMap(([key, { text: _, ...part }]) => {
    const [was, is] = [old.get(key)?.text, now.get(key)?.text];
    return was === is ? [] : [{ ...part, was, is }];
  });
}

function claimsOf(fields: Fields, at: FieldPath, name: string): PodPart[] {
  return partsOf(
    podField('container', 'resources.claims'),
    fieldsOf(fields.resources).claims,
    [...at, 'resources', 'claims'],
    ` of ${name}`,
  );
}

function partsOf({ decides, defaults = [], entry, field, name = field }: PodField, value: unknown, at: FieldPath, owner = ''): PodPart[] {
  const part = (what: string, content: unknown): PodPart[] => {
    const text = sortedText(withoutTiming(content ?? null));
    return NOTHING.has(text) ? [] : [{ name: `${what}${owner}`, field: `${field}${owner}`, decides, at, text }];
  };
  if (entry !== undefined) return listOf(value).flatMap((each) => part(`${entry} ${textOf(each.name)}`, each));
  if (defaults.includes(value)) return [];
  // Another version of an image counts as the same image.
  return part(name, decides === 'image' && typeof value === 'string' ? repositoryOf(value) : value);
}

/** Empty values count as absent. */
const NOTHING: ReadonlySet<string> = new Set(['null', '[]', '{}']);

/** Fields about the time of a probe or hook, not about its action. */
const TIMING: ReadonlySet<string> = new Set([
  'initialDelaySeconds',
  'periodSeconds',
  'timeoutSeconds',
  'failureThreshold',
  'successThreshold',
  'terminationGracePeriodSeconds',
]);

function withoutTiming(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTiming);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([field, inner]) => (TIMING.has(field) ? [] : [[field, withoutTiming(inner)]])));
}
