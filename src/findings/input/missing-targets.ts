/** Missing targets: a group can list namespaces that do not exist, and OLM stops at them (OLM's ensureCSVsInNamespaces). */

import { compareText } from '../../kubernetes/object.js';
import { groupReference } from '../../model/references.js';
import { joined } from '../../wording/phrases.js';
import type { GroupRule } from './rule.js';

/** A warning about the targets of a group that do not exist. */
export const missingTargets: GroupRule = {
  id: 'target-namespace-not-found',
  severity: 'warning',
  title: 'A target namespace does not exist',
  references: [],
  documentation: {
    meaning: 'An OperatorGroup targets a namespace that does not exist.',
    fix: 'Add the Namespace to the input, or remove its name from spec.targetNamespaces.',
  },
  find: ({ group }, { namespaces }) => {
    const targets = [...new Set(group.targetNamespaces)].filter((target) => target !== '');
    const missing = targets.filter((target) => !namespaces.has(target)).sort(compareText);
    if (missing.length === 0) return [];
    const isOne = missing.length === 1;
    const [noun, verb, it] = isOne ? ['namespace', 'does', 'it'] : ['namespaces', 'do', 'them'];
    // OLM goes through the targets in no fixed order and stops at the first that is missing.
    const others = targets.some((target) => namespaces.has(target) && target !== group.namespace);
    const chance = others
      ? '; OLM stops copying Roles at the first missing namespace, in random order, so some of the other targets get none'
      : '';
    return [
      {
        subject: groupReference(group),
        message: `the target ${noun} ${joined(missing)} ${verb} not exist, so nothing is copied into ${it}${chance}`,
        fix: `add the ${isOne ? 'Namespace' : 'Namespaces'} to the input, or remove the ${isOne ? 'name' : 'names'} from spec.targetNamespaces`,
        related: missing.map((name) => ({ kind: 'Namespace', name })),
      },
    ];
  },
};
