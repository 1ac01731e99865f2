/** The baseline file → one document. The review checks its content. */
import { existsSync, statSync } from 'node:fs';
import { createLocator, type Locator } from '../manifest/locate.js';
import { type ParsedDocument, parseDocuments, type SourceText } from '../manifest/parse.js';
import type { Problem } from '../manifest/problem.js';
import { DEFAULT_BASELINE } from '../model/repository-options.js';
import { isGitInput } from './git-tree.js';
import { nearestFile } from './nearest-file.js';
import { readFiles } from './read-files.js';

/** A baseline as it was read. */
export interface BaselineText {
  /** Absent if there is no baseline, or it is empty. */
  readonly document?: ParsedDocument;
  /** As it is written; empty if there is no baseline. */
  readonly text: string;
  readonly problems: readonly Problem[];
  readonly locator: Locator;
}

/**
 * The baseline of a state: the file `.cdk8s-olm.yaml` nearest to its input, in the input's folder or above.
 *
 * A change must not decide how it is judged, so a review uses the baseline of BASE.
 */
export function baselineTextOf(input: string): BaselineText {
  const file = nearestFile(input, DEFAULT_BASELINE);
  return file === undefined ? { text: '', problems: [], locator: createLocator(() => undefined) } : readBaselineText(file);
}

/** Reads a baseline from a file, which must exist, or from a file of a commit. */
export function readBaselineText(file: string): BaselineText {
  if (!isGitInput(file) && existsSync(file) && statSync(file).isDirectory())
    return { text: '', problems: [notAFile(file)], locator: createLocator(() => undefined) };
  const { texts, problems } = readFiles([file]);
  const [text] = texts;
  return text ? baselineTextIn(text) : { text: '', problems, locator: createLocator(() => undefined) };
}

/** The baseline that a text is. */
export function baselineTextIn(text: SourceText): BaselineText {
  const locator = createLocator(() => text.text);
  const parsed = parseDocuments(text);
  const [document, second] = parsed.documents;
  const surplus = second ? [locator.locate(oneDocument(second))] : [];
  return { document, text: text.text, problems: [...parsed.problems, ...surplus], locator };
}

function notAFile(file: string): Problem {
  return {
    code: 'FILE_UNREADABLE',
    message: 'the baseline is a folder',
    file,
    found: 'a folder',
    expected: 'one YAML file',
    fix: 'name the file',
  };
}

function oneDocument({ source }: ParsedDocument): Parameters<Locator['locate']>[0] {
  return {
    code: 'INVALID_VALUE',
    message: 'the baseline has more than one document',
    found: 'a second document',
    expected: 'one document with one list of entries',
    fix: 'move its entries into the first document',
    source,
    at: [],
  };
}
