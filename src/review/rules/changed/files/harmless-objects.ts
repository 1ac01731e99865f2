/** Tests whether all objects that differ in a file that is not read can bring no permission, whoever applies the file. */

import { isDeepStrictEqual } from 'node:util';
import { repositoryOf } from '../../../../base/kubernetes/image-owner.js';
import { groupOf } from '../../../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { type Fields, fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import { isMapping, sortedText } from '../../../../base/manifest/plain-data.js';
import { ARGO_GROUP } from '../../../../base/tools/argo-cd.js';
import { podSpecOf } from '../../../../base/tools/pod-specs.js';
import { isHarmlessWhenGone, settingOfKind } from '../kind-effects.js';
import { documentsOf } from './text-documents.js';

/** Kinds of Kubernetes whose objects only lead to Pods, or store their data: other objects decide what the Pods can do. */
const ORDINARY: ReadonlySet<string> = new Set(['Service', 'PersistentVolumeClaim', 'VerticalPodAutoscaler']);
const OF_KUBERNETES = /^(?:v1|autoscaling\.k8s\.io\/.+)$/;

/** Whether only such objects come, go or change: false if a side is not YAML, or has a directive of a template. */
export function areHarmlessObjects(before: string | undefined, after: string | undefined): boolean {
  if ([before, after].some((text) => text !== undefined && /\{\{|\$\{|\{%/.test(text))) return false;
  const [was, is] = [before, after].map((text) => (text === undefined ? [] : documentsOf(text)));
  if (!was || !is) return false;
  const differing = [...without(was, is), ...without(is, was)];
  if (differing.length === 0 || !differing.every(isMapping)) return false;
  return differing.every(isHarmless) || isAppliedAlike(was, is) || isDeepStrictEqual(was.map(ofPods), is.map(ofPods));
}

/** The documents that others do not have. */
function without(documents: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(others.map((one) => sortedText(one ?? null)));
  return documents.filter((one) => !known.has(sortedText(one ?? null)));
}

/** Pods and what makes them, without the versions of their images: the image of another object can be a source. */
function ofPods(value: unknown): unknown {
  return isMapping(value) && podSpecOf(value as unknown as KubernetesObject) ? withoutVersions(value) : value;
}

/** The repositories of images instead of the images: another version runs with the same rights. */
function withoutVersions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutVersions);
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      field === 'image' && typeof inner === 'string' ? repositoryOf(inner) : withoutVersions(inner),
    ]),
  );
}

function isHarmless(value: Fields): boolean {
  const { apiVersion, kind } = value;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return false;
  if (ORDINARY.has(kind)) return OF_KUBERNETES.test(apiVersion);
  const object = value as unknown as KubernetesObject;
  const setting = settingOfKind(object);
  const isLimit = setting !== undefined && !setting.brings && setting.added === undefined && [undefined, 'info'].includes(setting.changed);
  return isLimit || isHarmlessWhenGone(object);
}

/** Fields of an Application that decide how its objects are compared and shown. */
const HOW: ReadonlySet<string> = new Set(['ignoreDifferences', 'info', 'revisionHistoryLimit']);

/** Whether only Applications of Argo CD differ, and only in how their objects are compared and shown. */
function isAppliedAlike(was: readonly unknown[], is: readonly unknown[]): boolean {
  const withoutHow = (value: unknown): unknown => {
    const { apiVersion, kind, spec, ...others } = fieldsOf(value);
    if (kind !== 'Application' || typeof apiVersion !== 'string' || groupOf(apiVersion) !== ARGO_GROUP) return value;
    return { apiVersion, kind, ...others, spec: Object.fromEntries(Object.entries(fieldsOf(spec)).filter(([field]) => !HOW.has(field))) };
  };
  return isDeepStrictEqual(was.map(withoutHow), is.map(withoutHow));
}
