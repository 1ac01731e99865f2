/** Runs generators, or the whole rendering, on small clusters. */

import { expand } from '../../src/base/kubernetes/copies.js';
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { NEWEST_OLM } from '../../src/olm/model/olm-version.js';
import { versionsOf } from '../../src/olm/model/versions.js';
import type { Generator, RenderContext } from '../../src/olm/render/context.js';
import { render } from '../../src/olm/render/index.js';
import { olmInstall } from '../../src/olm/render/install/rules.js';
import { documentedConventions } from '../../src/olm/render/profile/documented.js';
import { olmConventions } from '../../src/olm/render/profile/olm.js';
import { resolve } from '../../src/olm/rules/resolve.js';
import { clusterOf } from './build.js';
import { deepFreeze } from './deep-freeze.js';

/** The conventions of the profiles, as the newest OLM has them. */
export const DOCUMENTED = documentedConventions(NEWEST_OLM);
export const OLM = olmConventions(NEWEST_OLM);
export const OLM_INSTALL = olmInstall(OLM);

/** What a generator is given for the cluster of these objects, by the documents; nothing in it can be written to. */
export function contextOf(...objects: readonly KubernetesObject[]): RenderContext {
  const cluster = deepFreeze(clusterOf(...objects));
  return { cluster, resolution: resolve(cluster), conventions: DOCUMENTED, versions: versionsOf({}) };
}

/** What one generator makes of the cluster of these objects, copies multiplied. */
export function generate(generator: Generator, ...objects: readonly KubernetesObject[]): KubernetesObject[] {
  return [...expand(generator(contextOf(...objects)))];
}

/** What is rendered of the cluster of these objects besides its Namespaces, copies multiplied, and the findings about it. */
export function renderAll(...objects: readonly KubernetesObject[]): {
  objects: KubernetesObject[];
  findings: ReturnType<typeof render>['findings'];
} {
  const { cluster, resolution } = contextOf(...objects);
  const { rendered, findings } = render(cluster, resolution, { profile: 'documented' });
  return { objects: [...expand(rendered.filter(({ emitSet }) => emitSet !== 'namespaces'))], findings };
}

/** The `Kind namespace/name` of objects. */
export function names(objects: readonly KubernetesObject[]): string[] {
  return objects.map(({ kind, metadata: { namespace, name } }) => `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`);
}
