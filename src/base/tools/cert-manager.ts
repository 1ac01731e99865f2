/** cert-manager, its approver and trust-manager (https://cert-manager.io/docs). */
import { adds, clusterScoped, namespaced, others } from './row.js';
import { brings, keeps } from './setting.js';
import type { Tool } from './tool.js';

export const CERT_MANAGER_GROUP = 'cert-manager.io';
export const INJECT_CA_FROM = 'cert-manager.io/inject-ca-from';

export const CERT_MANAGER: Tool = {
  name: 'cert-manager',
  rows: [
    ...clusterScoped(CERT_MANAGER_GROUP, 'ClusterIssuer', brings('who signs certificates')),
    ...namespaced(CERT_MANAGER_GROUP, 'Certificate Issuer', adds('which certificates an application has')),
    ...namespaced(CERT_MANAGER_GROUP, 'CertificateRequest', { ...adds('which certificates an application has'), parts: ['status'] }),
    ...clusterScoped('policy.cert-manager.io', 'CertificateRequestPolicy', keeps('warning', 'which certificates are signed')),
    ...others('trust.cert-manager.io', brings('which certificates are trusted')),
  ],
};
