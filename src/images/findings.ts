/** Images whose content nothing fixes, and images that a mirror would miss. */
import type { KubernetesObject } from '../kubernetes/object.js';
import { referenceTo } from '../kubernetes/object.js';
import type { Finding } from '../model/finding.js';
import { installFinding } from '../model/install-finding.js';
import { listImages, unlistedImages } from './list.js';

/** @param csv with its namespace */
export function imageFindings(csv: KubernetesObject): Finding[] {
  const subject = referenceTo(csv);
  const byTag = listImages([csv]).filter(({ isByDigest }) => !isByDigest);
  const unlisted = unlistedImages(csv);
  return [
    ...byTag.map(({ image, namedBy }) =>
      installFinding(
        'image-by-tag',
        'info',
        subject,
        `the image ${image} is named by its tag (${namedBy.length} ${namedBy.length === 1 ? 'place' : 'places'}): what it holds can change without a change in Git`,
        'ask the author of the bundle to name it by its digest',
      ),
    ),
    ...unlisted.map((image) =>
      installFinding(
        'image-not-listed',
        'info',
        subject,
        `the image ${image} is not among the relatedImages of the CSV, so a mirror made from them lacks it`,
        'mirror it too: the command images lists all',
      ),
    ),
  ];
}
