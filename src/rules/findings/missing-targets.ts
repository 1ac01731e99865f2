/** Missing targets: a group may list namespaces that do not exist, and OLM stumbles over them (OLM's ensureCSVsInNamespaces). */
import type { Finding } from '../../model/finding.js';
import { compareText } from '../../model/kubernetes-object.js';
import { groupReference } from '../references.js';
import type { ResolvedGroup } from '../resolve.js';
import type { Surroundings } from './surroundings.js';

/** A warning about the targets of a group that do not exist. */
export function missingTargets({ group }: Pick<ResolvedGroup, 'group'>, { namespaces }: Pick<Surroundings, 'namespaces'>): Finding[] {
  const targets = [...new Set(group.targetNamespaces)].filter((target) => target !== '');
  const missing = targets.filter((target) => !namespaces.has(target)).sort(compareText);
  if (missing.length === 0) return [];
  const isOne = missing.length === 1;
  const [noun, verb, it] = isOne ? ['namespace', 'does', 'it'] : ['namespaces', 'do', 'them'];
  // OLM takes the targets in no fixed order and gives up at the first that is missing.
  const others = targets.some((target) => namespaces.has(target) && target !== group.namespace);
  const chance = others ? '; OLM stops copying Roles there, so which of the other targets get them is left to chance' : '';
  return [
    {
      id: 'target-namespace-not-found',
      severity: 'warning',
      subject: groupReference(group),
      message: `target ${noun} ${missing.join(', ')} ${verb} not exist, so nothing is copied into ${it}${chance}`,
      fix: `add the ${isOne ? 'Namespace' : 'Namespaces'} to the input, or take the ${isOne ? 'name' : 'names'} out of spec.targetNamespaces`,
      related: missing.map((name) => ({ kind: 'Namespace', name })),
      verdict: false,
    },
  ];
}
