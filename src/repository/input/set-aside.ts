/** Broken files that nothing lists: they are set aside, and the rest is read. */
import { basename } from 'node:path';
import { type Problem, type ProblemCode, stops } from '../../base/manifest/problem.js';
import { isYtt } from '../../base/manifest/ytt.js';
import { LOCK_FILE } from '../../olm/lock/lock-file.js';

/** Whether a broken file of this path may be set aside. @param text of a review @param isListed whether a kustomization lists it, or it was built */
export type SetsAside = (path: string, text?: () => string, isListed?: boolean) => boolean;

/** What makes a file no manifest, or not one beside the others. What is wrong with an object of OLM itself is for its author. */
const OF_FILE: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'FILE_UNREADABLE',
  'FILE_NOT_TEXT',
  'NOT_YAML',
  'UNSUPPORTED_YAML',
  'DUPLICATE_KEY',
  'MISSING_SEPARATOR',
  'NOT_A_MANIFEST',
  'DUPLICATE_OBJECT',
]);

/** And what an object that was not there to be judged can have. */
const OF_OBJECT: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  ...OF_FILE,
  'UNKNOWN_KIND',
  'UNSUPPORTED_VERSION',
  'FIELD_MISSING',
  'WRONG_TYPE',
  'INVALID_VALUE',
  'INVALID_NAME',
  'INVALID_SELECTOR',
]);

/**
 * Reads, and reads again without the files that stand in the way, until none does. Where nothing is left, all problems are told.
 *
 * @param read without these files
 * @param may whether a file may be set aside
 * @param alsoObjects of a review: whether a file with an object that is wrong may be, too
 * @param textOf of a file: what ytt fills in is missing from its objects
 */
export function settingAside<I extends { readonly problems: readonly Problem[] }>(
  read: (aside: ReadonlySet<string>) => I,
  may: (file: string) => boolean,
  alsoObjects: boolean,
  textOf: (file: string) => string,
): { readonly input: I; readonly aside: readonly Problem[] } {
  const isOfFile = ({ code, file }: Problem): boolean => OF_FILE.has(code) || (OF_OBJECT.has(code) && (alsoObjects || isYtt(textOf(file))));
  const aside = new Map<string, Problem>();
  const first = read(new Set());
  for (let input = first; ; input = read(new Set(aside.keys()))) {
    const wrong = input.problems.filter(stops);
    const known = aside.size;
    for (const problem of wrong)
      if (isOfFile(problem) && basename(problem.file) !== LOCK_FILE && !aside.has(problem.file) && may(problem.file))
        aside.set(problem.file, problem);
    if (aside.size > known) continue;
    const told = [...aside.values()].map((problem) => ({ ...problem, tolerated: true as const, isAside: true as const }));
    const isNothingLeft = !alsoObjects && known > 0 && wrong.some(({ code }) => code === 'NO_MANIFESTS');
    if (!isNothingLeft) return { input, aside: told };
    // What was broken says more. A template of ytt is not broken.
    const isBroken = [...aside.keys()].some((file) => !isYtt(textOf(file)));
    if (isBroken) return { input: first, aside: [] };
    return { input: { ...input, problems: input.problems.filter(({ code }) => code !== 'NO_MANIFESTS') }, aside: told };
  }
}

/** Whether a text is made to be filled in, or encrypted: nothing applies it as it is. */
export function isNoPlainText(text: string): boolean {
  return /\{\{|\{%|<%|\$\{\w+\}/.test(text) || isYtt(text) || isEncrypted(text);
}

/** ansible-vault encrypts whole files. */
export function isEncrypted(text: string): boolean {
  return text.startsWith('$ANSIBLE_VAULT;');
}
