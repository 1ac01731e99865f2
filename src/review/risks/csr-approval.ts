/** Approving certificate requests: giving oneself any identity. It takes two rights, and only both together count. */
import { groupBy } from '../../model/group-by.js';
import { subjectKey } from '../holders.js';
import { heldBy, type Want } from './held.js';
import { heldRisk } from './held-risk.js';
import { NSA_RBAC, type RiskRule } from './rule.js';

const GROUP = 'certificates.k8s.io';
export const CSR_APPROVAL: readonly Want[] = [
  { apiGroup: GROUP, resources: ['certificatesigningrequests/approval'], verbs: ['update', 'patch'] },
];
const SIGNERS: readonly Want[] = [{ apiGroup: GROUP, resources: ['signers'], verbs: ['approve'] }];

export const csrApproval: RiskRule = {
  id: 'csr-approval',
  severity: 'error',
  title: 'May approve certificates for others',
  references: ['CIS Kubernetes 5.1.11', NSA_RBAC],
  documentation: {
    meaning:
      'A subject may approve CertificateSigningRequests and may do so for a signer of Kubernetes, whose certificates the API server believes. Either right alone gives nothing, and signers of others do not count.',
    attack:
      'The holder requests a client certificate for the user of its choice, approves it, and is that user until the certificate expires.',
    fix: 'Name with `resourceNames` the one signer that the operator is for, or take the approval out.',
  },
  find: (access) => {
    const named = (names: readonly string[]): boolean => names.some((name) => name.startsWith('kubernetes.io/'));
    const signers = groupBy(heldBy(access, SIGNERS, { clusterScoped: true, countsNamed: named }), ({ subject }) => subjectKey(subject));
    return heldBy(access, CSR_APPROVAL, { clusterScoped: true })
      .filter(({ subject }) => signers.has(subjectKey(subject)))
      .map((held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'error' }, ' for signers that the API server believes'));
  },
};
