/** Variables of Flux and placeholders of Argo CD's plugins where a permission is decided: what is applied is not what was read. */

import { formatReference, type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import { bindingOf, GRANT_FIELDS, roleOf } from '../../kubernetes/rbac.js';
import { type FieldPath, formatFieldPath, walk } from '../../manifest/field-path.js';
import { riskRule } from '../risk-rule.js';

/** `${name}` and `${name:=default}` of Flux's `postBuild`, `<path:secret#key>` and `<name>` of the vault plugin. */
const VARIABLE = /\$\{|<[^<>]+>/;

export const leftVariable = riskRule({
  id: 'left-variable',
  severity: 'error',
  title: 'A permission depends on a variable',
  references: ['CWE-471'],
  documentation: {
    meaning:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as Flux writes it.
      'The change adds a role, a binding, or the kind of any object with a variable, such as `${role:=cluster-admin}`. Flux or an Argo CD plugin replaces it before the apply; the review reads it as text.',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as Flux writes it.
    attack: 'The kind `${kind:=ClusterRoleBinding}` is unknown until Flux applies it.',
    fix: 'Write the value, or build the manifests first and review the result.',
  },
  pair: ({ before, after }) => {
    const known = new Set(before && variablesIn(before).map(({ id }) => id));
    const brought = variablesIn(after).filter(({ id }) => !known.has(id));
    return brought.slice(0, 1).map(({ at, text }) => ({
      says: `has ${JSON.stringify(text)} in ${formatFieldPath(at)}: what takes its place before it is applied was not reviewed`,
      at,
      identity: brought.map(({ id }) => id),
    }));
  },
});

interface Variable {
  readonly at: FieldPath;
  readonly text: string;
  readonly id: string;
}

function variablesIn(object: KubernetesObject): Variable[] {
  const found: Variable[] = [];
  const isGrant = roleOf(object) !== undefined || bindingOf(object) !== undefined;
  for (const field of ['apiVersion', 'kind', ...(isGrant ? GRANT_FIELDS : [])]) {
    walk(
      object[field],
      (value, at) => {
        // The order of a list says nothing.
        const fields = at.filter((step) => typeof step === 'string').join('.');
        if (typeof value === 'string' && VARIABLE.test(value))
          found.push({ at, text: value, id: `${formatReference(referenceTo(object))} ${fields} ${value}` });
        return false;
      },
      [field],
    );
  }
  return found;
}
