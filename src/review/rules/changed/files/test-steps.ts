/** Recognises files of kuttl tests that only say what a test expects: nothing applies them. */

import { groupBy } from '../../../../base/kubernetes/object.js';
import { fieldsOf, textOf } from '../../../../base/kubernetes/pod-spec.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import { folderOf, type UnreadFile } from '../../../../olm/model/unread-file.js';
import { documentsOf } from './text-documents.js';

/** The folders of kuttl tests, each with the texts of its steps in both states. */
export function testsOf(...sides: readonly (readonly UnreadFile[])[]): ReadonlyMap<string, readonly string[]> {
  const [base = []] = sides;
  const folders = new Set(base.flatMap(({ path, reason }) => (reason === 'test-step' ? [folderOf(path)] : [])));
  const steps = sides.flat().filter(({ path, reason }) => reason === 'test-step' && folders.has(folderOf(path)));
  return new Map([...groupBy(steps, ({ path }) => folderOf(path))].map(([folder, files]) => [folder, files.map(({ text = '' }) => text)]));
}

/** What a test expects (kuttl, pkg/test/step.go). */
const ASSERTION = /(?:^|\/)\d+-(?:assert|errors)\.yaml$/;
/** Steps that run something: they can apply any file. */
const RUNS = /\bkuttl\.dev\/[\s\S]*\b(?:apply|commands?|script|collectors)\b/;

/** Commands of steps that apply no file: waiting, and requests for objects by their names. */
const WAITS =
  /^(?:sleep [\d.]+[smh]?|(?:kubectl|oc) (?:get|wait|delete|label|annotate) (?!.*(?:-[fk]\b|--filename|--kustomize))[\w .,:/=$-]+)$/;

/** Whether a step runs something that could apply a file. */
function runs(text: string): boolean {
  if (!RUNS.test(text)) return false;
  const steps = documentsOf(text)?.map(fieldsOf);
  const isWaiting = (command: unknown): boolean => {
    const { command: one, script, ...others } = fieldsOf(command);
    const said = textOf(one) ?? textOf(script);
    const isPlain = Object.keys(others).every((field) => field === 'timeout' || field === 'namespaced' || field === 'ignoreFailure');
    return isPlain && said !== undefined && WAITS.test(said.trim());
  };
  const areWaiting = (commands: unknown): boolean => Array.isArray(commands) && commands.every(isWaiting);
  const left = steps?.map(({ commands, ...step }) => (areWaiting(commands) ? step : { ...step, commands }));
  return left === undefined || RUNS.test(sortedText(left));
}

/** Whether a file only says what a test expects, as no step of its folder runs anything, and neither does the file. */
export function isExpectation(file: UnreadFile | undefined, tests: ReadonlyMap<string, readonly string[]>): boolean {
  if (!file) return true;
  const steps = tests.get(folderOf(file.path)) ?? [];
  return ASSERTION.test(file.path) && steps.length > 0 && !steps.some(runs) && !/kuttl\.dev/.test(file.text ?? '');
}
