/** Reviews of files, as the command line tells them: a base and a head in a folder that each test has for itself. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { cli } from './command-line.js';

/** Texts by path. */
export type Files = Readonly<Record<string, string>>;

/** What a review said, and how it ended. */
export interface Told {
  readonly code: number | null;
  readonly headline: string;
  readonly text: string;
}

export const RBAC = 'rbac.authorization.k8s.io';
export const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: op}\n';
export const GROUP =
  'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: g, namespace: op}\nspec: {targetNamespaces: [op]}\n';

/** Reviews two inputs. */
export function review(base: string, head: string, ...more: readonly string[]): Told {
  const { code, out, err } = cli(['review', base, head, ...more]);
  expectToldOnce(out);
  return { code, headline: out.split('\n')[0] ?? '', text: out + err };
}

const NOT_COVERED = /^\w+\[\S+-not-reviewed\](?: \([^)]*\))?: (.*): (?:also )?differs in (.*); the review does not cover this$/gm;
const KEY = /\["([^"]+)"\]|\b(\w+)(?=$|,| and )/g;

/** What one rule says of a field, no other line says to be left open; that it is unknown says nothing of the change. */
function expectToldOnce(text: string): void {
  for (const [line, subject = '', fields = ''] of text.matchAll(NOT_COVERED)) {
    const others = text
      .split('\n')
      .filter((other) => other !== line && /^\w+\[(?!unknown-field)/.test(other) && other.includes(`: ${subject}`));
    for (const [, quoted, word] of fields.matchAll(KEY)) expect(others.filter((other) => other.includes(quoted ?? `${word}`))).toEqual([]);
  }
}

/** Tells of something that nobody should approve without a look. */
export function expectTold({ code, headline, text }: Told, ...names: readonly string[]): void {
  expect(headline).not.toBe('');
  expect(text).not.toContain('No change in meaning');
  expect(code).not.toBe(0);
  for (const name of names) expect(text).toContain(name);
}

/** Writes the files of a test, and reviews them. */
export interface ReviewFolder {
  /** A path in the folder of the test. */
  path(...steps: readonly string[]): string;
  /** Writes files into a folder of it, and returns that one. */
  write(folder: string, files: Files): string;
  /** Reviews two sets of files. */
  reviewFiles(before: Files, after: Files, ...more: readonly string[]): Told;
}

/** For the tests of a file: a new folder before each of them, which is gone after it. */
export function reviewFolder(): ReviewFolder {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cdk8s-olm-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const path = (...steps: readonly string[]): string => join(root, ...steps);
  const write = (folder: string, files: Files): string => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(path(folder, name)), { recursive: true });
      writeFileSync(path(folder, name), text);
    }
    return path(folder);
  };
  const reviewFiles = (before: Files, after: Files, ...more: readonly string[]): Told => {
    for (const folder of ['base', 'head']) rmSync(path(folder), { recursive: true, force: true });
    return review(write('base', before), write('head', after), ...more);
  };
  return { path, write, reviewFiles };
}
