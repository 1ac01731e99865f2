/** Findings about operators that are installed without OLM: their rules, in the order of docs/findings.md. */
import type { ObjectReference } from '../kubernetes/object.js';
import { type Finding, type FindingRule, toFinding } from './finding.js';

type FindingText = Pick<FindingRule, 'severity' | 'title'> & FindingRule['documentation'];

const SAID = {
  'api-owned-twice': {
    severity: 'error',
    title: 'Two operators own one API, and one of them is descoped',
    meaning: 'A descoped operator serves its API to the whole cluster, so no other operator can own it. The older operator keeps it.',
    fix: 'Remove one of the two operators.',
  },
  'certificates-missing': {
    severity: 'error',
    title: 'Nobody makes a certificate that an operator needs',
    meaning:
      'The webhooks or APIServices of an operator need a certificate, certificates were switched off, and the input has no Secret with one. The pods wait for the Secret, and requests to the webhook fail.',
    fix: 'Use `--certificates cert-manager` or `service-ca`, or make the Secret and the `caBundle` by other means. Never keep a key in Git.',
  },
  'certificate-provider-not-in-input': {
    severity: 'info',
    title: 'Nothing in the input makes certificates',
    meaning: "The certificates of an operator are made by cert-manager or by OpenShift's service CA, and nothing in the input installs it.",
    fix: 'Make sure that it runs before the operator is applied.',
  },
  'common-name-too-long': {
    severity: 'warning',
    title: 'A common name is too long for cert-manager',
    meaning: 'OLM v1 writes the Service and its namespace into the common name, and cert-manager takes 64 bytes.',
    fix: 'Install the operator in a namespace with a shorter name.',
  },
  'conversion-conflict': {
    severity: 'error',
    title: 'Two installations want to convert the objects of one CRD',
    meaning: 'A CRD has one conversion webhook for the whole cluster. Neither CRD is rendered.',
    fix: 'Install the operator once in the cluster.',
  },
  'conversion-service-foreign': {
    severity: 'warning',
    title: 'A CRD is converted by a Service that the bundle does not make',
    meaning:
      'A CRD of the bundle names a conversion Service, and no webhook of the CSV makes it. Reading objects in another version fails.',
    fix: 'Ask the author of the bundle for a conversion webhook in `spec.webhookdefinitions`.',
  },
  'crds-differ': {
    severity: 'error',
    title: 'Two installations bring one CRD differently',
    meaning:
      'Two operators bring a CRD of one name. Where one of them has the versions of all, that one is rendered, and this is a warning that names what the others lose.',
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
    title: 'OLM v1 takes a ClusterExtension only with a feature gate',
    meaning:
      'The settings of a ClusterExtension, or the install modes of its operator, need a feature gate of operator-controller that is off by default. Without it, OLM v1 refuses the ClusterExtension.',
    fix: 'Switch the feature gate on, or remove the setting.',
  },
  'image-by-tag': {
    severity: 'info',
    title: 'An image is named by its tag',
    meaning: 'The image behind a tag can change without a change in Git.',
    fix: 'Ask the author of the bundle to name the image by its digest.',
  },
  'image-not-listed': {
    severity: 'info',
    title: 'An image is not among the relatedImages of its CSV',
    meaning: 'A mirror that is made from relatedImages lacks the image.',
    fix: 'Mirror it too: `cdk8s-olm images` lists all.',
  },
  'installed-objects-conflict': {
    severity: 'error',
    title: 'Two installations bring different objects of one name',
    meaning: 'Two operators bring different objects of one kind and name. Neither is rendered.',
    fix: 'Install one version of the operator, or only one of the operators.',
  },
  'installed-objects-merged': {
    severity: 'info',
    title: 'Two installations bring one object',
    meaning: 'Two operators bring the same object, or a binding that differs in its subjects alone. It is rendered once.',
    fix: 'Nothing: the object goes only when the last of the operators goes.',
  },
  'installer-lacks-permissions': {
    severity: 'error',
    title: 'The ServiceAccount of a ClusterExtension cannot install it',
    meaning:
      'Up to v1.10, OLM v1 installs an operator with the permissions of the ServiceAccount that its ClusterExtension names. The account lacks some of those that the objects of the operator take: the verbs on each of them, and all that its roles give, as nobody gives more than they have. The API server refuses the first request without permission, and OLM tries again and again. It is a warning where only the feature gate PreflightPermissions asks for what is missing, or where the account is bound to a role that is not in the input.',
    fix: 'Give the account what it lacks: `cdk8s-olm render --installers` writes a sufficient role for an administrator.',
  },
  'installer-not-found': {
    severity: 'error',
    title: 'The ServiceAccount of a ClusterExtension is not in the input',
    meaning:
      'Up to v1.10, OLM v1 installs an operator with the permissions of the ServiceAccount that its ClusterExtension names, and installs nothing without the account. It is a warning where the input does not have the namespace of the account either.',
    fix: 'Add the ServiceAccount to the input.',
  },
  'kind-not-in-input': {
    severity: 'warning',
    title: 'Objects are of a kind that nothing defines',
    meaning:
      'The bundle brings objects of a kind that neither Kubernetes nor the input defines, such as ServiceMonitor or ConsolePlugin. An API server without the CRD refuses them, and a tool that applies all or nothing stops there. It is said once for each kind. With `--argocd` they get `SkipDryRunOnMissingResource=true`.',
    fix: 'Apply what brings the CRD first, add the CRD to the input, or name the platform that has it with `--platform`.',
  },
  'priority-class-not-rendered': {
    severity: 'warning',
    title: 'The pods of an operator have a priority class that is not there',
    meaning: 'Kubernetes makes no pod with a PriorityClass that it does not have. The bundle names one and does not bring it.',
    fix: 'Make the PriorityClass before the operator is applied.',
  },
  'reads-olm-objects': {
    severity: 'warning',
    title: "An operator reads OLM's own objects",
    meaning: 'The operator asks for permissions on objects of operators.coreos.com, which are not there without OLM.',
    fix: 'Ask its author whether it runs without OLM.',
  },
  'secret-not-in-input': {
    severity: 'warning',
    title: 'The pods of an operator wait for a Secret',
    meaning: 'A Deployment mounts a Secret that is not optional, and nothing in the input makes it.',
    fix: 'Make sure that something in the cluster creates it. A Secret does not belong in Git.',
  },
  'status-not-granted': {
    severity: 'info',
    title: 'A CRD of a descoped operator has no status',
    meaning: 'A descoped operator can always write the status of its objects, but this CRD has none.',
    fix: 'Nothing, unless the operator writes its status elsewhere.',
  },
  'subscription-beside-install': {
    severity: 'info',
    title: 'A Subscription names an operator that is installed without OLM',
    meaning: 'Where OLM runs, the Subscription has OLM install the operator a second time.',
    fix: 'Keep the Subscription out of what is applied to the cluster. It still chooses the version.',
  },
} as const satisfies Readonly<Record<string, FindingText>>;

export type InstallFindingId = keyof typeof SAID;

function ruleOf(id: InstallFindingId): FindingRule {
  const { severity, title, ...documentation }: FindingText = SAID[id];
  return { id, severity, title, references: [], documentation };
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
