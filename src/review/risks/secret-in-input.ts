/** Secrets among the manifests. */
import { compareByName, formatReference, referenceTo } from '../../model/kubernetes-object.js';
import { NSA_SECRETS, type RiskRule } from './rule.js';

const ACCOUNT_TOKEN = 'kubernetes.io/service-account-token';

export const secretInInput: RiskRule = {
  id: 'secret-in-input',
  severity: 'warning',
  title: 'Brings a Secret',
  references: ['CIS Kubernetes 5.4.2', NSA_SECRETS],
  documentation: {
    meaning:
      'A bundle or the input holds a Secret with a value in it, or one that Kubernetes fills with a token of a ServiceAccount that never expires. A Secret without a value is no risk.',
    attack:
      'Whoever reads the repository or the bundle image has the value. From a token Secret, whoever may read Secrets in its namespace has the account for good.',
    fix: 'Keep values in a secret store, or seal them; let Pods use projected tokens, which expire.',
  },
  find: ({ side }) =>
    side.objects
      .filter(({ kind, apiVersion }) => kind === 'Secret' && apiVersion === 'v1')
      .toSorted((a, b) => compareByName(a.metadata, b.metadata))
      .flatMap((secret) => {
        const values = [...keysOf(secret.data), ...keysOf(secret.stringData)];
        const isToken = secret.type === ACCOUNT_TOKEN;
        if (values.length === 0 && !isToken) return [];
        const subject = referenceTo(secret);
        return [
          {
            severity: 'warning' as const,
            subject,
            message: isToken
              ? `${formatReference(subject)} is filled with a token of a ServiceAccount that never expires`
              : `${formatReference(subject)} brings its value along, for everyone to read who can read the input`,
            path: isToken
              ? `${formatReference(subject)} → type ${ACCOUNT_TOKEN}`
              : `${formatReference(subject)} → ${values.length === 1 ? 'one value' : `${values.length} values`}`,
            fix: isToken ? 'use projected tokens, or `kubectl create token`' : 'keep the value in a secret store, or seal it',
            place: side.placeOf(subject),
            identity: [],
          },
        ];
      }),
};

/** The keys that have a value. */
function keysOf(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => (value === '' || value === null ? [] : [key]));
}
