/**
 * Runs the KRM function, from a ResourceList to a ResourceList. Foreign items pass through unchanged; an OperatorGroup or a
 * ClusterServiceVersion is replaced in place by its rendering; all other rendered objects follow. On a failure, the items are returned
 * unchanged, with results that report it.
 */

import { isList } from '../../base/inside/index.js';
import { expand } from '../../base/kubernetes/copies.js';
import { groupOf, OLM_GROUP } from '../../base/kubernetes/kinds.js';
import { compareText, isNamedObject, type KubernetesObject, objectKey } from '../../base/kubernetes/object.js';
import { emitYaml } from '../../base/manifest/emit.js';
import { formatFieldPath } from '../../base/manifest/field-path.js';
import { formatProblem, NO_PAINT } from '../../base/manifest/format-problem.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isError, type Problem, type ProblemCode, tolerate } from '../../base/manifest/problem.js';
import { unknownOperators } from '../../olm/checks/unknown-operators.js';
import { evaluateFiles } from '../../olm/evaluate/evaluate-files.js';
import type { Evaluation } from '../../olm/evaluate/evaluation.js';
import { placed, placesIn } from '../../olm/evaluate/places-in.js';
import { withPlanNotes } from '../../olm/evaluate/plan-notes.js';
import { type Finding, failing } from '../../olm/model/finding.js';
import type { InstallOptions } from '../../olm/model/install-options.js';
import { finished } from '../../olm/render/finishing.js';
import { ofSets, profileOf } from '../../olm/render/index.js';
import { compareObjects, fileName } from '../../olm/render/layout.js';
import { readDocuments } from '../../repository/index.js';
import { type FunctionSettings, readFunctionConfig } from './function-config.js';
import {
  asItem,
  findingResult,
  INDEX_ANNOTATION,
  isInFolder,
  isLocal,
  PATH_ANNOTATION,
  placeOfItem,
  problemResult,
  type ResourceList,
  type Result,
  readResourceList,
  removedResult,
  withAnnotations,
  withoutBookkeeping,
} from './resource-list.js';

/** The outcome of a run. */
export interface FunctionOutcome {
  /** The text for standard output; empty if the input is no ResourceList. */
  readonly text: string;
  /** The problems, for standard error. */
  readonly report: string;
  readonly failed: boolean;
}

/** Runs the function. @param text the ResourceList, in YAML or JSON */
export function runFunction(text: string): FunctionOutcome {
  const { list, problems } = readResourceList(text);
  if (!list) return { text: '', report: reportOf(problems), failed: true };
  const config = readFunctionConfig(list.functionConfig);
  if (!config.settings) {
    const located = config.problems.map(
      ({ source, at, ...problem }): Problem => ({ ...problem, file: 'functionConfig', path: formatFieldPath(at) }),
    );
    return outcomeOf(
      list,
      list.items,
      located.map((problem) => problemResult(problem, () => list.functionConfig)),
      true,
    );
  }
  return transform(list, config.settings);
}

/** Ignored problems: a list without operators passes through, and a CSV of an earlier run legitimately has OLM's annotations. */
const PASSED_OVER: ReadonlySet<ProblemCode> = new Set(['NO_MANIFESTS', 'CSV_RESERVED_ANNOTATION', 'CSV_STATUS']);

function transform(list: ResourceList, settings: FunctionSettings): FunctionOutcome {
  // Objects of an earlier run are rendered again.
  const given = list.items.filter((item) => !isInFolder(item, settings.path));
  const items = new Map(given.map((item, index) => [nameOfItem(item, index), item]));
  const documents = [...items]
    .filter(([, item]) => !isLocal(item))
    .map(([file, item]): ParsedDocument => ({ value: withoutBookkeeping(item), source: { file, document: 0, path: [] } }));
  const lists = [...items].flatMap(([file, item]): Problem[] => (isList(item) && !isLocal(item) ? [listProblem(file)] : []));
  const { profile, only, lenient = false, failOn = 'error', allowFailed = false } = settings;
  const { status = false, argocd = false, imageRegistry: imageRegistries = [], pullSecret: pullSecrets = [] } = settings;
  const without = installOf(settings);
  const wants = { profile: profile ?? profileOf(without.install), ...(only ? { only } : {}), ...without };
  const input = readDocuments(documents, settings.inputs, settings);
  const problems = [...lists, ...input.problems.filter(({ code }) => !PASSED_OVER.has(code))];
  const evaluation: Evaluation | undefined = problems.some(isError) ? undefined : evaluateFiles(input.cluster, wants);
  const refused = (evaluation?.problems ?? []).map((problem) => tolerate(input.locator.locate(problem), { lenient }));
  const itemOf = (file: string): unknown => items.get(file);
  const placeOf = placesIn(input, input.locator.place);
  const isMissing = ({ id }: Finding): boolean =>
    id === unknownOperators.id && settings.install === true && !settings.allowUnknownOperators;
  const findings = (evaluation?.findings ?? []).map((finding) => ({
    ...placed(isMissing(finding) ? cannotInstall(finding) : finding, placeOf),
    field: finding.at?.field,
  }));
  const results = [
    ...[...problems, ...refused].map((problem) => problemResult(problem, itemOf)),
    ...findings.map((finding) => findingResult(finding, itemOf, finding.field && formatFieldPath(finding.field))),
  ];
  const failed = [...problems, ...refused].some(isError) || findings.some(isMissing) || failing(findings, failOn, allowFailed).length > 0;
  if (failed || !evaluation) return outcomeOf(list, list.items, results, true);
  const rendered = [
    ...expand(finished(withPlanNotes(ofSets(evaluation.rendered, wants), evaluation), { status, argocd, imageRegistries, pullSecrets })),
  ];
  const made = new Set(rendered.map(identity));
  const removed = list.items.filter((item) => isInFolder(item, settings.path) && !(isNamedObject(item) && made.has(identity(item))));
  const told = [...results, ...removed.map((item) => removedResult(item, settings.path))];
  return outcomeOf(list, merged(given, rendered, settings.path), told, false);
}

/** The options of an installation without OLM; empty if OLM runs. */
function installOf({ install, certificates, issuer, descoped }: FunctionSettings): { readonly install?: InstallOptions } {
  if (!install) return {};
  return { install: { ...(certificates ? { certificates } : {}), ...(issuer ? { issuer } : {}), ...(descoped ? { descoped } : {}) } };
}

/** The finding as an error: an installation without OLM has to be complete. */
function cannotInstall(finding: Finding): Finding {
  return { ...finding, severity: 'error', fix: `${finding.fix}; or set allowUnknownOperators, which continues without them` };
}

/** The items, replaced in place, followed by new objects in the order of their application. */
function merged(given: readonly unknown[], rendered: readonly KubernetesObject[], path: string): unknown[] {
  const made = new Map(rendered.map((object) => [identity(object), object]));
  const kept = given.map((item) => {
    if (!isNamedObject(item)) return item;
    const own = made.get(identity(item));
    made.delete(identity(item));
    return own && isOlms(item) ? asItem(own, item) : item;
  });
  const fileOf = ({ metadata }: KubernetesObject): string => `${path}/${fileName(metadata.namespace)}.k8s.yaml`;
  const added = [...made.values()].sort(
    (a, b) =>
      Number(b.kind === 'Namespace') - Number(a.kind === 'Namespace') ||
      Number(a.metadata.namespace !== undefined) - Number(b.metadata.namespace !== undefined) ||
      compareText(fileOf(a), fileOf(b)) ||
      compareObjects(a, b),
  );
  const count = new Map<string, number>();
  const hasFiles = given.some((item) => placeOfItem(item).path !== undefined);
  return [
    ...kept,
    ...added.map((object) => {
      const file = fileOf(object);
      const index = count.get(file) ?? 0;
      count.set(file, index + 1);
      return hasFiles ? withAnnotations(object, { [PATH_ANNOTATION]: file, [INDEX_ANNOTATION]: String(index) }) : object;
    }),
  ];
}

/** Whether OLM writes or changes an object; other items stay unchanged. OLM also leaves an existing ServiceAccount unchanged. */
function isOlms({ apiVersion, kind, metadata }: KubernetesObject): boolean {
  if (kind === 'ServiceAccount') return false;
  const labels = metadata.labels ?? {};
  return groupOf(apiVersion) === OLM_GROUP || 'olm.owner' in labels || 'olm.managed' in labels;
}

function identity(object: KubernetesObject): string {
  return `${groupOf(object.apiVersion)} ${objectKey(object)}`;
}

/** The problem of a list as an item: its members would be returned twice, in the list and as rendered objects. */
function listProblem(file: string): Problem {
  return {
    code: 'NOT_A_MANIFEST',
    message: 'an item of a ResourceList is one object',
    file,
    found: 'a list of objects',
    expected: 'one object',
    fix: 'write each object of the list as an item; kustomize and kpt do it',
  };
}

/** The name of an item in messages, in the form of a file. */
function nameOfItem(item: unknown, index: number): string {
  const { path, index: document } = placeOfItem(item);
  return `${path ?? '-'} (item ${index}${document === undefined ? '' : `, document ${document}`})`;
}

function outcomeOf(list: ResourceList, items: readonly unknown[], results: readonly Result[], failed: boolean): FunctionOutcome {
  const { apiVersion, kind, items: _, functionConfig, results: __, ...rest } = list as ResourceList & { readonly results?: unknown };
  const text = emitYaml({
    apiVersion,
    kind,
    items,
    ...(functionConfig === undefined ? {} : { functionConfig }),
    ...rest,
    ...(results.length > 0 ? { results } : {}),
  });
  const lines = results.filter(({ severity }) => failed && severity === 'error').map(lineOf);
  return { text, report: lines.map((line) => `${line}\n`).join(''), failed };
}

function lineOf({ message, severity, resourceRef, file, field, tags }: Result): string {
  const object = resourceRef ? ` ${resourceRef.kind} ${resourceRef.namespace ? `${resourceRef.namespace}/` : ''}${resourceRef.name}` : '';
  const place = [file?.path, field?.path].filter((part) => part !== undefined).join(' ');
  return `${severity}[${tags.code ?? tags.id}]${object}${place === '' ? '' : ` (${place})`}: ${message}`;
}

function reportOf(problems: readonly Problem[]): string {
  return problems.map((problem) => `${formatProblem(problem, NO_PAINT)}\n`).join('');
}
