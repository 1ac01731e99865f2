/** The files of a bundle image: its manifests and metadata (OLM's bundle format, registry+v1). */
import { failure, tooLarge } from '../problems.js';
import { readFiles } from './files.js';
import type { Image } from './image.js';
import { folderOfLabel } from './manifest.js';

const MANIFESTS_LABEL = 'operators.operatorframework.io.bundle.manifests.v1';
const METADATA_LABEL = 'operators.operatorframework.io.bundle.metadata.v1';
/** The most that a bundle's files have together, in bytes. */
const MAX_BYTES = 128 << 20;

/** The content of a bundle. */
export interface BundleFiles {
  /** Of its image. */
  readonly digest: string;
  readonly labels: Readonly<Record<string, string>>;
  /** By path, as in a bundle's folder: `manifests/…` and `metadata/…`, sorted. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Reads a bundle's files, without running or unpacking anything.
 *
 * @throws ProblemError `IMAGE_NOT_A_BUNDLE`, and those of getting the layers
 */
export async function readBundleFiles(image: Image): Promise<BundleFiles> {
  const manifests = image.labels[MANIFESTS_LABEL];
  if (manifests === undefined) throw notABundle(image.name, `no label ${MANIFESTS_LABEL}`);
  const folders = new Map([
    [folderOfLabel(manifests), 'manifests'],
    [folderOfLabel(image.labels[METADATA_LABEL] ?? 'metadata/'), 'metadata'],
  ]);
  const content = new Map<string, Uint8Array>();
  let size = 0;
  const paths = await readFiles(image, [...folders.keys()], (path) => {
    const parts: Uint8Array[] = [];
    return {
      write(part) {
        size += part.length;
        if (size > MAX_BYTES) throw tooLarge(image.name, 'the bundle', MAX_BYTES);
        parts.push(Buffer.from(part));
      },
      end: () => void content.set(path, Buffer.concat(parts)),
    };
  });
  if (paths.length === 0) throw notABundle(image.name, `no files in ${[...folders.keys()].join(' and ')}`);
  const named = (path: string): string => {
    const [folder = '', name] = [...folders].find(([folder]) => path.startsWith(`${folder}/`)) ?? [];
    return `${name}${path.slice(folder.length)}`;
  };
  const files = new Map(
    paths.map((path) => [named(path), content.get(path) ?? Buffer.alloc(0)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return { digest: image.digest, labels: image.labels, files };
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
