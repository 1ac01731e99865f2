/** Approving certificate requests: an attacker gets any identity. It takes two permissions, and only both together count. */

import { groupBy } from '../../kubernetes/group-by.js';
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { subjectKey } from '../../rbac/subject.js';
import { heldBy } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';

const GROUP = 'certificates.k8s.io';
const CSR_APPROVAL: readonly PolicyRule[] = [
  { apiGroups: [GROUP], resources: ['certificatesigningrequests/approval'], verbs: ['update', 'patch'] },
];
const SIGNERS: readonly PolicyRule[] = [{ apiGroups: [GROUP], resources: ['signers'], verbs: ['approve'] }];

function countsName(name: string): boolean {
  return name.startsWith('kubernetes.io/');
}

export const csrApproval: RiskRule = {
  id: 'csr-approval',
  severity: 'error',
  title: 'Can approve certificates for others',
  references: ['CIS Kubernetes 5.1.11', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can approve CertificateSigningRequests, and can do so for a signer of Kubernetes, whose certificates the API server trusts. Either permission alone has no effect, and other signers do not count.',
    attack: 'The subject requests a client certificate for any user, approves it, and acts as that user until the certificate expires.',
    fix: 'Limit the rule with `resourceNames` to the one signer that the operator is for, or remove the approval.',
  },
  escalates: CSR_APPROVAL,
  powers: [{ wants: CSR_APPROVAL, and: SIGNERS, countsName }],
  find: (access) => {
    const signers = groupBy(heldBy(access, SIGNERS, { clusterScoped: true, countsName }), ({ subject }) => subjectKey(subject));
    return heldBy(access, CSR_APPROVAL, { clusterScoped: true })
      .filter(({ subject }) => signers.has(subjectKey(subject)))
      .map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'error' }, ' for signers that the API server trusts'));
  },
};
