/** Variables of Flux and placeholders of Argo CD's plugins where a permission is decided: what is applied is not what was read. */
import { formatReference, groupBy, type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import { bindingOf, GRANT_FIELDS, roleOf } from '../../kubernetes/rbac.js';
import { type FieldPath, formatFieldPath, walk } from '../../manifest/field-path.js';
import type { State } from '../../state/state.js';
import type { RiskRule } from '../rule.js';

/** `${name}` and `${name:=default}` of Flux's `postBuild`, `<path:secret#key>` and `<name>` of the vault plugin. */
const VARIABLE = /\$\{|<[^<>]+>/;

export const leftVariable: RiskRule = {
  id: 'left-variable',
  severity: 'error',
  title: 'A permission depends on a variable that is not replaced',
  references: ['CWE-471'],
  documentation: {
    meaning:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as Flux writes it.
      'The change adds a role, a binding, or the kind of any object with a variable, such as `${role:=cluster-admin}`. Flux or an Argo CD plugin replaces it before the apply; the review reads it as text.',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as Flux writes it.
    attack: 'The kind `${kind:=ClusterRoleBinding}` is unknown until Flux applies it.',
    fix: 'Write the value, or build the manifests first and review the result.',
  },
  compare: ({ state: base }, { state: head }) => {
    const known = new Set(variablesIn(base).map(({ id }) => id));
    const brought = variablesIn(head).filter(({ id }) => !known.has(id));
    return [...groupBy(brought, ({ object }) => object).values()].flatMap((found) =>
      found.slice(0, 1).map(({ object, at, text }) => ({
        severity: 'error' as const,
        subject: referenceTo(object),
        message: `${formatReference(referenceTo(object))} has ${JSON.stringify(text)} in ${formatFieldPath(at)}: what takes its place before it is applied was not reviewed`,
        fix: 'write the value, or build the manifests first and review the result',
        place: head.placeOf(referenceTo(object), at) ?? head.placeOf(referenceTo(object)),
        identity: found.map(({ id }) => id),
      })),
    );
  },
};

interface Variable {
  readonly object: KubernetesObject;
  readonly at: FieldPath;
  readonly text: string;
  readonly id: string;
}

function variablesIn({ given }: State): Variable[] {
  return given.flatMap((object) => {
    const fields = roleOf(object) || bindingOf(object) ? ['apiVersion', 'kind', ...GRANT_FIELDS] : ['apiVersion', 'kind'];
    return fields.flatMap((field) => variablesOf(object, object[field], [field]));
  });
}

function variablesOf(object: KubernetesObject, root: unknown, start: FieldPath): Variable[] {
  const found: Variable[] = [];
  walk(
    root,
    (value, at) => {
      // The order of a list says nothing.
      const fields = at.filter((step) => typeof step === 'string').join('.');
      if (typeof value === 'string' && VARIABLE.test(value))
        found.push({ object, at, text: value, id: `${formatReference(referenceTo(object))} ${fields} ${value}` });
      return false;
    },
    start,
  );
  return found;
}
