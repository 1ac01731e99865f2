/** The namespaces with copies of a CSV. */
import { isAllNamespaces } from '../rules/namespace-set.js';
import type { ResolvedCsv } from '../rules/resolution.js';
import type { RenderContext } from './context.js';

/** Whether a CSV watches all namespaces. */
export function isGlobal({ targets }: ResolvedCsv): boolean {
  return targets !== undefined && isAllNamespaces(targets);
}

/** The namespaces that a CSV and its Roles are copied into: the existing targets except its own namespace. */
export function copyNamespaces({ csv, targets = [] }: ResolvedCsv, { cluster }: Pick<RenderContext, 'cluster'>): readonly string[] {
  const wanted = isAllNamespaces(targets) ? undefined : new Set(targets);
  return cluster.namespaces.map(({ name }) => name).filter((name) => name !== csv.namespace && (wanted === undefined || wanted.has(name)));
}
