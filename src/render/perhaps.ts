/** What OLM leaves only in some orders: the roles and bindings of CSVs that come further than in the order that is rendered. */
import { expand } from '../kubernetes/copies.js';
import { type KubernetesObject, namespacedName, objectKey } from '../kubernetes/object.js';
import type { Cluster } from '../model/cluster.js';
import type { Resolution, ResolvedCsv } from '../rules/resolution.js';
import { type RenderOptions, render } from './index.js';
import type { Rendering } from './profile/profile.js';
import type { Rendered } from './rendered.js';

/** A role, binding or account that is not rendered, and may be there. */
export interface PerhapsObject {
  readonly object: KubernetesObject;
  /** The CSV on whose outcome it depends, with the verdict that leaves it. */
  readonly csv: ResolvedCsv;
}

/** All of them. */
export function perhapsObjects(
  cluster: Cluster,
  resolution: Resolution,
  { rendered, uncertain }: Pick<Rendering, 'rendered' | 'uncertain'>,
  options: RenderOptions,
): PerhapsObject[] {
  const known = new Set([...expand(rendered)].map(objectKey));
  const byName = new Map(resolution.csvs.map((csv) => [namespacedName(csv.csv), csv]));
  const inSomeOrders = uncertain.flatMap((item): PerhapsObject[] => {
    const csv = byName.get(`${item.owner.namespace}/${item.owner.name}`);
    return csv ? [...expand([item])].filter((object) => !known.has(objectKey(object))).map((object) => ({ object, csv })) : [];
  });
  const { otherwise = [] } = resolution;
  const [first] = otherwise;
  if (!first) return inSomeOrders;
  const further = new Map(otherwise.map((csv) => [namespacedName(csv.csv), csv]));
  const staying = new Set(resolution.csvs.map(({ csv }) => namespacedName(csv)));
  const csvs = [
    ...resolution.csvs.map((csv) => further.get(namespacedName(csv.csv)) ?? csv),
    ...otherwise.filter(({ csv }) => !staying.has(namespacedName(csv))),
  ];
  // What is made for a group follows from one of its CSVs.
  const cause = ({ owner }: Rendered): ResolvedCsv =>
    further.get(`${owner.namespace}/${owner.name}`) ?? otherwise.find(({ csv }) => csv.namespace === owner.namespace) ?? first;
  const inOtherOrders = render(cluster, { ...resolution, csvs }, options)
    .rendered.filter(({ emitSet }) => emitSet === 'rbac')
    .flatMap((item) =>
      [...expand([item])].filter((object) => !known.has(objectKey(object))).map((object) => ({ object, csv: cause(item) })),
    );
  return [...inSomeOrders, ...inOtherOrders];
}
