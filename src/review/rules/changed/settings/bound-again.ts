/** Bindings in objects for other clusters, which grant there what they grant elsewhere already. */

import { isDeepStrictEqual } from 'node:util';
import { asWritten, unwrapped } from '../../../../base/inside/index.js';
import { isNamedObject, type KubernetesObject } from '../../../../base/kubernetes/object.js';
import { type Binding, bindingOf } from '../../../../base/kubernetes/rbac.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import { subjectsOf } from '../../../../base/rbac/subject.js';
import { subjectText } from '../../../../base/wording/permissions.js';
import { objectsOf } from '../../../state/objects.js';
import type { State } from '../../../state/state.js';
import type { Access } from '../../access/access.js';
import { powerOf } from '../../access/powers.js';

/**
 * Describes a powerful subject that an object for another cluster newly binds there. Grants do not show it if BASE binds the same
 * elsewhere, such as in a ManifestWork for the first cluster.
 *
 * @param old the earlier object, or objects that may be its earlier name
 */
export function boundAgain(object: KubernetesObject, old: readonly KubernetesObject[], base: State, access: Access): string | undefined {
  const known = new Set(old.flatMap(bindingsInside).map(sortedText));
  const { twinOf } = objectsOf(base);
  const again = bindingsInside(object).filter((one) => !known.has(sortedText(one)) && isDeepStrictEqual(twinOf(one), one));
  const [found] = again
    .flatMap((one) => subjectsOf(one, one.metadata.namespace))
    .flatMap((subject) => {
      const power = powerOf(access, subject);
      return power === undefined ? [] : [{ subject, power }];
    });
  return found && `, and newly binds ${subjectText(found.subject)} there, who can ${found.power}; another object binds the same already`;
}

function bindingsInside(object: KubernetesObject): Binding[] {
  const [, ...inner] = unwrapped([{ value: asWritten(object), source: { file: '', document: 0, path: [] } }]);
  return inner.flatMap(({ value }) => (isNamedObject(value) ? (bindingOf(value) ?? []) : []));
}
