/** Leaves the server out of the elements of an ApplicationSet if all elements name this cluster: it is where objects land, and no source. */

import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { fieldsOf, listOf } from '../../../../base/kubernetes/pod-spec.js';
import { isMapping } from '../../../../base/manifest/plain-data.js';
import { without } from './document-effects.js';

/** The API server of the cluster itself, as Argo CD names it. */
export const OWN_SERVER = /^https:\/\/kubernetes\.default\.svc(?:\.cluster\.local)?(?::443)?\/?$/;

/** The fields of an element that name the server that it is applied to. */
const SERVERS = ['url', 'server'] as const;

/** Both versions of an object without the server of this cluster. */
export function withoutOwnServer(old: KubernetesObject, object: KubernetesObject): readonly [KubernetesObject, KubernetesObject] {
  return nameOwnServer([old, object]) ? [withoutServers(old), withoutServers(object)] : [old, object];
}

/** Whether all servers in the elements of ApplicationSets are this cluster. */
export function nameOwnServer(objects: readonly KubernetesObject[]): boolean {
  const elements = objects.flatMap(({ kind, spec }) =>
    kind === 'ApplicationSet' ? listOf(fieldsOf(spec).generators).flatMap(({ list }) => listOf(fieldsOf(list).elements)) : [],
  );
  const named = elements.flatMap((element) => SERVERS.flatMap((field) => (field in element ? [element[field]] : [])));
  return named.every((server) => typeof server === 'string' && OWN_SERVER.test(server));
}

/** An element of a list without its server. */
export function withoutServer(element: unknown): unknown {
  return isMapping(element) ? SERVERS.reduce<unknown>((rest, field) => without(rest, [field]), element) : element;
}

function withoutServers(object: KubernetesObject): KubernetesObject {
  const { spec } = object;
  const { generators } = fieldsOf(spec);
  if (object.kind !== 'ApplicationSet' || !Array.isArray(generators)) return object;
  const left = generators.map((generator: unknown) => {
    const { list } = fieldsOf(generator);
    const { elements } = fieldsOf(list);
    if (!Array.isArray(elements)) return generator;
    return { ...fieldsOf(generator), list: { ...fieldsOf(list), elements: elements.map(withoutServer) } };
  });
  return { ...object, spec: { ...fieldsOf(spec), generators: left } };
}
