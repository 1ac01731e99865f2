/**
 * Declarations of constructs → rendered objects and remarks. This code does not change the construct tree: constructs are
 * read when the app is synthesised, so that tokens have their values and removed constructs do not count.
 */
import { readFileSync } from 'node:fs';
import { copyInto, namespaceOccurrences, type ObjectOrCopies } from '../base/kubernetes/copies.js';
import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../base/kubernetes/object.js';
import { template } from '../base/manifest/format.js';
import { formatProblem } from '../base/manifest/format-problem.js';
import { createLocator } from '../base/manifest/locate.js';
import { isMapping } from '../base/manifest/plain-data.js';
import { printable } from '../base/manifest/printable.js';
import { isError, type UnlocatedProblem } from '../base/manifest/problem.js';
import { missingTargets } from '../olm/checks/groups.js';
import { evaluate } from '../olm/evaluate/evaluate.js';
import type { Evaluation } from '../olm/evaluate/evaluation.js';
import { judgedOnly } from '../olm/evaluate/judged-only.js';
import { type Finding, failing } from '../olm/model/finding.js';
import type { UnknownOperator } from '../olm/model/unknown-operator.js';
import { finished } from '../olm/render/finishing.js';
import { ofSets } from '../olm/render/index.js';
import { compareInstallOrder } from '../olm/render/install/argocd.js';
import { installerObjects } from '../olm/render/installers.js';
import { inReadingOrder, installLayout, type Layout, OLM_LAYOUT } from '../olm/render/layout.js';
import { desiredCluster } from '../olm/subscriptions/desired-cluster.js';
import type { DerivedItem } from './derived.js';
import { unwritableText } from './keep-text.js';
import { cdk8sText } from './object-text.js';
import type { Inputs, Remark, Synthesis } from './synthesis-inputs.js';

/** Runs the rules and renders. */
export function synthesis(inputs: Inputs): Synthesis {
  const { options, paths } = inputs;
  const { failOn = 'error', allowFailed = false, allowMissingTargets = failOn === 'never', install } = options;
  const layout = install ? installLayout(compareInstallOrder) : OLM_LAYOUT;
  const { cluster, problems } = clusterOf(inputs);
  const locator = createLocator(readFile);
  const toRemark = (problem: UnlocatedProblem): Remark => ({
    ...pathOf(paths, documentKey(problem.source)),
    text: ofApp(formatProblem(locator.locate(problem))),
    id: problem.code,
  });
  const unreadable = [...problems.filter(isError), ...cluster.unknownOperators.flatMap(packageNotFound)].map(toRemark);
  const warnings = problems.filter((problem) => !isError(problem)).map(toRemark);
  if (unreadable.length > 0) return { errors: unreadable, notes: warnings, findings: [], items: [], layout };

  const { disableCopiedCSVs = cluster.copiedCSVsDisabled } = options;
  const evaluation = evaluate({ ...cluster, copiedCSVsDisabled: disableCopiedCSVs }, options);
  const { resolution, findings } = evaluation;
  const judged = install ? judgedOnly(cluster, resolution, install.only) : [];
  const refusals = [...evaluation.problems.filter(isError), ...judged].map(toRemark);
  warnings.push(...evaluation.problems.filter((problem) => !isError(problem)).map(toRemark));
  if (refusals.length > 0) return { errors: refusals, notes: warnings, resolution, findings, items: [], layout };

  // An app declares its namespaces: a missing one is a mistake in its code.
  const astray = allowMissingTargets ? [] : findings.filter(({ id }) => id === missingTargets.id);
  const fatal = new Set([...astray, ...failing(findings, failOn, allowFailed)]);
  const errors = [...fatal].map((finding) => findingRemark(finding, paths));
  const notes = [...warnings, ...findings.filter((finding) => !fatal.has(finding)).map((finding) => noteOf(finding, paths))];
  if (errors.length > 0) return { errors, notes, resolution, findings, items: [], layout };

  const items = itemsOf(evaluation, inputs, layout);
  return { errors: unwritable(items, paths), notes, resolution, findings, items: items.flatMap(derivedItems), layout };
}

/** The cluster that an app and its manifests describe. */
function clusterOf({ documents, installed, catalogs, bundles, options }: Inputs): ReturnType<typeof desiredCluster> {
  return desiredCluster(documents, {
    installed,
    catalogs,
    bundles,
    dependencies: options.dependencies ?? true,
    platform: options.platform,
    olmVersion: options.olmVersion,
    kubeVersion: options.kubeVersion,
    globalCatalogNamespace: options.globalCatalogNamespace,
  });
}

type Item = ObjectOrCopies & { readonly owner: ObjectReference };

/** The objects that are written, in their order. */
function itemsOf(evaluation: Evaluation, { options, declared, labels }: Inputs, layout: Layout): Item[] {
  // Namespaces are declared, except those that are made elsewhere.
  const wanted = ofSets(evaluation.rendered, { ...options, profile: evaluation.profile }).filter(({ emitSet }) => emitSet !== 'namespaces');
  const items: Item[] = [
    ...declared.map((object) => ({ object, owner: referenceTo(object) })),
    ...(options.installers ? installerObjects(evaluation) : []).map((object) => ({ object, owner: referenceTo(object) })),
    ...finished(wanted, options.finishing ?? {}).map((item) => ({ ...item, object: labelled(item.object, labels) })),
  ];
  return items.toSorted((a, b) => layout.compare(a.object, b.object));
}

/** The texts of objects that no file can hold. */
function unwritable(items: readonly Item[], paths: Inputs['paths']): Remark[] {
  // A copy contains no text that is not in its original.
  const originals = items.filter(({ copies }) => !copies).map(({ object }) => object);
  return originals.flatMap((object) =>
    unwritableText(object).map((text) => ({ ...pathOf(paths, formatReference(referenceTo(object))), text })),
  );
}

function findingRemark({ id, subject, message, fix }: Finding, paths: Inputs['paths']): Remark {
  return { ...pathOf(paths, formatReference(subject)), text: ofApp(printable(`${id}: ${formatReference(subject)}: ${message}; ${fix}`)) };
}

/** A text about the files of an input, in the words of an app. */
function ofApp(text: string): string {
  return text
    .replaceAll(/\bbundles? to the input\b/g, (bundle) => bundle.replace('the input', 'the app, as a Bundle or in a Catalog'))
    .replaceAll(/\bto the input\b/g, 'with addManifest() of the OlmCluster')
    .replaceAll(/\bthe input\b/g, 'the app');
}

function noteOf(finding: Finding, paths: Inputs['paths']): Remark {
  const { text, ...place } = findingRemark(finding, paths);
  return { ...place, text: `${finding.severity}: ${text}`, id: finding.id };
}

/** The problem of a package that is not in the Catalog: a Catalog is named in code, and must contain the packages of its Subscriptions. */
function packageNotFound({ why, packageName, nearest, subscription }: UnknownOperator): UnlocatedProblem[] {
  if (why !== 'package') return [];
  return [
    {
      code: 'PACKAGE_NOT_FOUND',
      message: `the catalog ${subscription.catalogSource} has no package ${packageName}`,
      found: packageName,
      expected: 'a package of the catalog',
      fix: nearest === undefined ? 'correct the name of the package' : `did you mean ${nearest}?`,
      source: subscription.source,
      at: ['spec', 'name'],
    },
  ];
}

/** The name of a document in `Inputs.paths`. */
export function documentKey({ file, document }: { readonly file: string; readonly document: number }): string {
  return `${file} ${document}`;
}

function pathOf(paths: ReadonlyMap<string, string>, key: string): { path?: string } {
  const path = paths.get(key);
  return path === undefined ? {} : { path };
}

/** An object with the labels of its chart; its own labels have priority. */
export function labelled<T extends KubernetesObject>(object: T, labels: Readonly<Record<string, string>>): T {
  if (Object.keys(labels).length === 0) return object;
  return { ...object, metadata: { ...object.metadata, labels: { ...labels, ...object.metadata.labels } } };
}

/** The objects of an item. The text of copies is generated once and filled in for each copy. */
function derivedItems(item: ObjectOrCopies & { readonly owner: ObjectReference }): DerivedItem[] {
  const { copies, owner } = item;
  frozen(item.object);
  if (!copies) {
    const object = frozen(inReadingOrder(item.object));
    return [{ object, text: () => cdk8sText(object), owner }];
  }
  const copy = (namespace: string): KubernetesObject => inReadingOrder(copyInto(item, namespace));
  let text: ((namespace: string) => string) | undefined;
  return copies.namespaces.map((namespace) => ({
    object: frozen(copy(namespace)),
    text: () => {
      text ??= template(copy, namespaceOccurrences(item), { value: cdk8sText });
      return text(namespace);
    },
    owner,
  }));
}

/** Freezes a value: objects share equal parts, and their text is generated only once. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/** The text of a CSV's file. Constructs without a file have none. */
function readFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Whether two inputs give the same result. */
export function isSameInput(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => isSameInput(item, b[index]));
  if (a instanceof Map && b instanceof Map) return isSameInput([...a], [...b]);
  if (!isMapping(a) || !isMapping(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameInput(a[key], b[key]));
}
