/** The baseline file → one document. What may stand in it is the review's business. */
import { existsSync, statSync } from 'node:fs';
import { createLocator, type Locator } from '../manifest/locate.js';
import { type ParsedDocument, parseDocuments } from '../manifest/parse.js';
import type { Problem } from '../manifest/problem.js';
import { readFiles } from './read-files.js';

/** Where a baseline is looked for when none is named: in the working folder, and nowhere else. */
export const DEFAULT_BASELINE = '.cdk8s-olm.yaml';

/** A baseline as it was read. */
export interface BaselineText {
  /** Absent when there is no baseline, or nothing in it. */
  readonly document?: ParsedDocument;
  readonly problems: readonly Problem[];
  readonly locator: Locator;
}

/**
 * Reads a baseline.
 *
 * @param path the file; one that is named must exist, the default one need not
 */
export function readBaseline(path?: string): BaselineText {
  const file = path ?? DEFAULT_BASELINE;
  if (path === undefined && !existsSync(file)) return { problems: [], locator: createLocator(() => undefined) };
  if (existsSync(file) && statSync(file).isDirectory()) return { problems: [notAFile(file)], locator: createLocator(() => undefined) };
  const { texts, problems } = readFiles([file]);
  const [text] = texts;
  const locator = createLocator(() => text?.text);
  if (!text) return { problems, locator };
  const parsed = parseDocuments(text);
  const [document, second] = parsed.documents;
  const surplus = second ? [locator.locate(oneDocument(second))] : [];
  return { ...(document ? { document } : {}), problems: [...parsed.problems, ...surplus], locator };
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
