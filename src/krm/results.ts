/** What a KRM function has to say: problems and findings as results, each with its object, file and field. */
import { isNamedObject } from '../kubernetes/object.js';
import { isError, type Problem } from '../manifest/problem.js';
import type { Finding, Severity } from '../model/finding.js';
import { placeOfItem } from './resource-list.js';

/** As the KRM Functions Specification has it. */
export interface Result {
  readonly message: string;
  readonly severity: Severity;
  readonly resourceRef?: { readonly apiVersion: string; readonly kind: string; readonly name: string; readonly namespace?: string };
  readonly field?: { readonly path: string; readonly currentValue?: string };
  readonly file?: { readonly path: string; readonly index?: number };
  readonly tags: Readonly<Record<string, string>>;
}

/** @param itemOf the item of a name that stands for a file */
export function problemResult(problem: Problem, itemOf: (file: string) => unknown): Result {
  const item = itemOf(problem.file);
  return {
    message: `${problem.message}: found ${problem.found ?? 'nothing'}${problem.expected ? `, expected ${problem.expected}` : ''}; ${problem.fix}`,
    severity: isError(problem) ? 'error' : 'warning',
    ...where(item, problem.file),
    ...(problem.path === undefined ? {} : { field: { path: problem.path, ...(problem.found ? { currentValue: problem.found } : {}) } }),
    tags: { code: problem.code },
  };
}

export function findingResult({ id, severity, message, fix, place }: Finding, itemOf: (file: string) => unknown, field?: string): Result {
  return {
    message: `${message}; ${fix}`,
    severity,
    ...(place ? where(itemOf(place.file), place.file) : {}),
    ...(field ? { field: { path: field } } : {}),
    tags: { id },
  };
}

/** Of what an earlier run made, or what somebody else has put there. */
export function removedResult(item: unknown, folder: string): Result {
  return {
    message: `this is in the folder ${folder} and is not rendered: it is removed; what is not rendered belongs into another folder`,
    severity: 'info',
    ...where(item, folder),
    tags: {},
  };
}

function where(item: unknown, file: string): Pick<Result, 'resourceRef' | 'file'> {
  if (item === undefined) return { file: { path: file } };
  const { path, index } = placeOfItem(item);
  return {
    ...(path === undefined ? {} : { file: { path, ...(index === undefined ? {} : { index }) } }),
    ...(isNamedObject(item) ? { resourceRef: referenceOf(item) } : {}),
  };
}

function referenceOf({
  apiVersion,
  kind,
  metadata: { name, namespace },
}: {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}): NonNullable<Result['resourceRef']> {
  return { apiVersion, kind, name, ...(namespace ? { namespace } : {}) };
}
