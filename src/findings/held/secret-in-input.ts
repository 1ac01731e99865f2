/** Secrets among the manifests. */

import { compareByName, formatReference, type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import { effect } from '../../rbac/step.js';
import type { Access } from '../access/access.js';
import { powerOf } from '../access/powers.js';
import { riskRule } from '../risk-rule.js';
import { NSA_SECRETS } from '../rule.js';

const ACCOUNT_TOKEN = 'kubernetes.io/service-account-token';
const ACCOUNT_NAME = 'kubernetes.io/service-account.name';

export const secretInInput = riskRule({
  id: 'secret-in-input',
  severity: 'error',
  title: 'A Secret in the input',
  references: ['CIS Kubernetes 5.4.2', NSA_SECRETS],
  documentation: {
    meaning:
      'A bundle or the input contains a Secret with a value, or one that Kubernetes fills with a ServiceAccount token that never expires. Error for a token of an account one step from cluster-admin, else warning.',
    attack:
      'Anyone who can read the repository or bundle image knows the value. A token Secret lets readers of Secrets act as the account forever.',
    fix: 'Keep values in a secret store, or seal them. Use projected tokens in Pods, because they expire.',
  },
  find: (access) =>
    access.state.objects
      .filter(({ kind, apiVersion }) => kind === 'Secret' && apiVersion === 'v1')
      .toSorted((a, b) => compareByName(a.metadata, b.metadata))
      .flatMap((secret) => {
        const values = [...keysOf(secret.data), ...keysOf(secret.stringData)];
        const isToken = secret.type === ACCOUNT_TOKEN;
        if (values.length === 0 && !isToken) return [];
        const subject = referenceTo(secret);
        const power = isToken ? powerOfToken(secret, access) : undefined;
        return [
          {
            severity: power === undefined ? ('warning' as const) : ('error' as const),
            subject,
            message: isToken
              ? `${formatReference(subject)} is filled with a ServiceAccount token that never expires${power === undefined ? '' : `, of an account that can ${power}`}`
              : `${formatReference(subject)} contains its value, so anyone who can read the input can read it`,
            path: [
              { kind: 'object' as const, object: subject },
              effect(isToken ? `type ${ACCOUNT_TOKEN}` : values.length === 1 ? 'one value' : `${values.length} values`),
            ],
            fix: isToken ? 'use projected tokens, or `kubectl create token`' : 'keep the value in a secret store, or seal it',
            identity: [],
          },
        ];
      }),
});

function powerOfToken({ metadata: { namespace = 'default', annotations } }: KubernetesObject, access: Access): string | undefined {
  const name = annotations?.[ACCOUNT_NAME];
  return name === undefined ? undefined : powerOf(access, { kind: 'ServiceAccount', namespace, name });
}

/** The keys that have a value. */
function keysOf(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => (value === '' || value === null ? [] : [key]));
}
