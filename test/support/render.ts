/** Runs generators, or the whole rendering, on small clusters. */
import type { KubernetesObject } from '../../src/model/kubernetes-object.js';
import { type Generator, type RenderContext, renderContext } from '../../src/render/context.js';
import { PROFILES, type ProfileName, render } from '../../src/render/index.js';
import { expand } from '../../src/render/rendered.js';
import { resolve } from '../../src/rules/resolve.js';
import { clusterOf } from './build.js';
import { deepFreeze } from './deep-freeze.js';

/** What a generator is given for the cluster of these objects; nothing in it can be written to. */
export function contextOf(...objects: readonly KubernetesObject[]): RenderContext {
  return profileContext('documented', ...objects);
}

/** The same by another profile. */
export function profileContext(profile: ProfileName, ...objects: readonly KubernetesObject[]): RenderContext {
  const cluster = deepFreeze(clusterOf(...objects));
  return renderContext({ cluster, resolution: resolve(cluster), profile: PROFILES[profile] });
}

/** What one generator makes of the cluster of these objects, copies multiplied. */
export function generate(generator: Generator, ...objects: readonly KubernetesObject[]): KubernetesObject[] {
  return [...expand(generator(contextOf(...objects)))];
}

/** What is rendered of the cluster of these objects, copies multiplied, and the findings about it. */
export function renderAll(...objects: readonly KubernetesObject[]): {
  objects: KubernetesObject[];
  findings: ReturnType<typeof render>['findings'];
} {
  const { cluster, resolution } = contextOf(...objects);
  const { rendered, findings } = render(cluster, resolution);
  return { objects: [...expand(rendered)], findings };
}

/** The `Kind namespace/name` of objects. */
export function names(objects: readonly KubernetesObject[]): string[] {
  return objects.map(({ kind, metadata: { namespace, name } }) => `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`);
}
