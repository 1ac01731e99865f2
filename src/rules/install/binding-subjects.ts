/** A ServiceAccount that a binding names has a namespace: the API server refuses the binding otherwise, and OLM adds none. */
import { isMapping } from '../../manifest/plain-data.js';
import type { InstallCheck, Refusal } from './refusal.js';

export const bindingSubjects: InstallCheck = ({ others }) =>
  others
    .filter(({ kind }) => kind === 'RoleBinding' || kind === 'ClusterRoleBinding')
    .flatMap((manifest) =>
      (Array.isArray(manifest.subjects) ? (manifest.subjects as unknown[]) : []).flatMap((subject, index): Refusal[] => {
        if (!isMapping(subject) || subject.kind !== 'ServiceAccount' || subject.namespace) return [];
        return [
          {
            code: 'INVALID_VALUE',
            message: 'Kubernetes does not accept a ServiceAccount without its namespace',
            found: `ServiceAccount ${String(subject.name)}`,
            expected: 'a namespace',
            fix: 'write the namespace that the operator is installed in',
            manifest,
            at: ['subjects', index, 'namespace'],
          },
        ];
      }),
    );
