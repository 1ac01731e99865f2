/** The catalogs that OpenShift brings, and its OperatorHub `cluster`, which turns them on and off. */
import { z } from 'zod';

/** Where they are; it is the global catalog namespace of OpenShift. */
export const MARKETPLACE = 'openshift-marketplace';

/**
 * Their priorities: a custom catalog, which has 0, comes before them for dependencies. They are those of
 * operator-framework/operator-marketplace, defaults/, the same from release 4.6 to 5.0; `redhat-marketplace` is on clusters up to 4.21.
 */
const PRIORITIES: ReadonlyMap<string, number> = new Map([
  ['redhat-operators', -100],
  ['certified-operators', -200],
  ['redhat-marketplace', -300],
  ['community-operators', -400],
]);

/** The ClusterCatalogs that platforms bring, with their priorities (OpenShift's cluster-olm-operator, and OLM v1's own installation). */
export const DEFAULT_CLUSTER_CATALOGS: ReadonlyMap<string, number> = new Map([
  ['openshift-redhat-operators', -100],
  ['openshift-certified-operators', -200],
  ['openshift-redhat-marketplace', -300],
  ['openshift-community-operators', -400],
  ['operatorhubio', 0],
]);

/** Those that hold what Red Hat has certified: every cluster of OpenShift has them, so that naming one is nothing new. */
const CERTIFIED: ReadonlySet<string> = new Set(['redhat-operators', 'certified-operators', 'redhat-marketplace']);

/**
 * Whether a catalog is one that OpenShift brings with operators that Red Hat certified.
 *
 * @example
 * isCertifiedCatalog({ namespace: 'openshift-marketplace', name: 'redhat-operators' }) // true
 */
export function isCertifiedCatalog({ namespace, name }: { readonly namespace: string; readonly name: string }): boolean {
  return namespace === MARKETPLACE && CERTIFIED.has(name);
}

/** An OperatorHub, as far as it says which sources are on. */
const operatorHubSchema = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z
    .looseObject({
      disableAllDefaultSources: z.boolean().nullish(),
      sources: z.array(z.looseObject({ name: z.string(), disabled: z.boolean().nullish() })).nullish(),
    })
    .nullish(),
});

/** The default sources that an OperatorHub turns off: all of them where it says so, except those that it names as on, and those that it names as off. */
export function disabledSources(object: unknown): string[] {
  const { data } = operatorHubSchema.safeParse(object);
  if (data?.metadata.name !== 'cluster') return [];
  const { spec } = data;
  const named = new Map((spec?.sources ?? []).map(({ name, disabled }) => [name, disabled ?? false]));
  return [...PRIORITIES.keys()].filter((name) => named.get(name) ?? spec?.disableAllDefaultSources ?? false);
}

/** The priority of a default source that has no document of its own. */
export function defaultPriority({ namespace, name }: { readonly namespace: string; readonly name: string }): number | undefined {
  return namespace === MARKETPLACE ? PRIORITIES.get(name) : undefined;
}
