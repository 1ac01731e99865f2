/** What OLM v1 makes of every ClusterExtension, or why it makes nothing of it. */
import { type ObjectReference, objectKey } from '../../kubernetes/object.js';
import type { SourceReference, UnlocatedProblem } from '../../manifest/problem.js';
import type { Bundle } from '../../model/bundle.js';
import type { Cluster } from '../../model/cluster.js';
import type { ClusterExtension } from '../../model/cluster-extension.js';
import { deploymentConfig } from '../../model/deployment-config.js';
import type { Finding } from '../../model/finding.js';
import { installFinding } from '../../model/install-finding.js';
import type { InstallOptions } from '../../model/install-options.js';
import { registryV1 } from '../../model/registry-v1.js';
import { longCommonName } from '../../rules/install/certificates.js';
import { misfitRefusals } from '../../rules/install/misfits.js';
import { v1Configuration } from '../../rules/v1/configuration.js';
import { neededFeatureGates, unsupportedBundle } from '../../rules/v1/support.js';
import { listed } from '../../words/phrases.js';
import { certManagerV1 } from '../certificates/cert-manager.js';
import { serviceCa } from '../certificates/service-ca.js';
import type { ExtensionRendering } from '../profile/profile.js';
import type { Rendered } from '../rendered.js';
import { renderV1 } from './index.js';

const PROVIDERS = { 'cert-manager': certManagerV1, 'service-ca': serviceCa, none: undefined };

type Outcome = ExtensionRendering;

/** The objects of all ClusterExtensions. Each object has one owner: OLM v1 refuses to take over another's. */
export function renderExtensions({ clusterExtensions }: Cluster, { certificates = 'cert-manager' }: InstallOptions): Outcome {
  const outcomes = clusterExtensions.map((extension) => outcomeOf(extension, certificates));
  const rendered = outcomes.flatMap((outcome) => outcome.rendered);
  return {
    rendered,
    findings: [...outcomes.flatMap((outcome) => outcome.findings), ...ownedTwice(rendered)],
    problems: outcomes.flatMap((outcome) => outcome.problems),
  };
}

function outcomeOf(extension: ClusterExtension, certificates: keyof typeof PROVIDERS): Outcome {
  const { bundle: content, namespace: installNamespace, inline = {}, source, watchNamespaces, problems } = extension;
  if (!content) return refused(problems);
  const { bundle, misfits } = registryV1(content);
  const place = content.source ?? { file: content.name, document: 0, path: [] };
  // What the types do not know, OLM drops; what they cannot take, it does not read.
  const unreadable = misfitRefusals(misfits.filter(({ expected }) => expected !== undefined));
  if (unreadable.length > 0)
    return refused(unreadable.map(({ manifest, ...refusal }) => ({ ...refusal, source: sourceOf(content, manifest) ?? place })));
  const provider = PROVIDERS[certificates];
  // A single bundle on a command line is only rendered; a ClusterExtension goes through the controller first.
  const isRenderedAlone = watchNamespaces !== undefined;
  const unsupported = isRenderedAlone
    ? undefined
    : unsupportedBundle(bundle.csv, { certificates: provider !== undefined, singleAndOwnNamespace: true });
  if (unsupported !== undefined) return refused([inOlmsWords(unsupported, place, [])]);
  const { configuration, errors } = v1Configuration(inline, bundle.csv, installNamespace, isRenderedAlone);
  if (extension.inline && errors.length > 0)
    return refused(errors.map((error) => inOlmsWords(error, source, ['spec', 'config', 'inline'])));
  const config = deploymentConfig(configuration.deploymentConfig, ['spec', 'config', 'inline', 'deploymentConfig']);
  if (config.misfits.length > 0)
    return refused(
      misfitRefusals(config.misfits.map((misfit) => ({ ...misfit, manifest: content.csv }))).map(({ manifest: _, ...refusal }) => ({
        ...refusal,
        source,
      })),
    );
  const result = renderV1({
    bundle,
    installNamespace,
    targetNamespaces: watchNamespaces?.length
      ? watchNamespaces
      : configuration.watchNamespace === undefined
        ? []
        : [configuration.watchNamespace],
    ...(provider ? { certificates: provider } : {}),
    ...(configuration.deploymentConfig ? { config: config.config } : {}),
  });
  if ('refusal' in result) return refused(result.refusal.split('\n').map((line) => inOlmsWords(line, place, [])));
  const owner = { kind: 'ClusterExtension', name: extension.name };
  const commonNames = result.objects
    .filter(({ kind }) => kind === 'Certificate')
    .map(({ spec }) => (spec as { commonName: string }).commonName);
  return {
    rendered: result.objects.map((object) => ({ object, owner, emitSet: 'install' })),
    findings: [
      ...commonNames.flatMap((name) => longCommonName(bundle.csv.name, installNamespace, name)),
      ...(isRenderedAlone ? [] : gatesNeeded(owner, neededFeatureGates(bundle.csv, configuration))),
    ],
    problems: [],
  };
}

function refused(problems: readonly UnlocatedProblem[]): Outcome {
  return { rendered: [], findings: [], problems };
}

function sourceOf(
  { sources }: Bundle,
  manifest: Parameters<NonNullable<Bundle['sources']>['get']>[0] | undefined,
): SourceReference | undefined {
  return manifest && sources?.get(manifest);
}

function inOlmsWords(message: string, source: SourceReference, at: readonly (string | number)[]): UnlocatedProblem {
  return {
    code: 'REFUSED_BY_OLM',
    message,
    fix: 'ask the author of the bundle to mend it, or install it as its install modes allow',
    source,
    at,
  };
}

function gatesNeeded(owner: ObjectReference, gates: readonly string[]): Finding[] {
  if (gates.length === 0) return [];
  const what = `the feature ${gates.length === 1 ? 'gate' : 'gates'} ${listed(gates)}`;
  const message = `OLM v1 takes this ClusterExtension only with ${what} of operator-controller, off by default`;
  return [installFinding('feature-gate-needed', 'warning', owner, message, `switch on ${what}, or remove the setting`)];
}

function ownedTwice(rendered: readonly Rendered[]): Finding[] {
  const owners = new Map<string, Rendered['owner']>();
  return rendered.flatMap(({ object, owner }) => {
    const key = objectKey(object);
    const first = owners.get(key) ?? owner;
    owners.set(key, first);
    if (first.name === owner.name) return [];
    const { kind, metadata } = object;
    const message = `the ${kind} ${metadata.name} belongs to the ClusterExtension ${first.name} already, and OLM v1 gives an object one owner`;
    return [installFinding('installed-objects-conflict', 'error', owner, message, 'install the operator once in the cluster', [first])];
  });
}
