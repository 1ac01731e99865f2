/** Reads the file-based catalog of an image in one pass. Keeps only the fields of a document that decide about installation. */
import { posix } from 'node:path';
import { compareText } from '../../../base/kubernetes/object.js';
import { printable } from '../../../base/manifest/printable.js';
import { INDEX_IGNORE, ignoreRules, isIgnored } from '../../../olm/catalog/index-ignore.js';
import type { Derived } from '../cache/derived.js';
import { readFiles } from '../image/files.js';
import type { Image } from '../image/image.js';
import { folderOfLabel } from '../image/manifest.js';
import type { Sink } from '../image/tar.js';
import { failure, tooLarge } from '../problems.js';
import { type CatalogDocument, readDocument, reduced } from './reduced-document.js';
import { NotDocuments, type RawDocument, splitDocuments } from './split-documents.js';

/** The label with the folder of a file-based catalog. */
const CONFIGS_LABEL = 'operators.operatorframework.io.index.configs.v1';
const DATABASE_LABEL = 'operators.operatorframework.io.index.database.v1';
/** The size limit of the kept documents, in characters of their JSON. */
const MAX_KEPT_CHARACTERS = 256 << 20;
/** The size limit of an `.indexignore`, in bytes. */
const MAX_IGNORE_BYTES = 1 << 20;
/** The version of the format in the cache. */
const FORM = 1;

/** A catalog, with its documents in the order of their files. */
export interface ImageCatalog {
  readonly name: string;
  readonly digest: string;
  readonly documents: readonly CatalogDocument[];
  /** The platforms of the index whose images were not read. Each of these images has a whole catalog. */
  readonly notRead: readonly string[];
}

/**
 * Reads the catalog of an image: from the cache of an earlier run, or from the layers of the image.
 *
 * @throws ProblemError `IMAGE_NOT_A_CATALOG`, `IMAGE_CATALOG_SQLITE`, `INVALID_CATALOG`, and the errors of reading the layers
 */
export async function readImageCatalog(image: Image, derived: Derived): Promise<ImageCatalog> {
  const folder = catalogFolder(image);
  const name = `catalog ${FORM} ${image.digest} ${folder}`;
  const about = { name: image.name, digest: image.digest, notRead: image.others.map(({ platform }) => platform).toSorted(compareText) };
  const known = await derived.find(name);
  if (known) return { ...about, documents: known.length === 0 ? [] : parsedLines(known) };
  const texts = await readTexts(image, folder);
  await derived.keep(name, Buffer.from(texts.join('\n')));
  return { ...about, documents: texts.map((text) => JSON.parse(text)) };
}

function parsedLines(content: Buffer): CatalogDocument[] {
  return content
    .toString('utf8')
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Reads the documents to keep, each as JSON. */
async function readTexts(image: Image, folder: string): Promise<string[]> {
  const files = new Map<string, FileContent>();
  const ignores = new Map<string, string>();
  let kept = 0;
  const keep = (text: string): string => {
    kept += text.length;
    if (kept > MAX_KEPT_CHARACTERS) throw tooLarge(image.name, 'the catalog without its descriptions', MAX_KEPT_CHARACTERS);
    return text;
  };
  const paths = await readFiles(image, [folder], (path) => {
    if (posix.basename(path) === INDEX_IGNORE) return textSink(image.name, (text) => void ignores.set(path, text));
    const content: FileContent = { texts: [] };
    files.set(path, content);
    return documentsOf(content, (raw) => content.texts.push(...readDocument(raw).map((found) => keep(JSON.stringify(reduced(found))))));
  });
  if (paths.length === 0) throw invalid(image.name, `/${folder}`, 'the folder of the catalog is not in the image, or empty');
  // The rules of outer folders come first.
  const rules = [...ignores].sort(([a], [b]) => compareText(a, b)).flatMap(([path, text]) => ignoreRules(posix.dirname(path), text));
  const rulesFor = (path: string) => rules.filter((rule) => path.startsWith(rule.folder === '.' ? '' : `${rule.folder}/`));
  const read = [...files].filter(([path]) => !isIgnored(path, rulesFor(path))).sort(([a], [b]) => compareText(a, b));
  for (const [path, { problem }] of read) if (problem) throw invalid(image.name, path, problem);
  return read.flatMap(([, { texts }]) => texts);
}

/** The kept documents of a file, or its problem. The problem of an ignored file is not reported. */
interface FileContent {
  texts: string[];
  problem?: string;
}

function documentsOf(content: FileContent, take: (raw: RawDocument) => void): Sink {
  const reader = splitDocuments(take);
  const attempt = (run: () => void): void => {
    if (content.problem !== undefined) return;
    try {
      run();
    } catch (error) {
      if (!(error instanceof NotDocuments)) throw error;
      content.problem = error.message;
      content.texts = [];
    }
  };
  return { write: (part) => attempt(() => reader.write(part)), end: () => attempt(() => reader.end()) };
}

function textSink(image: string, take: (text: string) => void): Sink {
  const parts: Buffer[] = [];
  let size = 0;
  return {
    write(part) {
      size += part.length;
      if (size > MAX_IGNORE_BYTES) throw tooLarge(image, INDEX_IGNORE, MAX_IGNORE_BYTES);
      parts.push(Buffer.from(part));
    },
    end: () => take(Buffer.concat(parts).toString('utf8')),
  };
}

/** Finds the folder of the catalog in the image. */
function catalogFolder({ labels, name }: Image): string {
  const configs = labels[CONFIGS_LABEL];
  if (configs !== undefined) return folderOfLabel(configs);
  if (labels[DATABASE_LABEL] !== undefined) {
    throw failure({
      code: 'IMAGE_CATALOG_SQLITE',
      message: 'the catalog is a SQLite database',
      file: name,
      found: `the label ${DATABASE_LABEL}`,
      expected: 'a file-based catalog',
      fix: 'Use a newer version of the catalog, or convert it with opm migrate. OLM itself is giving up SQLite catalogs.',
    });
  }
  throw failure({
    code: 'IMAGE_NOT_A_CATALOG',
    message: 'the image is not a catalog',
    file: name,
    found: `no label ${CONFIGS_LABEL}`,
    expected: 'an image of a file-based catalog, as opm generate dockerfile describes it',
    fix: 'Check the reference: a CatalogSource names a catalog, not an operator or a bundle.',
  });
}

function invalid(image: string, path: string, problem: string): Error {
  return failure({
    code: 'INVALID_CATALOG',
    message: printable(problem),
    file: image,
    found: printable(path),
    expected: 'files with JSON or YAML documents of a file-based catalog',
    fix: 'Correct the catalog: opm validate reports the same. A cluster cannot serve it either.',
  });
}
