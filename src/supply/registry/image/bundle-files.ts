/** Reads the files of a bundle image: its manifests and metadata (OLM's bundle format, registry+v1). */
import { posix } from 'node:path';
import { parseDocuments } from '../../../base/manifest/parse.js';
import { isMapping } from '../../../base/manifest/plain-data.js';
import { failure, tooLarge, unsafe } from '../problems.js';
import { readFiles } from './files.js';
import type { Image } from './image.js';
import { folderOfLabel } from './manifest.js';
import type { Sink, TarEntry } from './tar.js';

const MANIFESTS_LABEL = 'operators.operatorframework.io.bundle.manifests.v1';
const METADATA_LABEL = 'operators.operatorframework.io.bundle.metadata.v1';
const MANIFESTS = 'manifests';
const METADATA = 'metadata';
const ANNOTATIONS = 'annotations.yaml';
/** The size limit of a bundle's files together, in bytes. */
const MAX_BYTES = 128 << 20;

/** The content of a bundle. */
export interface BundleFiles {
  /** The digest of its image. */
  readonly digest: string;
  /** The files by path, as in a bundle's folder: `manifests/…` and `metadata/…`, sorted. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The other platforms of an index with different files. */
  readonly others: readonly OtherFiles[];
}

/** The files in the image of another platform. */
export interface OtherFiles {
  /** The platform, such as `linux/arm64`. */
  readonly platform: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Reads a bundle's files, without running or unpacking anything.
 *
 * @throws ProblemError `IMAGE_NOT_A_BUNDLE`, and those of getting the layers
 */
export async function readBundleFiles(image: Image): Promise<BundleFiles> {
  const files = await filesOf(image);
  const others: OtherFiles[] = [];
  for (const { platform, open } of image.others) {
    const found = await filesOf(await open());
    if (!isSame(files, found)) others.push({ platform, files: found });
  }
  return { digest: image.digest, files, others };
}

async function filesOf(image: Image): Promise<ReadonlyMap<string, Uint8Array>> {
  const label = image.labels[MANIFESTS_LABEL];
  if (label === undefined) throw notABundle(image.name, `no label ${MANIFESTS_LABEL}`);
  const [manifests, metadata] = [folderOfLabel(label), folderOfLabel(image.labels[METADATA_LABEL] ?? METADATA)];
  const content = new Map<string, Uint8Array>();
  const annotations: { readonly path: string; readonly text: string }[] = [];
  let size = 0;
  const read = (path: string): Sink => {
    const parts: Uint8Array[] = [];
    return {
      write(part) {
        size += part.length;
        if (size > MAX_BYTES) throw tooLarge(image.name, 'the bundle', MAX_BYTES);
        parts.push(Buffer.from(part));
      },
      end() {
        content.set(path, Buffer.concat(parts));
        if (posix.basename(path) === ANNOTATIONS) annotations.push({ path, text: Buffer.concat(parts).toString('utf8') });
      },
    };
  };
  const elsewhere = ({ path, kind }: TarEntry): Sink | undefined => {
    if (posix.basename(path) !== ANNOTATIONS || kind === 'folder') return undefined;
    if (kind !== 'file') throw redirected(image.name, path);
    return read(path);
  };
  const paths = await readFiles(image, [...new Set([manifests, metadata, MANIFESTS])], read, elsewhere);
  const isIn = (path: string, folder: string): boolean => folder === '' || path.startsWith(`${folder}/`);
  const isOwn = (path: string): boolean => isIn(path, manifests) || isIn(path, metadata);
  const own = paths.filter(isOwn);
  if (own.length === 0) throw notABundle(image.name, `no files in ${manifests} and ${metadata}`);
  // OLM v1 reads only this folder.
  const other = paths.find((path) => !isOwn(path));
  if (other !== undefined) throw redirected(image.name, other);
  if (image.workingFolder !== '') throw redirected(image.name, `the working folder ${image.workingFolder}`);
  for (const one of annotations) refuseOtherFolder(image.name, one, manifests);
  const named = (path: string): string =>
    isIn(path, manifests) ? posix.join(MANIFESTS, posix.relative(manifests, path)) : posix.join(METADATA, posix.relative(metadata, path));
  return new Map(own.map((path) => [named(path), content.get(path) ?? Buffer.alloc(0)] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Refuses another folder of manifests. OLM v0 ignores the labels: it searches the image from its working folder, and uses the folder in
 * the last `annotations.yaml` that it finds (operator-lifecycle-manager, util/cpb/main.go).
 */
function refuseOtherFolder(image: string, { path, text }: { readonly path: string; readonly text: string }, manifests: string): void {
  const { documents, problems } = parseDocuments({ file: path, text });
  if (problems[0]) throw redirected(image, `${path}: ${problems[0].message}`);
  for (const { value } of documents) {
    const annotations = isMapping(value) && isMapping(value.annotations) ? value.annotations : {};
    const named = annotations[MANIFESTS_LABEL];
    if (named !== undefined && (typeof named !== 'string' || folderOfLabel(named) !== manifests))
      throw redirected(image, `${path}: ${MANIFESTS_LABEL}: ${String(named)}`);
  }
}

function isSame(a: ReadonlyMap<string, Uint8Array>, b: ReadonlyMap<string, Uint8Array>): boolean {
  return (
    a.size === b.size && [...a].every(([path, content]) => Buffer.compare(content, b.get(path) ?? Buffer.alloc(0)) === 0 && b.has(path))
  );
}

function redirected(image: string, found: string): Error {
  return unsafe(image, 'OLM takes the manifests of the bundle from another folder than its labels name', found);
}

function notABundle(image: string, found: string): Error {
  return failure({
    code: 'IMAGE_NOT_A_BUNDLE',
    message: 'the image is not a bundle',
    file: image,
    found,
    expected: 'a bundle image, as operator-sdk and opm build it',
    fix: 'Check the reference: it may name the operator or a catalog.',
  });
}
