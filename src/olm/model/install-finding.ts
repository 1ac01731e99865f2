/** Findings about operators that are installed without OLM: their rules, in the order of docs/findings.md. */
import type { ObjectReference } from '../../base/kubernetes/object.js';
import { type Finding, type FindingRule, rule, toFinding } from './finding.js';

type FindingText = Pick<FindingRule, 'severity' | 'title'> & FindingRule['documentation'];

const SAID = {
  'api-owned-twice': {
    severity: 'error',
    title: 'Two operators own one API, and one of them is descoped',
    meaning: 'A descoped operator serves its API to the whole cluster, so no other can own it. The older one keeps it.',
    fix: 'Remove one of the two operators.',
  },
  'certificates-missing': {
    severity: 'error',
    title: 'An operator needs a certificate that nobody creates',
    meaning:
      "An operator's webhooks or APIServices need a certificate, certificates are off, and the input has no Secret with one. Pods wait, and webhook requests fail.",
    fix: 'Use `--certificates cert-manager` or `service-ca`, or create the Secret and the `caBundle` otherwise. Never keep a key in Git.',
  },
  'certificate-provider-not-in-input': {
    severity: 'info',
    title: 'Nothing in the input makes certificates',
    meaning: "An operator's certificates come from cert-manager or OpenShift's service CA, and nothing in the input installs it.",
    fix: 'Make sure that it runs before the operator is applied.',
  },
  'common-name-too-long': {
    severity: 'warning',
    title: 'A common name is too long for cert-manager',
    meaning: "OLM v1 writes the Service and its namespace into the common name; cert-manager's limit is 64 bytes.",
    fix: 'Use a namespace with a shorter name.',
  },
  'conversion-conflict': {
    severity: 'error',
    title: 'Two installations convert one CRD',
    meaning: 'A CRD has one conversion webhook for the whole cluster. Neither CRD is rendered.',
    fix: 'Install the operator once in the cluster.',
  },
  'conversion-service-foreign': {
    severity: 'warning',
    title: 'A Service outside of the bundle converts a CRD',
    meaning: 'A CRD names a conversion Service that no webhook of the CSV creates. Reading objects in another version fails.',
    fix: "Ask the bundle's author for a conversion webhook in `spec.webhookdefinitions`.",
  },
  'crds-differ': {
    severity: 'error',
    title: 'Two installations have different CRDs of one name',
    meaning: 'Two operators contain a CRD of one name. If one has all versions, it is rendered, and a warning names what the others lose.',
    fix: 'Install one version of the operator everywhere.',
  },
  'deployment-shared': {
    severity: 'error',
    title: 'Two operators have a Deployment of one name',
    meaning: 'Two operators of one namespace have a Deployment of one name. Neither is rendered.',
    fix: 'Install them in namespaces of their own.',
  },
  'descoped-permissions': {
    severity: 'info',
    title: 'A descoped operator has a role to bind',
    meaning: 'A descoped operator can do its work only where its ClusterRole is bound.',
    fix: 'Name the namespaces in an OperatorGroup, or bind the ClusterRole yourself.',
  },
  'feature-gate-needed': {
    severity: 'warning',
    title: 'A ClusterExtension needs a feature gate',
    meaning:
      "A ClusterExtension's settings, or its operator's install modes, need a feature gate that is off by default; without it, OLM v1 refuses the ClusterExtension.",
    fix: 'Switch the feature gate on, or remove the setting.',
  },
  'image-by-tag': {
    severity: 'info',
    title: 'An image is named by its tag',
    meaning: 'The image behind a tag can change without a change in Git.',
    fix: "Ask the bundle's author to use the digest.",
  },
  'image-not-listed': {
    severity: 'info',
    title: 'An image is not among the relatedImages of its CSV',
    meaning: 'A mirror made from relatedImages lacks the image.',
    fix: 'Mirror it, too: `cdk8s-olm images` lists all.',
  },
  'installed-objects-conflict': {
    severity: 'error',
    title: 'Two installations have different objects of one name',
    meaning: 'Two operators bring different objects of one kind and name. Neither is rendered.',
    fix: 'Install one version of the operator, or only one of the operators.',
  },
  'installed-objects-merged': {
    severity: 'info',
    title: 'Two installations have one object in common',
    meaning: 'Two operators contain one object, or a binding that differs only in its subjects. It is rendered once.',
    fix: 'Nothing: it is removed with the last operator.',
  },
  'installer-lacks-permissions': {
    severity: 'error',
    title: 'The ServiceAccount of a ClusterExtension cannot install it',
    meaning:
      "Up to v1.10, OLM v1 installs with the ServiceAccount of the ClusterExtension. It lacks verbs on the operator's objects, or permissions that its roles give. The API server refuses, and OLM retries forever. Warning where only the feature gate PreflightPermissions requires them, or the account is bound to a role that is not in the input.",
    fix: 'Give the account what it lacks: `cdk8s-olm render --installers` writes a sufficient role for an administrator.',
  },
  'installer-not-found': {
    severity: 'error',
    title: 'The ServiceAccount of a ClusterExtension is not in the input',
    meaning:
      "Up to v1.10, OLM v1 installs with a ClusterExtension's ServiceAccount, and nothing without it. Warning where the input lacks its namespace, too.",
    fix: 'Add the ServiceAccount to the input.',
  },
  'kind-not-in-input': {
    severity: 'warning',
    title: 'Nothing defines the kind of an object',
    meaning:
      'The bundle contains a kind that neither Kubernetes nor the input defines, such as ServiceMonitor. Without the CRD, API servers refuse it, and all-or-nothing tools stop. Reported once for each kind. `--argocd` sets `SkipDryRunOnMissingResource=true`.',
    fix: 'Apply the CRD first, add it to the input, or name the platform that has it with `--platform`.',
  },
  'priority-class-not-rendered': {
    severity: 'warning',
    title: 'A PriorityClass is missing',
    meaning: 'The bundle names a PriorityClass that it does not contain. Kubernetes refuses Pods without it.',
    fix: 'Create the PriorityClass before the operator is applied.',
  },
  'reads-olm-objects': {
    severity: 'warning',
    title: "An operator reads OLM's own objects",
    meaning: 'The operator asks for permissions on operators.coreos.com, whose objects do not exist without OLM.',
    fix: 'Ask its author whether it runs without OLM.',
  },
  'secret-not-in-input': {
    severity: 'warning',
    title: 'Pods wait for a Secret that is not in the input',
    meaning: 'A Deployment mounts a required Secret that nothing in the input creates.',
    fix: 'Make sure that the cluster has it. A Secret does not belong in Git.',
  },
  'status-not-granted': {
    severity: 'info',
    title: 'A CRD of a descoped operator has no status',
    meaning: "A descoped operator can always write its objects' status, but this CRD has none.",
    fix: 'Nothing, unless the operator writes its status elsewhere.',
  },
  'subscription-beside-install': {
    severity: 'info',
    title: 'A Subscription names an operator that is installed without OLM',
    meaning: 'Where OLM runs, the Subscription makes OLM install the operator a second time.',
    fix: "Don't apply the Subscription to the cluster. It still chooses the version.",
  },
} as const satisfies Readonly<Record<string, FindingText>>;

export type InstallFindingId = keyof typeof SAID;

function ruleOf(id: InstallFindingId): FindingRule {
  const { severity, title, ...text }: FindingText = SAID[id];
  return rule(id, severity, title, text);
}

/** Every rule about operators that are installed without OLM. */
export const INSTALL_RULES: readonly FindingRule[] = (Object.keys(SAID) as InstallFindingId[]).map(ruleOf);

/** A finding that concerns no verdict. @param severity at most as bad as its rule says */
export function installFinding(
  id: InstallFindingId,
  severity: Finding['severity'],
  subject: ObjectReference,
  message: string,
  fix: string,
  related: readonly ObjectReference[] = [],
): Finding {
  return toFinding(ruleOf(id), { severity, subject, message, fix, related });
}
