/** Finds the steps of kuttl tests (https://kuttl.dev): no GitOps tool applies them, unless a file names their folder. */
import { groupOf } from '../../base/kubernetes/kinds.js';
import { groupBy } from '../../base/kubernetes/object.js';
import { type Fields, fieldsOf, textOf } from '../../base/kubernetes/pod-spec.js';
import { folderOf, plainPath } from '../../olm/model/unread-file.js';
import { type AppliedIn, appliedPaths } from '../applied/applied-paths.js';
import { DELIVERY_GROUPS } from '../applied/deliveries.js';
import { mayApply } from '../applied/may-apply.js';
import { type FileTree, pathIn } from '../trees/file-tree.js';
import { mentionsOf } from '../trees/mentions.js';
import { documentsAt, isBelow } from '../trees/tree-paths.js';

const KUTTL_GROUP = 'kuttl.dev';
const isOfKuttl = mentionsOf([KUTTL_GROUP]);
/** The names of steps (kuttl, pkg/test/case.go, testStepRegex). */
const STEP = /(?:^|\/)\d+-[^./]+\.yaml$/;
/** The steps that only compare: a test has one, and a folder to apply has none. */
const EXPECTS = /(?:^|\/)\d+-(?:assert|errors)\.yaml$/;
/** Tests for the API groups of kinds that apply manifests from elsewhere. */
const isOfDelivery = mentionsOf(DELIVERY_GROUPS);

/** Programs and pipelines, which can apply a folder. */
const SCRIPT =
  /(?:^|\/)(?:[^/]*makefile|jenkinsfile|taskfile[^/]*|justfile|tiltfile|[^/]*\.(?:sh|bash|mk|py|ts|js|mjs|rb|pl|ps1|groovy|tf|ya?ml))$/i;
/** A line that applies files, and does not only run kuttl. */
const APPLIES = /\b(?:apply|create|replace|kustomize|filename|sync)\b|(?:^|\s)-[fkR]\b/;

/** The files of an input, as far as tests matter. */
interface Files {
  /** All manifests. */
  readonly files: readonly string[];
  /** All others. */
  others(): readonly string[];
  /** The files of plain folders. */
  plain(): readonly string[];
}

/** The files of tests that nothing applies, among the files of plain folders. */
export function testSteps(tree: FileTree, applied: AppliedIn, { files, others, plain }: Files): ReadonlySet<string> {
  const suites = files.flatMap((file) => testDirsIn(tree, file, ({ testDirs }) => testDirs));
  if (suites.length === 0) return new Set();
  // kuttl applies these before its tests (pkg/test/harness.go).
  const before = files.flatMap((file) => testDirsIn(tree, file, ({ manifestDirs = [], crdDir }) => [manifestDirs, crdDir ?? []].flat()));
  const inPlain = new Set(plain());
  let tests = [...groupBy(files, folderOf)].filter(
    ([folder, all]) =>
      suites.some((suite) => isBelow(folder, suite)) &&
      !before.some((one) => isBelow(folder, one)) &&
      all.some((file) => EXPECTS.test(file)) &&
      all.every((file) => inPlain.has(file) && (STEP.test(file) || isOnlyOfKuttl(tree, file))),
  );
  if (tests.length === 0) return new Set();
  const lines = linesThatApply(tree, [...files, ...others()]);
  // A test that is applied can contain an Application that applies another one.
  for (;;) {
    const steps = new Set(tests.flatMap(([, all]) => all));
    // A step of no such test can apply any of them by a path up.
    if (files.some((file) => !steps.has(file) && leadsUp(tree, file))) return new Set();
    const isReached = reachedFrom(tree, applied, steps, files);
    const isScripted = namedBy(lines.filter(({ file }) => !steps.has(file)).map(({ bytes }) => bytes));
    const left = tests.filter(([folder]) => !isReached(folder) && !isScripted(folder));
    if (left.length === tests.length) return steps;
    tests = left;
  }
}

/** Whether an object of kuttl names a folder by a path up, or finds one. */
function leadsUp(tree: FileTree, file: string): boolean {
  const bytes = tree.read(file);
  return bytes !== undefined && isOfKuttl(bytes) && /(?:^|[\s"'[,])\.\.(?:\/|[\s"'\],]|$)|\bfind\b/m.test(new TextDecoder().decode(bytes));
}

/** The folders that the TestSuites of a file name, from the file's folder or from the top, where people run kuttl. */
function testDirsIn(tree: FileTree, file: string, dirsOf: (suite: Fields) => unknown): string[] {
  const bytes = tree.read(file);
  if (!bytes || !isOfKuttl(bytes)) return [];
  return documentsAt(tree, file).flatMap(({ value }) => {
    const suite = fieldsOf(value);
    const testDirs = dirsOf(suite);
    if (!isKuttl(value) || suite.kind !== 'TestSuite') return [];
    const named = Array.isArray(testDirs) ? testDirs.flatMap((each) => textOf(each) ?? []) : [];
    const own = (testDirs === undefined ? [''] : named).map(plainPath).filter((path) => !path.split('/').includes('..'));
    return [...own.map((path) => plainPath(pathIn(folderOf(file), path))), ...own.filter((path) => path !== '')];
  });
}

function isKuttl(value: unknown): boolean {
  return groupOf(textOf(fieldsOf(value).apiVersion) ?? '') === KUTTL_GROUP;
}

function isOnlyOfKuttl(tree: FileTree, file: string): boolean {
  const documents = documentsAt(tree, file);
  return documents.length > 0 && documents.every(({ value }) => isKuttl(value));
}

/** Tests whether a file that is no step of a test applies a folder, or names it in the text of a delivery tool. */
function reachedFrom(
  tree: FileTree,
  applied: AppliedIn,
  steps: ReadonlySet<string>,
  files: readonly string[],
): (folder: string) => boolean {
  // The API server refuses an ApplicationSet without a spec, as some examples have.
  const holders = new Map([...applied.holders].filter(([file]) => !steps.has(file)));
  const objects = [...holders.values()].flat().filter((object) => (fieldsOf(object).spec ?? null) !== null);
  const from = { ...appliedPaths(objects, applied.here, applied.secrets), holders };
  const delivering = files.flatMap((file) => {
    const bytes = steps.has(file) ? undefined : tree.read(file);
    return bytes && isOfDelivery(bytes) ? [bytes] : [];
  });
  const isNamed = namedBy(delivering);
  return (folder) => mayApply(tree, from, folder) || isNamed(folder);
}

/** Tests whether a text names a folder, or one above it. */
function namedBy(texts: readonly Uint8Array[]): (folder: string) => boolean {
  const known = new Map<string, boolean>();
  const isNamed = (folder: string): boolean => {
    if (folder === '') return false;
    const found = known.get(folder) ?? texts.some(mentionsOf([folder], true));
    known.set(folder, found);
    return found || isNamed(folderOf(folder));
  };
  return isNamed;
}

/** The lines of scripts and pipelines that apply something. */
function linesThatApply(tree: FileTree, paths: readonly string[]): { readonly file: string; readonly bytes: Uint8Array }[] {
  return paths.flatMap((file) => {
    const bytes = SCRIPT.test(file) ? tree.read(file) : undefined;
    const lines = bytes
      ? Buffer.from(bytes)
          .toString('latin1')
          .replace(/\\\r?\n/g, ' ')
          .split('\n')
      : [];
    return lines.filter((line) => APPLIES.test(line)).map((line) => ({ file, bytes: Buffer.from(line, 'latin1') }));
  });
}
