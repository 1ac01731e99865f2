/** Writes a rendering into a folder, completely or not at all, or compares it with the folder; reports failures as problems. */
import type { ObjectOrCopies } from '../../base/kubernetes/copies.js';
import type { Problem } from '../../base/manifest/problem.js';
import { compareManifests, comparisonText, isSame } from './compare-manifests.js';
import { ForeignFileError, NotRestoredError, replaceFolder } from './folder.js';
import {
  KUSTOMIZATION_NAME,
  objectsIn,
  objectsWritten,
  plainBundleErrors,
  plainDockerfile,
  plainManifests,
  type Rendering,
  renderingFiles,
} from './rendering.js';
import { FolderInUseError, STAGING } from './staging.js';

/** The rendering to deliver. */
export interface Delivery<T extends ObjectOrCopies = ObjectOrCopies> extends Omit<Rendering<T>, 'kustomization'> {
  /** Whether the folder becomes a plain bundle, with the Dockerfile of its image. */
  readonly isPlainBundle: boolean;
}

/** The written files. */
export interface Written {
  readonly folder: string;
  readonly objects: number;
  readonly files: number;
  /** Removed files of an earlier rendering. */
  readonly removed: readonly string[];
}

/** Why a rendering was not written or compared. */
export interface NotDelivered {
  readonly problems: readonly Problem[];
  /** The remaining state of the folder. */
  readonly outcome: string;
}

/** Writes a rendering. If only the Dockerfile of a plain bundle cannot be written, its manifests remain. */
export function deliver(delivery: Delivery, folder: string): { readonly written?: Written; readonly failure?: NotDelivered } {
  const failure = plainBundleFailure(delivery, folder);
  if (failure) return { failure };
  const made = writeManifests(delivery, manifestsIn(folder, delivery));
  if (!made.written || !delivery.isPlainBundle) return made;
  return { ...made, ...attempt(folder, () => void replaceFolder(folder, [plainDockerfile(delivery.format)])) };
}

/** How a folder differs from a rendering, by meaning: the order and the layout of the text do not count. */
export function differencesFrom(
  delivery: Delivery,
  folder: string,
): { readonly folder: string; readonly differences?: string; readonly failure?: NotDelivered } {
  const place = manifestsIn(folder, delivery);
  const failure = plainBundleFailure(delivery, folder);
  if (failure) return { folder: place, failure };
  const comparison = compareManifests(objectsWritten(place), objectsIn(filesOf(delivery, place)));
  return { folder: place, ...(isSame(comparison) ? {} : { differences: comparisonText(comparison) }) };
}

function manifestsIn(folder: string, { isPlainBundle }: Delivery): string {
  return isPlainBundle ? plainManifests(folder) : folder;
}

function filesOf(delivery: Delivery, folder: string, onDocument?: () => void): ReturnType<typeof renderingFiles> {
  return renderingFiles(folder, { ...delivery, kustomization: !delivery.isPlainBundle }, onDocument);
}

function writeManifests(delivery: Delivery, folder: string): { readonly written?: Written; readonly failure?: NotDelivered } {
  return attempt(folder, () => {
    let objects = 0;
    const files = filesOf(delivery, folder, () => {
      objects += 1;
    });
    const { removed } = replaceFolder(folder, files);
    return { folder, objects, files: files.filter(({ name }) => name !== KUSTOMIZATION_NAME).length, removed };
  });
}

function plainBundleFailure({ isPlainBundle, rendered }: Delivery, folder: string): NotDelivered | undefined {
  const errors = isPlainBundle ? plainBundleErrors(folder, rendered.length) : [];
  return errors.length === 0 ? undefined : { problems: errors.map((message) => notWritten(folder, message, ELSEWHERE)), outcome: NOTHING };
}

const NOTHING = 'nothing was written';
const ELSEWHERE = 'remove it, or choose another folder';

function attempt<T>(folder: string, write: () => T): { readonly written?: NonNullable<T>; readonly failure?: NotDelivered } {
  try {
    const written = write();
    return written ? { written } : {};
  } catch (error) {
    const outcome = error instanceof NotRestoredError ? 'move the old files back, or render again' : NOTHING;
    return { failure: { problems: [notWritten(folder, (error as Error).message, fixOf(error))], outcome } };
  }
}

function notWritten(folder: string, message: string, fix: string): Problem {
  return { code: 'OUTPUT_NOT_WRITTEN', message, file: folder, fix };
}

function fixOf(error: unknown): string {
  if (error instanceof ForeignFileError) return ELSEWHERE;
  if (error instanceof FolderInUseError) return `wait until it has ended; if there is no such run, delete ${STAGING} in the folder`;
  return 'check the path, the permissions and the free space';
}
