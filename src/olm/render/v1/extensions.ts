/** OLM v1's objects for every ClusterExtension, or the reasons for refusing it. */

import { type ObjectReference, objectKey } from '../../../base/kubernetes/object.js';
import type { SourceReference, UnlocatedProblem } from '../../../base/manifest/problem.js';
import type { ClusterExtension } from '../../model/cluster-extension.js';
import { supportedInstallModes } from '../../model/csv-parts.js';
import { deploymentConfig } from '../../model/deployment-config.js';
import type { Finding } from '../../model/finding.js';
import { installFinding } from '../../model/install-finding.js';
import type { OlmV1Release } from '../../model/olm-version.js';
import type { InstalledCsv } from '../../model/registry-v1.js';
import { registryV1 } from '../../model/registry-v1-of-bundle.js';
import { sourceOf } from '../../model/whole-bundle.js';
import { longCommonName } from '../../rules/install/certificates.js';
import { featureGates } from '../../rules/install/findings.js';
import { misfitRefusals } from '../../rules/install/misfits.js';
import { MISSING_NAMESPACE, neededFeatureGates, unsupportedBundle, v1Configuration } from '../../rules/v1/support.js';
import type { KnownRbac } from '../account-needs.js';
import { certManagerV1, serviceCa } from '../certificates.js';
import type { Generator } from '../context.js';
import { knownRbac } from '../group-accounts.js';
import { installedObjectsConflict } from '../install/collisions.js';
import type { Check, Renderer } from '../profile/profile.js';
import type { PlannedExtension } from './context.js';
import { extensionNotes } from './extension-notes.js';
import { renderV1, v1Context } from './generators.js';
import { installerFindings } from './installer.js';

const PROVIDERS = { 'cert-manager': certManagerV1, 'service-ca': serviceCa, none: undefined };

type Outcome = PlannedExtension | readonly UnlocatedProblem[];

/** Prepares the objects of all ClusterExtensions. */
export const planExtensions: Renderer['prepare'] = (context, { certificates = 'cert-manager' }) => {
  const outcomes = context.cluster.clusterExtensions.map((extension) => {
    const outcome = outcomeOf(extension, certificates, context.versions.olmV1);
    return { extension, outcome: 'context' in outcome ? outcome : outcome.map((problem) => ofExtension(problem, extension)) };
  });
  const refusals = outcomes.flatMap(({ outcome }) => ('context' in outcome ? [] : outcome));
  return {
    ...context,
    extensionPlan: {
      extensions: outcomes.flatMap(({ outcome }) => ('context' in outcome ? outcome : [])),
      problems: [...outcomes.flatMap(({ extension }) => extension.problems), ...refusals],
      refused: outcomes.flatMap(({ extension, outcome }) => ('context' in outcome || outcome.length === 0 ? [] : extension.name)),
    },
  };
};

/** The objects of all ClusterExtensions. */
export const extensionObjects: Generator = ({ extensionPlan }) =>
  (extensionPlan?.extensions ?? []).flatMap(({ owner, context }) => renderV1(context).map((object) => ({ object, owner })));

/** A refusal leaves out one ClusterExtension. A single bundle on the command line has no ClusterExtension. */
function ofExtension(problem: UnlocatedProblem, { watchNamespaces }: ClusterExtension): UnlocatedProblem {
  return watchNamespaces === undefined ? { ...problem, isAlone: true } : problem;
}

function outcomeOf(extension: ClusterExtension, certificates: keyof typeof PROVIDERS, release: OlmV1Release): Outcome {
  const { chosen, namespace: installNamespace, source, watchNamespaces } = extension;
  const content = extension.bundle ?? chosen?.facts;
  // The API server drops a field that the CRD does not have yet.
  const inline = (release.behaviours.has('configuresWatchNamespace') ? extension.inline : undefined) ?? {};
  if (!content) return [];
  const isKnown = extension.bundle !== undefined;
  const { bundle, misfits } = registryV1(content);
  const place = sourceOf(content);
  // OLM drops unknown fields; it does not read values of a wrong type.
  const unreadable = misfitRefusals(misfits.filter(({ expected }) => expected !== undefined));
  if (unreadable.length > 0) return unreadable.map(({ manifest, ...refusal }) => ({ ...refusal, source: sourceOf(content, manifest) }));
  const [notManifest] = content.notManifests ?? [];
  if (notManifest !== undefined) {
    const name = notManifest.slice(notManifest.lastIndexOf('/') + 1);
    return [
      inOlmsWords(`error parsing objects in ${JSON.stringify(`manifests/${name}`)}`, { file: notManifest, document: 0, path: [] }, []),
    ];
  }
  const provider = PROVIDERS[certificates];
  // A single bundle on a command line is only rendered; a ClusterExtension is checked by the controller first.
  const isRenderedAlone = watchNamespaces !== undefined;
  if (!isRenderedAlone && release.behaviours.has('needsServiceAccount') && extension.serviceAccount === undefined)
    return [accountMissing(release, source)];
  const unsupported = isRenderedAlone
    ? undefined
    : unsupportedBundle(bundle.csv, { certificates: provider !== undefined, singleAndOwnNamespace: true });
  if (unsupported !== undefined) return [inOlmsWords(unsupported, place, [])];
  const { configuration, errors } = v1Configuration(inline, bundle.csv, installNamespace, isRenderedAlone, release);
  // OLM v1 reads no settings as empty ones (config.UnmarshalConfig).
  const isRead = extension.inline !== undefined || (!isRenderedAlone && release.behaviours.has('configuresWatchNamespace'));
  if (isRead && errors.length > 0) return errors.map((error) => invalidSettings(error, extension, bundle.csv));
  const config = deploymentConfig(configuration.deploymentConfig, ['spec', 'config', 'inline', 'deploymentConfig']);
  if (config.misfits.length > 0) {
    const refusals = misfitRefusals(config.misfits.map((misfit) => ({ ...misfit, manifest: content.csv })));
    return refusals.map(({ manifest: _, ...refusal }) => ({ ...refusal, source }));
  }
  const { watchNamespace, deploymentConfig: isConfigured } = configuration;
  if (!isKnown) return [];
  const result = v1Context({
    bundle,
    installNamespace,
    release,
    targetNamespaces: watchNamespaces?.length ? watchNamespaces : watchNamespace === undefined ? [] : [watchNamespace],
    ...(provider ? { certificates: provider } : {}),
    ...(isConfigured ? { config: config.config } : {}),
  });
  if ('refusal' in result) return result.refusal.split('\n').map((line) => inOlmsWords(line, place, []));
  return {
    owner: { kind: 'ClusterExtension', name: extension.name },
    context: result.context,
    gates: isRenderedAlone ? [] : neededFeatureGates(bundle.csv, configuration, release),
  };
}

/** The problem of a missing account. The API server requires the field. */
function accountMissing({ name }: OlmV1Release, source: SourceReference): UnlocatedProblem {
  return {
    code: 'REFUSED_BY_OLM',
    message: `OLM ${name} installs with the permissions of a ServiceAccount, and the ClusterExtension names none`,
    found: 'no spec.serviceAccount',
    expected: 'spec.serviceAccount.name',
    fix: 'name a ServiceAccount of the namespace, or run OLM v1.11, which needs none',
    source,
    at: ['spec'],
  };
}

/** The problem of settings that OLM v1 refuses: it is of the ClusterExtension, not of its bundle. */
function invalidSettings(error: string, { source, inline, namespace }: ClusterExtension, csv: InstalledCsv): UnlocatedProblem {
  const isOwnOnly = !supportedInstallModes(csv).includes('SingleNamespace');
  const wanted = isOwnOnly ? namespace : 'a namespace that the operator watches';
  const isMissing = error === MISSING_NAMESPACE;
  return {
    code: 'REFUSED_BY_OLM',
    message: `invalid configuration: ${error}`,
    fix: isMissing
      ? `add ${inline ? '' : 'spec.config with configType: Inline and '}inline.watchNamespace: ${wanted}`
      : 'correct spec.config.inline, or remove the field',
    source,
    at: inline ? ['spec', 'config', 'inline'] : ['spec'],
  };
}

function inOlmsWords(message: string, source: SourceReference, at: readonly (string | number)[]): UnlocatedProblem {
  return {
    code: 'REFUSED_BY_OLM',
    message,
    fix: 'ask the author of the bundle to fix it, or install it as its install modes allow',
    source,
    at,
  };
}

/** Findings about the rendered ClusterExtensions, and the problems of the others. */
export const extensionFindings: Check = (rendering, { cluster, extensionPlan, versions: { olmV1 } }) => {
  const { extensions = [], problems = [], refused = [] } = extensionPlan ?? {};
  let known: KnownRbac | undefined;
  const rbac = (): KnownRbac => {
    known ??= knownRbac(cluster);
    return known;
  };
  const ofInstallers = cluster.clusterExtensions.flatMap((extension) => {
    if (extension.watchNamespaces !== undefined) return [];
    const own = rendering.rendered.filter(({ owner }) => owner.kind === 'ClusterExtension' && owner.name === extension.name);
    return installerFindings(
      extension,
      own.map(({ object }) => object),
      olmV1,
      cluster,
      rbac,
    );
  });
  const notes = cluster.clusterExtensions.flatMap((extension) => extensionNotes(extension, olmV1));
  const findings = extensions.flatMap(({ owner, context, gates }) => {
    const certificates = rendering.rendered.filter((item) => item.owner.name === owner.name && item.object.kind === 'Certificate');
    const names = certificates.map(({ object }) => (object.spec as { commonName: string }).commonName);
    return [
      ...names.flatMap((name) => longCommonName(context.bundle.csv.name, context.installNamespace, name)),
      ...featureGates(owner, gates),
    ];
  });
  return {
    ...rendering,
    findings: [...rendering.findings, ...findings, ...ofInstallers, ...notes],
    problems: [...rendering.problems, ...problems],
    refused,
  };
};

/** Each object has one owner: OLM v1 refuses to take over another owner's object. */
export const ownedOnce: Check = (rendering) => {
  const owners = new Map<string, ObjectReference>();
  const findings = rendering.rendered.flatMap(({ object, owner, emitSet }): Finding[] => {
    const first = owners.get(objectKey(object)) ?? owner;
    owners.set(objectKey(object), first);
    if (emitSet !== 'install' || first.name === owner.name) return [];
    const { kind, metadata } = object;
    const message = `the ${kind} ${metadata.name} already belongs to the ClusterExtension ${first.name}, and OLM v1 allows one owner for an object`;
    return [installFinding(installedObjectsConflict, 'error', owner, message, 'install the operator once in the cluster', [first])];
  });
  return { ...rendering, findings: [...rendering.findings, ...findings] };
};
