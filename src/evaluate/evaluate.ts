/** From a cluster to objects and findings: shared by the constructs and the command line. */
import { resolutionFindings } from '../findings/input/index.js';
import type { UnlocatedProblem } from '../manifest/problem.js';
import type { Cluster } from '../model/cluster.js';
import type { Finding } from '../model/finding.js';
import type { InstallOptions } from '../model/install-options.js';
import type { OlmRelease } from '../model/olm-version.js';
import { renderedFindings } from '../render/findings.js';
import { DEFAULT_PROFILE, ofSets, PROFILES, type ProfileName, render } from '../render/index.js';
import { perhapsObjects } from '../render/perhaps.js';
import type { Profile } from '../render/profile/profile.js';
import type { EmitSet } from '../render/rendered.js';
import { withDescoped } from '../rules/descoped.js';
import { holdsWithoutOlm } from '../rules/install/only-with-olm.js';
import type { ResolveOptions } from '../rules/resolve.js';
import type { EvaluatedCluster } from '../state/evaluated-state.js';

/** The profile, and the settings of the rules. */
export interface EvaluateOptions extends ResolveOptions {
  /** Whose behaviour is followed: `documented`, `olm` or `olm-v1`. @default 'documented' */
  readonly profile?: ProfileName;
  /** The parts of the result that are applied; findings about rendered objects are about these. @default all that the profile renders */
  readonly only?: readonly EmitSet[];
  /** How operators are installed without OLM. @default not at all: OLM installs them */
  readonly install?: InstallOptions;
}

/** The same for a release of OLM. */
export interface ReleaseOptions extends EvaluateOptions {
  /** Whose names and labels are followed. @default the newest */
  readonly olm?: OlmRelease;
}

/** The result for a cluster. */
export interface Evaluation extends EvaluatedCluster {
  /** Why operators cannot be installed without OLM; with an error among them, the objects must not be used. */
  readonly problems: readonly UnlocatedProblem[];
}

/**
 * Resolves and renders a cluster.
 *
 * @example
 * const { rendered, findings } = evaluate(readInput(['clusters/prod']).cluster);
 */
export function evaluate(
  cluster: Cluster,
  { profile: name = DEFAULT_PROFILE, olm, only, install, ...options }: ReleaseOptions = {},
): Evaluation {
  const profile: Profile = PROFILES[name];
  const resolved = profile.resolve(cluster, options);
  const resolution = install && profile.descopes ? withDescoped(resolved, install.descoped ?? false) : resolved;
  const { rendered, uncertain, findings: clashes, problems } = render(cluster, resolution, { profile: name, olm, install });
  const found = profile.resolvesGroups ? resolutionFindings(cluster, resolution) : [];
  const findings = install && !install.only ? found.filter(holdsWithoutOlm) : found;
  const inTheWay = renderedFindings(ofSets(rendered, { profile: name, only, install }));
  const told = profile.isLiteral ? inTheWay.map(atMostWarning) : inTheWay;
  const perhaps = perhapsObjects(cluster, resolution, { rendered, uncertain }, { profile: name, olm, install });
  return { cluster, resolution, rendered, findings: [...findings, ...clashes, ...told], perhaps, problems };
}

/** What is applied of an evaluation: where operators are installed without OLM, nothing that only OLM reads. */
export function withoutLeftOut(evaluation: Evaluation, { profile, install }: EvaluateOptions): Evaluation {
  return install ? { ...evaluation, rendered: ofSets(evaluation.rendered, { profile, install }) } : evaluation;
}

function atMostWarning(finding: Finding): Finding {
  return finding.severity === 'error' ? { ...finding, severity: 'warning' } : finding;
}
