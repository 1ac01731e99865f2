/**
 * What a resolution means for people: a finding for every verdict that keeps a CSV from running, for every
 * outcome that is not certain, and for what OLM does without a word. All wording stands here.
 */
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { Finding, FindingId, Severity } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';
import { formatReference } from '../model/kubernetes-object.js';
import { MAX_LABEL_LENGTH } from '../model/names.js';
import { apiKey } from '../model/provided-api.js';
import { requirementFix } from './dependencies/requirement-fix.js';
import { dependencyFindings } from './dependency-findings.js';
import { groupSurface } from './intersection.js';
import { intersection, isAllNamespaces, type NamespaceSet } from './namespace-set.js';
import { parseProvidedApis } from './provided-apis.js';
import { csvReference, groupReference } from './references.js';
import type { UnmetRequirement } from './requirements.js';
import type { Resolution, ResolvedCsv, ResolvedGroup } from './resolve.js';
import { subscriptionFindings } from './subscription-findings.js';
import type { Reason } from './verdict.js';

/** Findings about a resolved cluster, in the order of its CSVs and groups. */
export function resolutionFindings(cluster: Cluster, resolution: Resolution): Finding[] {
  return [
    ...resolution.csvs.flatMap((csv) => [...verdictFinding(csv, resolution, cluster), ...certaintyFinding(csv), ...csvNameFinding(csv)]),
    ...resolution.replaced.map(
      ({ csv, by }): Finding => ({
        id: 'csv-replaced',
        severity: 'info',
        subject: csvReference(csv),
        message: `${csv.name} is replaced by ${by.name} and is not rendered`,
        fix: `remove ${csv.name} from the input once the cluster runs ${by.name}`,
        related: [csvReference(by)],
        verdict: false,
      }),
    ),
    ...crowdedNamespaces(resolution),
    ...resolution.groups.flatMap((group) => [...missingTargets(group, cluster), ...emptiedAnnotation(group), ...groupNameFinding(group)]),
    ...subscriptionFindings(cluster),
    ...dependencyFindings(cluster),
  ];
}

interface Wording {
  readonly id: FindingId;
  readonly severity: Severity;
  readonly message: (csv: ResolvedCsv, resolution: Resolution) => string;
  readonly fix: (csv: ResolvedCsv, cluster: Cluster) => string;
}

/** One entry for every reason that a person should act on. */
const WORDING: Readonly<Partial<Record<Reason, Wording>>> = {
  '': { id: 'never-synced', severity: 'error', message: neverSyncedMessage, fix: neverSyncedFix },
  NoOperatorGroup: {
    id: 'no-operator-group',
    severity: 'error',
    message: ({ csv }) => `the namespace ${csv.namespace} has no OperatorGroup, so OLM runs no operator in it`,
    fix: ({ csv }) => `add an OperatorGroup to the namespace ${csv.namespace}`,
  },
  TooManyOperatorGroups: {
    id: 'too-many-operator-groups',
    severity: 'error',
    message: ({ csv, verdict }) =>
      `the namespace ${csv.namespace} has ${verdict.because.length} OperatorGroups, and OLM does not choose between them`,
    fix: ({ verdict }) => `keep one of ${verdict.because.map(({ name }) => name).join(', ')}`,
  },
  UnsupportedOperatorGroup: {
    id: 'unsupported-operator-group',
    severity: 'error',
    message: ({ verdict, group }) => `${verdict.message}: the OperatorGroup targets ${targetsText(group?.namespaces)}`,
    fix: ({ csv }) =>
      `change the group's target namespaces to what the operator supports (${supportedModes(csv.installModes)}), or move it to a namespace with such a group`,
  },
  NoTargetNamespaces: {
    id: 'no-target-namespaces',
    severity: 'error',
    message: ({ group }) => `the selector of OperatorGroup ${group?.group.name} matches no namespace`,
    fix: () => 'label a namespace as the selector asks, or correct the selector',
  },
  InvalidInstallModes: {
    id: 'invalid-install-modes',
    severity: 'error',
    message: ({ verdict }) => verdict.message,
    fix: () => 'list each install mode once in spec.installModes',
  },
  InterOperatorGroupOwnerConflict: {
    id: 'inter-operator-group-owner-conflict',
    severity: 'error',
    message: conflictMessage,
    fix: () =>
      'keep the operator in one of the groups, or give the groups target namespaces that do not overlap (their own namespaces count)',
  },
  CannotModifyStaticOperatorGroupProvidedAPIs: {
    id: 'cannot-modify-static-provided-apis',
    severity: 'error',
    message: ({ group, providedApis }) =>
      `OperatorGroup ${group?.group.name} is static, and its olm.providedAPIs does not settle ${apisText(providedApis)} for it alone`,
    fix: ({ providedApis }) =>
      `list ${apisText(providedApis)} in the group's olm.providedAPIs and in no intersecting group's, or move the operator to a group that is not static`,
  },
  RequirementsNotMet: {
    id: 'requirements-not-met',
    severity: 'warning',
    message: ({ unmet }) => `OLM waits with the installation for ${unmet.map(requirementText).join(', ')}`,
    fix: ({ unmet }, { bundles }) => requirementFix(unmet, bundles),
  },
  RequirementsUnknown: {
    id: 'waits-for-predecessor',
    severity: 'error',
    message: ({ verdict }) => `${verdict.because.map(({ name }) => name).join()}, which it replaces, does not run, and OLM waits for that`,
    fix: () => 'mend the CSV that it replaces, or remove it from the input',
  },
  InvalidInstallStrategy: {
    id: 'invalid-install-strategy',
    severity: 'error',
    message: ({ verdict }) => verdict.message,
    fix: ({ csv }) =>
      csv.installStrategy === 'deployment' ? 'give every rule a verb, and resources or URLs' : 'set spec.install.strategy to deployment',
  },
  InvalidWebhookDescription: {
    id: 'invalid-webhook-description',
    severity: 'error',
    message: ({ verdict }) => verdict.message,
    fix: () => 'correct spec.webhookdefinitions',
  },
  OwnerConflict: {
    id: 'owner-conflict',
    severity: 'error',
    message: ({ verdict }) => `${verdict.message}: ${verdict.because.map(formatReference).join(' and ')}`,
    fix: ({ verdict }) =>
      verdict.because.some(({ kind }) => kind === 'APIService')
        ? 'remove the APIService from the input; OLM makes it'
        : 'keep one of the operators in this namespace',
  },
  InstallComponentFailed: {
    id: 'install-component-failed',
    severity: 'error',
    message: ({ verdict }) => `${verdict.because.map(formatReference).join(' and ')} owns the same APIService, and a cluster has only one`,
    fix: () => 'keep one of the operators',
  },
  BeingReplaced: {
    id: 'being-replaced',
    severity: 'warning',
    message: ({ verdict }) => `${verdict.because.map(({ name }) => name).join()} is to replace this CSV but does not run`,
    fix: () => 'see the findings about its successor; CSVs that replace each other keep both',
  },
};

function verdictFinding(csv: ResolvedCsv, resolution: Resolution, cluster: Cluster): Finding[] {
  const wording = WORDING[csv.verdict.reason];
  if (!wording) return [];
  const severity = csv.verdict.neverSynced === 'IsCopied' ? 'warning' : wording.severity;
  return [
    {
      id: wording.id,
      severity,
      subject: csvReference(csv.csv),
      message: wording.message(csv, resolution),
      fix: wording.fix(csv, cluster),
      related: csv.verdict.because,
      verdict: severity === 'error',
    },
  ];
}

function certaintyFinding({ csv, certainty, rivals, verdict, group }: ResolvedCsv): Finding[] {
  if (certainty === 'certain') return [];
  const related = rivals.map(csvReference);
  const names = related.map(({ namespace, name }) => `${namespace}/${name}`).join(', ');
  const outcome = verdict.phase === 'Succeeded' ? 'taken here to run' : `taken here to be ${verdict.phase}/${verdict.reason}`;
  if (certainty === 'unstable') {
    const message = `OLM never comes to rest over this CSV${names === '' ? '' : `: it takes turns with ${names}`} (${outcome})`;
    return [
      {
        id: 'unstable-outcome',
        severity: 'error',
        subject: csvReference(csv),
        message,
        fix: names === '' ? 'see the finding about its verdict' : 'keep one of them in this namespace',
        related,
        verdict: true,
      },
    ];
  }
  // Such a CSV fails in every order, but not for the same reason.
  const failsAnyway = group?.group.staticProvidedAPIs === true && verdict.phase === 'Failed';
  const contested = rivals.some((rival) => sharesApiService(csv, rival))
    ? 'keep one of them: a cluster has one owner of an APIService'
    : 'to pin the outcome, make the OperatorGroup that is to win static and list the APIs in its olm.providedAPIs, or remove the others';
  return [
    {
      id: 'ambiguous-outcome',
      severity: 'error',
      subject: csvReference(csv),
      message: `${failsAnyway ? 'for which reason this CSV fails' : 'whether this CSV runs'} depends on whether OLM sees it or ${names} first (${outcome})`,
      fix: contested,
      related,
      verdict: true,
    },
  ];
}

function sharesApiService(a: ClusterServiceVersion, b: ClusterServiceVersion): boolean {
  return a.ownedAPIServices.some(({ group, version }) =>
    b.ownedAPIServices.some((other) => other.group === group && other.version === version),
  );
}

function csvNameFinding({ csv }: ResolvedCsv): Finding[] {
  if (csv.name.length <= MAX_LABEL_LENGTH) return [];
  return [
    {
      id: 'csv-name-too-long',
      severity: 'error',
      subject: csvReference(csv),
      message: `the name has ${csv.name.length} characters; the label olm.owner holds ${MAX_LABEL_LENGTH}, so the API server refuses the operator's roles and it never installs`,
      fix: `shorten the name to ${MAX_LABEL_LENGTH} characters`,
      related: [],
      verdict: false,
    },
  ];
}

function groupNameFinding({ group }: ResolvedGroup): Finding[] {
  if (group.name.length <= MAX_LABEL_LENGTH) return [];
  return [
    {
      id: 'operator-group-name-too-long',
      severity: 'error',
      subject: groupReference(group),
      message: `the name has ${group.name.length} characters; the label olm.owner holds ${MAX_LABEL_LENGTH}, so the API server refuses the group's ClusterRoles`,
      fix: `shorten the name to ${MAX_LABEL_LENGTH} characters`,
      related: [],
      verdict: false,
    },
  ];
}

function crowdedNamespaces({ groups }: Resolution): Finding[] {
  return [...groupBy(groups, ({ group }) => group.namespace)].flatMap(([namespace, inNamespace]): Finding[] => {
    const [first, ...more] = inNamespace.map(({ group }) => groupReference(group));
    if (!first || more.length === 0) return [];
    const names = inNamespace.map(({ group }) => group.name).join(', ');
    return [
      {
        id: 'multiple-operator-groups',
        severity: 'warning',
        subject: first,
        message: `the namespace ${namespace} has several OperatorGroups (${names}); OLM fails every CSV in it`,
        fix: 'keep one of them',
        related: more,
        verdict: false,
      },
    ];
  });
}

function missingTargets({ group }: ResolvedGroup, { namespaces }: Cluster): Finding[] {
  const missing = [...new Set(group.targetNamespaces)]
    .filter((target) => target !== '' && !namespaces.some(({ name }) => name === target))
    .sort();
  if (missing.length === 0) return [];
  return [
    {
      id: 'target-namespace-not-found',
      severity: 'warning',
      subject: groupReference(group),
      message: `target namespace ${missing.join(', ')} does not exist, so nothing is copied into it`,
      fix: 'add the Namespace to the input, or take the name out of spec.targetNamespaces',
      related: missing.map((name) => ({ kind: 'Namespace', name })),
      verdict: false,
    },
  ];
}

function emptiedAnnotation({ group, providedApis, blocked }: ResolvedGroup): Finding[] {
  if (group.staticProvidedAPIs || blocked) return [];
  const lost = [...parseProvidedApis(group.providedAPIs)].filter((api) => !providedApis.has(api)).sort();
  if (lost.length === 0) return [];
  return [
    {
      id: 'provided-apis-emptied',
      severity: 'warning',
      subject: groupReference(group),
      message: `OLM takes ${lost.join(', ')} out of olm.providedAPIs, since no CSV of the namespace provides it, or an intersecting group lists it too; it protects nothing`,
      fix: 'set spec.staticProvidedAPIs to true if the group is to reserve these APIs, or remove them',
      related: [],
      verdict: false,
    },
  ];
}

/** Names the groups that hold the APIs, the APIs, and the namespaces that they share with the CSV's group. */
function conflictMessage({ verdict, providedApis, group }: ResolvedCsv, { groups }: Resolution): string {
  const own = group && surfaceOf(group);
  const holders = verdict.because.map(({ namespace, name }) => {
    const holder = groups.find((other) => other.group.namespace === namespace && other.group.name === name);
    const apis = providedApis.map(apiKey).filter((api) => holder?.providedApis.has(api));
    const shared = own && holder ? intersection(own, surfaceOf(holder)) : [];
    return `OperatorGroup ${namespace}/${name} already provides ${listText(apis)} in ${targetsText(shared)}`;
  });
  return `${holders.join('; ')}: groups that share a namespace cannot both provide an API`;
}

function surfaceOf({ group, namespaces = [], providedApis }: ResolvedGroup): NamespaceSet {
  return groupSurface(group, namespaces, providedApis).targets;
}

function neverSyncedMessage({ verdict, csv, group }: ResolvedCsv): string {
  switch (verdict.neverSynced) {
    case 'IsCopied':
      return `the annotation olm.operatorNamespace names ${csv.annotations['olm.operatorNamespace']}, so OLM takes the CSV for a copy and does nothing with it`;
    case 'MalformedCrdName':
      return 'an owned or required CRD has a name without a group, and OLM gives up on the CSV';
    case 'TargetsContainAllNamespaces':
      return `spec.targetNamespaces of OperatorGroup ${group?.group.name} holds the empty string, and OLM never syncs such a group`;
    default:
      return `the ServiceAccount ${group?.group.serviceAccountName} of OperatorGroup ${group?.group.name} does not exist, and OLM does not sync the group without it`;
  }
}

function neverSyncedFix({ verdict, group }: ResolvedCsv): string {
  switch (verdict.neverSynced) {
    case 'IsCopied':
      return 'remove the annotation; OLM sets it';
    case 'MalformedCrdName':
      return 'write the full name of the CRD, such as etcdclusters.etcd.database.coreos.com';
    case 'TargetsContainAllNamespaces':
      return 'leave spec.targetNamespaces out to select all namespaces, or list names only';
    default:
      return `add the ServiceAccount ${group?.group.namespace}/${group?.group.serviceAccountName} to the input, or remove spec.serviceAccountName`;
  }
}

function requirementText(requirement: UnmetRequirement): string {
  switch (requirement.kind) {
    case 'CustomResourceDefinition':
      return `the CRD ${requirement.name} in version ${requirement.version}`;
    case 'APIService':
      return `the APIService ${requirement.name}`;
    case 'API':
      return `the API ${requirement.name}`;
    case 'Deployment':
      return `the Deployment ${requirement.name} of its APIService, which spec.install does not have`;
    case 'KubeVersion':
      return `Kubernetes ${requirement.minimum} (the cluster has ${requirement.actual})`;
    default:
      return 'its Roles, which cannot be created because the CSV has too long a name';
  }
}

function targetsText(namespaces: NamespaceSet | undefined): string {
  if (!namespaces || isAllNamespaces(namespaces)) return 'all namespaces';
  return `${namespaces.length === 1 ? 'namespace' : 'namespaces'} ${listText(namespaces)}`;
}

function supportedModes(modes: ResolvedCsv['csv']['installModes']): string {
  const supported = modes.filter((mode) => mode.supported).map(({ type }) => type);
  return supported.length === 0 ? 'it supports no install mode at all' : supported.join(', ');
}

function apisText(apis: ResolvedCsv['providedApis']): string {
  return listText(apis.map(apiKey));
}

function listText(items: readonly string[]): string {
  return items.length > 3 ? `${items.slice(0, 3).join(', ')} and ${items.length - 3} more` : items.join(', ');
}
