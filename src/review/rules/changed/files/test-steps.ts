/** Recognises files of kuttl tests that only say what a test expects: nothing applies them. */

import { groupBy } from '../../../../base/kubernetes/object.js';
import { fieldsOf, textOf } from '../../../../base/kubernetes/pod-spec.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import { folderOf, type UnreadFile } from '../../../../olm/model/unread-file.js';
import { documentsOf } from './text-documents.js';

/** The folders of kuttl tests in BASE, each with the texts of both states that could apply a file of it. */
export function testsOf(...sides: readonly (readonly UnreadFile[])[]): ReadonlyMap<string, readonly string[]> {
  const [base = []] = sides;
  const folders = new Set(base.flatMap(({ path, reason }) => (reason === 'test-step' ? [folderOf(path)] : [])));
  const steps = sides.flat().filter(({ reason }) => reason === 'test-step');
  const byFolder = groupBy(steps, ({ path }) => folderOf(path));
  const elsewhere = steps.filter(({ text = '' }) => OTHERS.test(text) && runs(text));
  return new Map(
    [...folders].map((folder) => {
      const others = elsewhere.filter(({ path }) => folderOf(path) !== folder);
      return [folder, [...(byFolder.get(folder) ?? []), ...others].map(({ text = '' }) => text)];
    }),
  );
}

/** Lines that give another folder to a tool: a path up, a search, or a path from the folder in which kuttl starts. */
const OTHERS =
  /\.\.(?:[/"'\s\]]|$)|\bfind\b|\bxargs\b|\b(?:kubectl|oc|kustomize)\b(?:(?!\b(?:kubectl|oc|kustomize)\b)[^\n])*(?:\s-[fkR]|--filename|--kustomize|\sbuild)[ =]*["']?[^\s"']*[/*$]|\bapply:(?:(?!\bapply:)[^\n])*\/|^[^\S\r\n]*-\s*["']?[\w.-]+\/[\w./-]*["']?\s*$/m;

/** What a test expects (kuttl, pkg/test/step.go). */
const ASSERTION = /(?:^|\/)\d+-(?:assert|errors)\.yaml$/;
/** Steps that run something: they can apply any file. */
const RUNS = /\bkuttl\.dev\/(?:(?!\bkuttl\.dev\/)[\s\S])*\b(?:apply|commands?|script|collectors)\b/;

/** Commands of steps that apply no file: waiting, and requests for objects by their names. */
const WAITS = /^(?:sleep [\d.]+[smh]?|(?:kubectl|oc) (?:get|wait|delete|label|annotate)(?: [^ ]+)*)$/;
/** The words of such a command. */
const WORD =
  /^(?:-[nloA]|--(?:namespace|selector|output|for|timeout|ignore-not-found|wait|all|all-namespaces|overwrite)(?:=[\w.,:/=$-]*)?|[\w.$][\w.,:/=$-]*)$/;

/** Whether a step runs something that could apply a file. */
function runs(text: string): boolean {
  if (!RUNS.test(text)) return false;
  const steps = documentsOf(text)?.map(fieldsOf);
  const isWaiting = (command: unknown): boolean => {
    const { command: one, script, ...others } = fieldsOf(command);
    const said = textOf(one) ?? textOf(script);
    const isPlain = Object.keys(others).every((field) => field === 'timeout' || field === 'namespaced' || field === 'ignoreFailure');
    return (
      isPlain &&
      said !== undefined &&
      WAITS.test(said.trim()) &&
      said
        .trim()
        .split(' ')
        .every((word) => WORD.test(word))
    );
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
