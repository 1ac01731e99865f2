/** Text → lock. Whoever writes it in a pull request can write anything. */
import { check } from '../manifest/check.js';
import { type ParsedDocument, parseDocuments, type SourceText } from '../manifest/parse.js';
import type { Problem, UnlocatedProblem } from '../manifest/problem.js';
import type { LockFile } from './lock-file.js';
import { lockSchema } from './lock-schema.js';

/** A lock as it was read, or why it is none. */
export interface LockRead {
  readonly lock?: LockFile;
  readonly document?: ParsedDocument;
  readonly problems: readonly Problem[];
  readonly unlocated: readonly UnlocatedProblem[];
}

const parsed = new WeakMap<SourceText, ReturnType<typeof parseDocuments>>();

/** The documents of the text of a lock, parsed once: it is a file of the input as well, and long. */
export function lockDocuments(text: SourceText): ReturnType<typeof parseDocuments> {
  const result = parsed.get(text) ?? parseDocuments(text);
  parsed.set(text, result);
  return result;
}

/** Reads a lock. */
export function readLock(text: SourceText): LockRead {
  const { documents, problems } = lockDocuments(text);
  if (problems.length > 0) return { problems: problems.map(({ fix: _, ...problem }) => ({ ...problem, fix: WRITE_AGAIN })), unlocated: [] };
  const [document, second] = documents;
  const at = document?.source ?? { file: text.file, document: 0, path: [] };
  if (!document || second) return { problems: [], unlocated: [notOne(documents.length, second?.source ?? at)] };
  const { value, problems: unlocated } = check<LockFile>(lockSchema, document.value, document.source);
  if (!value) return { problems: [], unlocated: unlocated.map((problem) => ({ ...problem, fix: WRITE_AGAIN })) };
  return { lock: value, document, problems: [], unlocated: repeated(value, document.source) };
}

const WRITE_AGAIN = 'write the file again with cdk8s-olm lock, or take its last committed version';

function notOne(count: number, source: UnlocatedProblem['source']): UnlocatedProblem {
  return {
    code: 'INVALID_LOCK',
    message: 'the lock is not one document',
    found: `${count} documents`,
    expected: 'one document, as cdk8s-olm lock writes it',
    fix: WRITE_AGAIN,
    source,
    at: [],
  };
}

/** Of two entries of one bundle, readers could take either. */
function repeated({ packages, bundles, subscriptions = [] }: LockFile, source: UnlocatedProblem['source']): UnlocatedProblem[] {
  const lists = [
    ['packages', packages.map(({ catalog, name }) => `the package ${name} of ${catalog}`)],
    ['bundles', bundles.map(({ catalog, name }) => `the bundle ${name} of ${catalog}`)],
    ['subscriptions', subscriptions.map(({ namespace, name }) => `the Subscription ${namespace}/${name}`)],
  ] as const;
  return lists.flatMap(([field, keys]) =>
    keys.flatMap((key, index): UnlocatedProblem[] =>
      keys.indexOf(key) === index
        ? []
        : [
            {
              code: 'INVALID_LOCK',
              message: `the lock has ${key} twice`,
              found: 'two entries',
              expected: 'one',
              fix: WRITE_AGAIN,
              source,
              at: [field, index],
            },
          ],
    ),
  );
}
