/** The rules as a validation plugin of cdk8s-cli: `cdk8s synth --validate` checks all manifests of an app, whatever construct made them. */

import { formatReference, isNamedObject, referenceTo } from '../base/kubernetes/object.js';
import { valueAt } from '../base/manifest/field-path.js';
import { formatPlace } from '../base/manifest/format-problem.js';
import type { ParsedDocument } from '../base/manifest/parse.js';
import { isError, type Problem, type ProblemCode } from '../base/manifest/problem.js';
import { selectorPassedOver } from '../olm/checks/groups.js';
import { evaluate } from '../olm/evaluate/evaluate.js';
import { placed, placesIn } from '../olm/evaluate/places-in.js';
import { type FailOn, type Finding, failing, isAtLeast } from '../olm/model/finding.js';
import type { PlatformSetting } from '../olm/model/platform.js';
import { asInput } from '../olm/read/rendered-input.js';
import type { ProfileName } from '../olm/render/index.js';
import { desiredCluster } from '../olm/subscriptions/desired-cluster.js';
import { checkArguments, RULE_SETTINGS, settings } from './arguments.js';

/** How the rules judge: settings of an OlmCluster, and `properties` of the validation in cdk8s.yaml. */
export interface OlmValidationProps {
  /** The rules to apply: `documented`, `olm` or `olm-v1`. @default `olm`; `olm-v1` if there are only ClusterExtensions; `documented` for operators that are installed without OLM */
  readonly profile?: ProfileName;
  /** The platform of the cluster: `olm`, `openshift`, or `openshift@4.18` with its versions. @default none: only the objects of the app exist */
  readonly platform?: PlatformSetting;
  /** The version of OLM, such as `v0.22` or `v1.8`. @default the version of the platform; without a platform, the newest */
  readonly olmVersion?: string;
  /** The cluster's Kubernetes version, such as `1.32`. @default the version of the platform; without a platform, 1.32.0 */
  readonly kubeVersion?: string;
  /** The lowest severity that makes synthesis or the validation fail: `error`, `warning`, `info` or `never`. @default 'error' */
  readonly failOn?: FailOn;
  /** Accept failed and uncertain CSVs; an OlmCluster then renders the objects that OLM leaves in the cluster. @default false */
  readonly allowFailed?: boolean;
}

const PROPS = settings(RULE_SETTINGS);

/** The used fields of a plugin's context in cdk8s-cli (cdk8s-cli/lib/plugins/validation.d.ts). @jsii ignore */
export interface ValidationContext {
  readonly manifests: readonly string[];
  readonly report: {
    addViolation(violation: Violation): void;
    submit(status: 'success' | 'failure', metadata?: Readonly<Record<string, string>>): void;
  };
}

/** A violation that cdk8s-cli prints. @jsii ignore */
export interface Violation {
  readonly ruleName: string;
  readonly recommendation: string;
  readonly fix: string;
  readonly violatingResources: readonly {
    readonly resourceName: string;
    readonly manifestPath: string;
    readonly locations: readonly string[];
  }[];
}

/**
 * Problems that are normal in an output: Namespaces can be created elsewhere, an app may have nothing for OLM, and the rendering of an
 * OlmCluster contains fields that OLM would write itself.
 */
const EXPECTED: ReadonlySet<ProblemCode> = new Set(['NAMESPACE_NOT_FOUND', 'NO_MANIFESTS', 'CSV_RESERVED_ANNOTATION', 'CSV_STATUS']);

/**
 * Runs the rules over all manifests of an app, including those of other constructs and of `Include`.
 *
 * In `cdk8s.yaml`, `package` is the folder of the package in the project; `cdk8s synth --validate` fails with exit code 2.
 *
 * @example
 * # cdk8s.yaml
 * validations:
 *   - package: ./node_modules/cdk8s-olm
 *     version: 0.1.0
 *     class: OlmValidation
 *     properties:
 *       failOn: warning
 *
 * @jsii ignore
 */
export class OlmValidation {
  private readonly props: OlmValidationProps;

  /** @throws TypeError for a wrong property */
  constructor(props: OlmValidationProps = {}) {
    checkArguments('OlmValidation', PROPS, props);
    this.props = props;
  }

  /** Reports a violation for each problem, error and warning. */
  async validate({ manifests, report }: ValidationContext): Promise<void> {
    const { failOn = 'error', allowFailed = false, profile, platform, olmVersion, kubeVersion } = this.props;
    // Reading an input loads kustomize, charts and git, which an app that only renders does not need.
    const { readInput } = await import('../repository/index.js');
    const input = readInput(manifests);
    const documents = asInput(input.documents);
    const { cluster, problems } = desiredCluster(documents, { platform, olmVersion, kubeVersion });
    const found = [...input.problems, ...problems.map((problem) => input.locator.locate(problem))].filter(
      ({ code }) => !EXPECTED.has(code),
    );
    for (const problem of once(found)) report.addViolation(ofProblem(problem));
    if (found.some(isError)) {
      report.submit('failure', { ClusterServiceVersions: 'not checked' });
      return;
    }
    const { findings: unplaced, resolution } = evaluate(cluster, { ...(profile ? { profile } : {}) });
    const placeOf = placesIn({ cluster, documents }, input.locator.place);
    const findings = unplaced.filter(isOfApp(input.documents)).map((finding) => placed(finding, placeOf));
    const shown = findings.filter(({ severity }) => isAtLeast(severity, 'warning'));
    for (const finding of shown) report.addViolation(ofFinding(finding));
    report.submit(failing(findings, failOn, allowFailed).length > 0 ? 'failure' : 'success', {
      ClusterServiceVersions: String(resolution.csvs.length),
      Notes: String(findings.length - shown.length),
    });
  }
}

/** `asInput` gives a rendered group with a selector target namespaces, but the app sets only the selector. */
function isOfApp(documents: readonly ParsedDocument[]): (finding: Finding) => boolean {
  const named = new Set(
    documents.flatMap(({ value }) =>
      isNamedObject(value) && valueAt(value, ['spec', 'targetNamespaces']) !== undefined ? [formatReference(referenceTo(value))] : [],
    ),
  );
  return ({ id, subject }) => id !== selectorPassedOver.id || named.has(formatReference(subject));
}

function ofProblem(problem: Problem): Violation {
  const { code, message, found, expected, fix, file } = problem;
  return {
    ruleName: code,
    recommendation: [
      message,
      ...(found === undefined ? [] : [`found ${found}`]),
      ...(expected === undefined ? [] : [`expected ${expected}`]),
    ].join('; '),
    fix,
    violatingResources: [{ resourceName: 'N/A', manifestPath: file, locations: [formatPlace(problem)] }],
  };
}

function ofFinding({ id, severity, subject, message, fix, place }: Finding): Violation {
  return {
    ruleName: `${severity}[${id}]`,
    recommendation: `${formatReference(subject)}: ${message}`,
    fix,
    violatingResources: [
      { resourceName: subject.name, manifestPath: place?.file ?? 'N/A', locations: place ? [formatPlace({ ...place })] : [] },
    ],
  };
}

/** Problems, each once: a second reading reports the same ones. */
function once(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.code} ${formatPlace(problem)}`, problem])).values()];
}
