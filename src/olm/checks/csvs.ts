/** Finds CSVs and bundles with parts that OLM, or the rendering, does not apply as written. */

import { isLabelValue, isServiceName, MAX_LABEL_LENGTH } from '../../base/kubernetes/names.js';
import { compareText, formatReference, groupBy, namespacedName, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import { type PolicyRule, policyRule } from '../../base/kubernetes/policy-rule.js';
import { bindingOf, isPlaceOpen, roleOf } from '../../base/kubernetes/rbac.js';
import { describe } from '../../base/manifest/check.js';
import { formatFieldPath } from '../../base/manifest/field-path.js';
import { joined, listed } from '../../base/wording/phrases.js';
import type { Bundle } from '../model/bundle.js';
import type { Cluster } from '../model/cluster.js';
import type { ClusterServiceVersion, Permission } from '../model/cluster-service-version.js';
import { csvReference, type Discovery, groupReference } from '../model/finding.js';
import { versionsOf } from '../model/versions.js';
import { refusedObjects } from '../render/bundled-objects.js';
import { firstReleaseOf, isEverInstalled } from '../rules/bundle-kinds.js';
import { refusedKinds } from '../rules/install-plan/install-plan.js';
import { isAllNamespaces } from '../rules/namespace-set.js';
import { inOlmOrder } from '../rules/order.js';
import { isInvalidRule } from '../rules/pending-rules.js';
import { type InstalledCertificate, installedCertificates, serviceName, servingDeployments } from '../rules/serving-deployments.js';
import type { NeverSynced, Phase } from '../rules/verdict.js';
import { clusterRule, csvRule, groupRule, resolutionRule } from './surroundings.js';

/** The versions that OLM can read: a semantic version, also with a `v`, with leading zeros, or shortened. An absent one counts as 0.0.0. */
const READABLE =
  /^\s*v?\d+(?:\.\d+(?:\.\d+(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?)?)?\s*$/;

/** An error about a version that stops OLM. */
export const unreadableVersion = csvRule('version-unreadable', 'error', 'OLM cannot read the version of a CSV', {
  meaning: 'OLM cannot read the version of a CSV, which stops OLM in all namespaces.',
  fix: 'Write a version such as 1.2.3, or omit spec.version.',
  find: ({ csv }) => {
    const { version } = csv;
    if (version === undefined || READABLE.test(version)) return [];
    return [
      {
        subject: csvReference(csv),
        message: `spec.version is ${describe(version)}: OLM cannot read this CSV, and stops working in all namespaces while it exists`,
        fix: 'write a version such as 1.2.3, or omit spec.version',
      },
    ];
  },
});

// Refused rules: a CSV can request permissions that no Role or ClusterRole can contain, and the API server refuses them only when OLM creates the roles (Kubernetes' ValidatePolicyRule).

/** An error about the rules that keep an operator's roles from being created. */
export const refusedRules = csvRule('rules-refused', 'error', 'The API server refuses rules of a CSV', {
  meaning: 'The API server refuses rules of a CSV, so OLM never installs the operator.',
  fix: 'Give every rule verbs, apiGroups and resources. A rule for nonResourceURLs has only verbs, and must be in clusterPermissions.',
  find: ({ csv }) => {
    const refused = [...refusedOf(csv, 'permissions'), ...refusedOf(csv, 'clusterPermissions')];
    if (csv.installStrategy !== 'deployment' || refused.length === 0) return [];
    return [
      {
        subject: csvReference(csv),
        message: `the API server refuses the roles with ${listed(refused, 'rules')}, so OLM never installs the operator`,
        fix: 'give every rule verbs, apiGroups and resources; rules for nonResourceURLs have only verbs, and belong to clusterPermissions',
      },
    ];
  },
});

function refusedOf(csv: ClusterServiceVersion, list: 'permissions' | 'clusterPermissions'): string[] {
  return csv[list].flatMap(({ rules }: Permission, entry) =>
    (rules ?? []).flatMap((raw, index) => {
      const why = whyRefused(policyRule(raw), list);
      return why === undefined ? [] : [`spec.install.spec.${list}[${entry}].rules[${index}] (${why})`];
    }),
  );
}

function whyRefused(rule: PolicyRule, list: 'permissions' | 'clusterPermissions'): string | undefined {
  // The verdict covers these rules: OLM checks clusterPermissions itself.
  if (list === 'clusterPermissions' && isInvalidRule(rule)) return undefined;
  const { verbs, apiGroups, resources, nonResourceURLs } = rule;
  if (!verbs?.length) return 'no verbs';
  if (nonResourceURLs?.length) return list === 'permissions' ? 'nonResourceURLs in a Role' : undefined;
  if (!apiGroups?.length) return 'no apiGroups';
  return resources?.length ? undefined : 'no resources';
}

// Unused permissions: in a global group, OLM turns an operator's Roles into ClusterRoles before it checks the CSV's phase (OLM's ensureRBACInTargetNamespace), so an operator that does not run has permissions in all namespaces.

const WITHOUT_ROLES: ReadonlySet<NeverSynced> = new Set<NeverSynced>(['IsCopied', 'InstallPlanFailed', 'NotResolved']);
const RUNNING: ReadonlySet<Phase> = new Set<Phase>(['Succeeded', 'Replacing']);

/** A warning about a CSV that does not run but whose accounts have permissions in all namespaces. */
export const unusedRights = csvRule(
  'cluster-wide-rights-unused',
  'warning',
  'An operator that does not run has permissions in all namespaces',
  {
    needsOlm: true,
    meaning: 'With OLM on the cluster, an operator that does not run has permissions in all namespaces.',
    fix: 'Fix the cause, or remove the CSV: OLM then removes the permissions.',
    find: ({ csv, group, verdict }) => {
      const isGlobal = group?.namespaces !== undefined && isAllNamespaces(group.namespaces);
      if (!isGlobal || RUNNING.has(verdict.phase) || !isLifted(csv)) return [];
      // A copy gets no roles, and an InstallPlan that fails at a manifest makes none: they are its last steps.
      if (verdict.neverSynced && WITHOUT_ROLES.has(verdict.neverSynced)) return [];
      const withRules = csv.permissions.filter(({ rules }) => rules?.length).map(({ serviceAccountName }) => serviceAccountName);
      const accounts = [...new Set(withRules)].sort(compareText);
      if (accounts.length === 0) return [];
      const [noun, verb] = accounts.length === 1 ? ['ServiceAccount', 'has'] : ['ServiceAccounts', 'have'];
      return [
        {
          subject: csvReference(csv),
          message: `the operator does not run, but with OLM on the cluster its ${noun} ${listed(accounts)} ${verb} the permissions of spec.install.spec.permissions in all namespaces, because its OperatorGroup targets all namespaces`,
          fix: 'fix the reason why it does not run, or remove the CSV: OLM then removes the permissions',
          related: accounts.map((name) => ({ kind: 'ServiceAccount', namespace: csv.namespace, name })),
        },
      ];
    },
  },
);

/** Whether OLM creates roles for the CSV and then makes them ClusterRoles: it stops at a rule that it cannot check. */
function isLifted({ installStrategy, name, permissions, clusterPermissions }: ClusterServiceVersion): boolean {
  const rules = [...permissions, ...clusterPermissions].flatMap((permission) => permission.rules ?? []);
  return installStrategy === 'deployment' && isLabelValue(name) && !rules.some((rule) => isInvalidRule(policyRule(rule)));
}

// Names of serving Deployments: OLM creates a Service for each, and some names of Deployments are too long for the Service.

/** An error about each Deployment whose webhooks or APIServices never get a certificate. */
export const servingNames = csvRule(
  'serving-deployment-name-invalid',
  'error',
  'The name of a serving Deployment results in invalid names',
  {
    meaning: 'The name of a Deployment that serves webhooks or an APIService leads to an invalid Service name.',
    fix: 'Rename the Deployment: use lower-case letters, digits and "-", start with a letter, and keep the name short enough for its Service.',
    find: ({ csv }) => {
      const longest = MAX_LABEL_LENGTH - serviceName('').length;
      return servingDeployments(csv)
        .filter((deployment) => !isServiceName(serviceName(deployment)))
        .map((deployment) => ({
          subject: csvReference(csv),
          message: `OLM creates a Service ${serviceName(deployment)} for the webhooks and APIServices of the Deployment ${deployment}. The API server refuses this name, so OLM never creates their certificate and never installs the operator`,
          fix: `rename the Deployment: at most ${longest} lower-case letters, digits and "-", starting with a letter`,
        }));
    },
  },
);

// Shared API roles: OLM names the ClusterRoles of an APIService's API by plural and version only, so those of several API groups overwrite each other (OLM's ensureClusterRolesForAPI).

/** A warning for each name that the APIs of several groups share, at the first of their CSVs. */
export const sharedApiRoles = resolutionRule('api-roles-shared', 'warning', 'APIs of several groups share ClusterRoles', {
  meaning: 'OLM creates ClusterRoles with the same name for APIs of several groups.',
  fix: 'Write your own ClusterRoles for these APIs, or keep one API.',
  find: ({ csvs }) => {
    const provided = csvs
      .filter(({ verdict }) => RUNNING.has(verdict.phase) || verdict.awaited)
      .flatMap(({ csv }) => csv.ownedAPIServices.map(({ name, version, group }) => ({ csv, name: `${name}-${version}`, group })));
    return [...groupBy(provided, ({ name }) => name)].flatMap(([name, sharers]) => {
      const groups = [...new Set(sharers.map(({ group }) => group))].sort(compareText);
      if (groups.length < 2) return [];
      const [first, ...more] = [...new Set<ClusterServiceVersion>(sharers.map(({ csv }) => csv))].map(csvReference);
      if (!first) return [];
      return [
        {
          subject: first,
          message: `OLM creates the ClusterRoles ${name}-admin, -edit and -view for ${listed(groups, 'API groups')}, because the names do not contain the API group; they grant permissions on the group that OLM processes last`,
          fix: 'write ClusterRoles of your own for these APIs, or keep one API',
          related: more,
        },
      ];
    });
  },
});

// Shared certificate bindings: the names of two bindings that OLM creates for a serving Deployment do not contain the operator's namespace, so operators of several namespaces overwrite each other's (OLM's certresources.go).

/** A warning for each name that serving Deployments of several namespaces share, at the first of their CSVs. */
export const sharedCertificateBindings = resolutionRule(
  'certificate-bindings-shared',
  'warning',
  'Operators of several namespaces share bindings',
  {
    needsOlm: true,
    meaning: "Operators of several namespaces overwrite each other's authentication bindings.",
    fix: 'Bind the accounts that lose them to the ClusterRole system:auth-delegator, and in kube-system to the Role extension-apiserver-authentication-reader, or rename the Deployments.',
    find: ({ csvs }) =>
      [...groupBy(installedCertificates(csvs), ({ deployment }) => deployment)].flatMap(([deployment, sharers]) => {
        const owners = sharers.map(({ csv }) => csv);
        const [first, ...more] = owners.map(csvReference);
        if (!first || new Set(owners.map(({ namespace }) => namespace)).size < 2) return [];
        const service = serviceName(deployment);
        return [
          {
            subject: first,
            message: `${listed(owners.map(namespacedName), 'CSVs')} serve webhooks or APIServices from a Deployment ${deployment}, and OLM creates only one ClusterRoleBinding ${service}-system:auth-delegator and one RoleBinding kube-system/${service}-auth-reader for them. Only the operator that OLM installs last can ask the API server who is calling${takenByFailed(sharers)}`,
            fix: 'bind the other accounts to the ClusterRole system:auth-delegator, and in kube-system to the Role extension-apiserver-authentication-reader',
            related: more,
          },
        ];
      }),
  },
);

/** If an operator that fails is installed last, it takes the bindings from those that run. */
function takenByFailed(sharers: readonly InstalledCertificate[]): string {
  const [last] = inOlmOrder(sharers, () => false).slice(-1);
  const running = sharers.filter(({ verdict }) => verdict.phase !== 'Failed');
  if (last?.verdict.phase !== 'Failed' || running.length === 0) return '';
  return `; this is ${namespacedName(last.csv)}, which fails, and not ${joined(
    running.map(({ csv }) => namespacedName(csv)),
    'or',
  )}, which runs`;
}

// Names too long: the API server accepts them, but not the label `olm.owner` in which OLM writes them.

/** A CSV that never installs because of its name. */
export const csvNameTooLong = csvRule('csv-name-too-long', 'error', 'The name of a CSV is too long', {
  meaning: 'The name of a CSV is too long for a label, so OLM never installs it.',
  fix: 'Shorten the name of the CSV to at most 63 characters.',
  find: ({ csv }) => tooLong(csvReference(csv), "the operator's roles and OLM never installs it"),
});

/** A group that never gets its ClusterRoles because of its name. */
export const groupNameTooLong = groupRule('operator-group-name-too-long', 'error', 'The name of an OperatorGroup is too long', {
  meaning: 'The name of an OperatorGroup is too long for a label, so it gets no ClusterRoles.',
  fix: 'Shorten the name of the OperatorGroup to at most 63 characters.',
  find: ({ group }) => tooLong(groupReference(group), "the group's ClusterRoles"),
});

function tooLong(subject: ObjectReference, refused: string): Discovery[] {
  const { length } = subject.name;
  if (length <= MAX_LABEL_LENGTH) return [];
  return [
    {
      subject,
      message: `the name has ${length} characters, but the label olm.owner allows ${MAX_LABEL_LENGTH}, so the API server refuses ${refused}`,
      fix: `shorten the name to at most ${MAX_LABEL_LENGTH} characters`,
    },
  ];
}

// Manifests of a bundle that this release of OLM does not install: it fails the whole InstallPlan.

/** An error about bundles that a Subscription or a dependency installs: past InstallPlans do not matter. */
export const bundleKindRefused = clusterRule('bundle-kind-refused', 'error', 'OLM does not install a kind of manifest in a bundle', {
  needsOlm: true,
  meaning:
    'A bundle contains a kind that this OLM does not install, such as an Ingress or a PodMonitor, so its InstallPlan fails. NetworkPolicy: OLM v0.32, OpenShift 4.12. ConsolePlugin: OLM v0.32, OpenShift 4.20.',
  fix: 'Upgrade OLM, or pin an operator version without the manifest.',
  find: ({ clusterServiceVersions, versions }) => {
    const { olm } = versionsOf(versions);
    return clusterServiceVersions.flatMap(({ namespace, name, bundle, isResolved }) => {
      const refused = isResolved && bundle ? refusedKinds(bundle, { versions }) : [];
      if (refused.length === 0) return [];
      const later = refused.filter(isEverInstalled);
      const release = olm.name.startsWith('OpenShift') ? `the OLM of ${olm.name}` : `OLM ${olm.name}`;
      return [
        {
          subject: csvReference({ namespace, name }),
          message: `its InstallPlan fails: the bundle contains ${joined(refused.map((kind) => `a ${kind}`))}, which ${release} does not install`,
          fix: `${later.length === 0 ? '' : `upgrade OLM (${later.map((kind) => `${kind} needs ${firstReleaseOf(kind)}`).join('; ')}), or `}pin a version of the operator without ${refused.length === 1 ? 'it' : 'them'}`,
          verdict: true,
        },
      ];
    });
  },
});

/** An error about steps of an InstallPlan that fail, whatever the kinds are. */
export const installPlanFails = csvRule('install-plan-fails', 'error', 'The InstallPlan of an operator does not finish', {
  needsOlm: true,
  meaning:
    "A step of the operator's InstallPlan fails, and OLM installs nothing after it: the cluster does not serve the API of a manifest, an object in the cluster is invalid under the new schema of a CRD, or the new CRD lacks a stored version. It is a warning if the cluster might serve the API.",
  fix: 'Repair the object in the message before the operator is installed or upgraded, or pin a version that can be installed.',
  find: ({ csv, planFailures = [] }) =>
    planFailures.map(({ message, fix, object, isPerhaps, unless }) => ({
      severity: isPerhaps ? 'warning' : 'error',
      subject: csvReference(csv),
      message: `its InstallPlan does not finish${isPerhaps ? ` unless ${unless ?? 'the cluster serves what the input does not have'}` : ''}: ${message}`,
      fix: isPerhaps && !unless ? `add the CRD to the input if the cluster has it; otherwise ${fix}` : fix,
      verdict: !isPerhaps,
      related: [object],
    })),
});

/** An error about a refused object of a bundle. OLM creates the objects one after the other, so the earlier ones exist. */
export const bundleObjectRefused = clusterRule('bundle-object-refused', 'error', 'The API server refuses an object of a bundle', {
  meaning:
    'A bundle contains an object that the API server refuses, such as a binding without roleRef or an object without a name. Its InstallPlan fails halfway. The permissions of such a role or binding are not known; the rest of the bundle is judged.',
  fix: 'Correct the manifest, or pin an operator version without it.',
  find: ({ clusterServiceVersions }) =>
    clusterServiceVersions.flatMap((csv) =>
      refusedObjects(csv).map(({ object, problem: { at, message } }) => ({
        subject: csvReference(csv),
        message: `the API server refuses ${formatReference(referenceTo(object))} of its bundle: ${formatFieldPath(at)}: ${message}`,
        fix: 'correct the manifest, or pin an operator version without it',
        verdict: true,
        related: [referenceTo(object)],
        at: { object: referenceTo(object), field: at },
      })),
    ),
});

// Objects of the input without a namespace.

/** A warning about each of them: a binding grants permissions wherever it is applied; a role or an account grants nothing by itself. */
export const noNamespace = clusterRule('no-namespace', 'warning', 'An object has no namespace', {
  meaning:
    "An object of OLM, a RoleBinding, Role or ServiceAccount has no `metadata.namespace`, so the tool that applies it decides its namespace: kubectl's context, the Application's destination, Flux's `targetNamespace`. cdk8s-olm treats it as an object in `default`; a review treats such a RoleBinding as if it were in kube-system. `render` refuses objects of OLM without a namespace. It is a warning for objects of OLM and RoleBindings, and otherwise a note.",
  fix: 'Set `metadata.namespace`. If a kustomization sets it, use its folder as the input.',
  find: ({ roles, roleBindings, claimedByOlm, serviceAccounts, withoutNamespace }: Cluster) => {
    const claimed = claimedByOlm.filter(({ kind }) => kind === 'Role' || kind === 'RoleBinding');
    const objects = [...roles, ...roleBindings, ...claimed].filter(isPlaceOpen);
    return [
      ...withoutNamespace.map((object) => discovery(object, 'it takes effect')),
      ...objects.flatMap((object): Discovery[] => {
        const { kind, metadata } = object;
        const binding = bindingOf(object);
        if (binding) return [discovery({ kind, name: metadata.name }, `it grants ${binding.roleRef.kind} ${binding.roleRef.name}`)];
        return roleOf(object) ? [{ ...discovery({ kind, name: metadata.name }), severity: 'info' }] : [];
      }),
      ...serviceAccounts.flatMap(({ name, isPlaceOpen: isOpen }): Discovery[] =>
        isOpen ? [{ ...discovery({ kind: 'ServiceAccount', name }), severity: 'info' }] : [],
      ),
    ];
  },
});

function discovery(subject: ObjectReference, effect = 'it is created'): Discovery {
  return {
    subject,
    message: `it has no namespace, so ${effect} wherever it is applied: in the current namespace of kubectl, or the destination of an Argo CD Application; here it counts in default`,
    fix: 'set metadata.namespace',
  };
}

// Entries of a lock that differ from their bundle, which is in the input, or was pulled earlier on this machine.

/** An error about each bundle, whatever installs it. */
export const lockMismatch = clusterRule('lock-mismatch', 'error', 'The lock and the bundle differ', {
  references: ['CWE-345: Insufficient Verification of Data Authenticity'],
  meaning:
    "An entry of `olm-lock.yaml` differs from its bundle (in the input, or by digest in this machine's cache) in permissions, dependencies or content. A bundle in the input is judged instead of the entry; otherwise, reports show the lock, which differs from the installed bundle.",
  attack: 'Somebody removes the permission to read Secrets from an entry: the review shows an upgrade without new permissions.',
  fix: 'Write the lock again with `cdk8s-olm lock --update`, and ask who edited it.',
  find: ({ clusterServiceVersions, clusterExtensions }) => {
    const all = [
      ...clusterServiceVersions.map((csv) => [csvReference(csv), csv.bundle] as const),
      ...clusterExtensions.map(({ name, bundle }) => [{ kind: 'ClusterExtension', name }, bundle] as const),
    ];
    const told = new Map<string, Discovery>();
    for (const [subject, bundle] of all) {
      const message = bundle && messageOf(bundle);
      if (!message) continue;
      const earlier = told.get(message);
      told.set(message, earlier ? { ...earlier, related: [...(earlier.related ?? []), subject] } : mismatch(subject, message, bundle));
    }
    return [...told.values()];
  },
});

const REWRITE = 'write the lock again with cdk8s-olm lock --update, and ask who edited it';

function mismatch(subject: ObjectReference, message: string, { lockDiffers, locked }: Bundle): Discovery {
  const { compared } = locked ?? {};
  // The lock has the properties of the catalog, which is not at hand here; a catalog can list others than its bundle.
  const isOfCatalog = lockDiffers === undefined && typeof compared === 'object' && compared.differs === 'properties';
  const first = 'run cdk8s-olm lock --verify: if it passes, the catalog says so, and you can accept this; else ';
  return { subject, message, fix: `${isOfCatalog ? first : ''}${REWRITE}` };
}

function messageOf({ name, lockDiffers, locked }: Bundle): string | undefined {
  const begin = `the lock and the bundle differ about ${name}:`;
  if (lockDiffers !== undefined) return `${begin} another ${lockDiffers} than the bundle in the input has, which is judged here`;
  const { compared, image = 'the bundle' } = locked ?? {};
  return typeof compared === 'object' ? `${begin} another ${compared.differs} than ${image} has` : undefined;
}
