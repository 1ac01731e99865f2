/** Rules in a few words, for a cell of a table: what somebody can do, or what is new. */
import { FINDING_RULES } from '../../findings/all-rules.js';

/** Where the title of a rule is too long for a cell. */
const SHORT: Readonly<Record<string, string>> = {
  'account-changed': 'another account',
  'admission-policy-write': 'write admission policies',
  'api-service-added': 'serves an API',
  'cluster-permissions': 'permissions beyond its namespaces',
  'command-changed': 'other commands',
  'confused-deputy': 'acts for editors with these',
  'crd-changed': 'CRDs break',
  'crd-removed': 'CRDs go',
  'custom-resource-definition-write': 'write CRDs',
  'dependency-not-met': 'dependency missing',
  'endpoint-write': 'write endpoints',
  'gitops-write': 'write what GitOps deploys',
  'identity-write': 'write users and logins',
  'image-changed': 'images from elsewhere',
  impersonation: 'impersonate',
  'lock-not-verified': 'the lock was not compared',
  'namespace-write': 'write Namespaces',
  'nodes-proxy': 'call kubelets',
  'object-not-reviewed': 'objects that were not reviewed',
  'olm-write': 'tell OLM what to install',
  'pod-access': 'enter Pods',
  'pod-modify': 'change Pods',
  'pod-security': 'Pods reach their nodes',
  'pod-security-policies': 'use PodSecurityPolicies',
  'powerful-image': 'other programs',
  'powerful-input': 'other input',
  'requirements-not-met': 'requirement not met',
  'role-escalation': 'give itself any permission',
  'security-context-constraints': 'use SCCs',
  'security-context-constraints-write': 'write SCCs',
  'setting-write': 'write cluster settings',
  'source-added': 'a new source',
  'source-changed': 'comes from elsewhere',
  'targets-widened': 'watches more namespaces',
  'token-create': 'create tokens',
  'unknown-kind': 'objects of unknown kinds',
  'unknown-metadata': 'unknown annotations',
  'unknown-version': 'another version',
  'url-access': 'use all URL paths',
  'verdict-changed': 'OLM decides otherwise',
  'webhook-added': 'a webhook',
  'webhook-changed': 'a webhook changes',
  'webhook-configurations': 'write webhooks',
  'webhook-removed': 'a webhook goes',
  'webhook-widened': 'a webhook sees more',
  'wildcard-rights': 'permissions by wildcard',
  'workload-added': 'a new workload',
};

/** `Can read Secrets` is `read Secrets`. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...FINDING_RULES.map(({ id, title }): [string, string] => {
    const words = title.replace(/^Can /, '');
    return [id, words.replace(/^[A-Z](?=[a-z]*(?: |$))/, (letter) => letter.toLowerCase())];
  }),
  ...Object.entries(SHORT),
]);

/** What a rule is about; the id of one that is not ours. */
export function wordsOf(id: string): string {
  return WORDS.get(id) ?? id;
}
