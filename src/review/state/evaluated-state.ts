/** Makes a state of a review from an evaluated cluster. */

import { isDeepStrictEqual } from 'node:util';
import { copyInto, expand } from '../../base/kubernetes/copies.js';
import { givenObjects, withNames } from '../../base/kubernetes/given-objects.js';
import { isNamedObject, type KubernetesObject, objectKey } from '../../base/kubernetes/object.js';
import { isSecretOrCrd } from '../../base/kubernetes/secret-or-crd.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { sortedText } from '../../base/manifest/plain-data.js';
import { type Copied, namesakes } from '../../base/rbac/rbac-objects.js';
import { grantsTheSame } from '../../base/rbac/same-grant.js';
import type { EvaluatedCluster } from '../../olm/evaluate/evaluation.js';
import { type PlaceOf, placed } from '../../olm/evaluate/places-in.js';
import type { Cluster } from '../../olm/model/cluster.js';
import { COPIED_FROM_LABEL } from '../../olm/model/csv-labels.js';
import { csvReference } from '../../olm/model/finding.js';
import type { RawFiles, UnreadFile } from '../../olm/model/unread-file.js';
import { isReadable } from '../../olm/render/bundled-objects.js';
import type { Rendered } from '../../olm/render/rendered.js';
import { keepFiles } from './object-files.js';
import type { CopiedCsv, ReadDocument, State } from './state.js';
import { withBundledObjects } from './with-bundled-objects.js';

/** Other input than manifests. */
export interface EvaluatedBesides {
  /** Documents that an earlier rendering wrote. */
  readonly written?: readonly ParsedDocument[];
  /** Documents of bundles and catalogs. */
  readonly others?: readonly (ParsedDocument & Pick<ReadDocument, 'bundle'>)[];
  readonly unread?: readonly UnreadFile[];
  readonly raw?: RawFiles;
}

/**
 * The state of an evaluated cluster. Rendered objects replace input objects of the same name, and those replace objects of bundles.
 *
 * @param label as the user named it
 * @param placeOf see placesIn
 * @param read the manifests that were read
 */
export function evaluatedState(
  label: string,
  { cluster, resolution, rendered, findings, perhaps }: EvaluatedCluster,
  placeOf: PlaceOf,
  read: readonly ParsedDocument[] = [],
  { written = [], others = [], unread = [], raw }: EvaluatedBesides = {},
): State {
  const documents = withNames(read);
  keepFiles(documents);
  const generated = new Set(givenObjects(documents).filter(({ metadata }) => metadata.generateName !== undefined));
  const tampered = notRendered(written, rendered);
  const applied = givenObjects(tampered);
  const given = [...givenObjects(documents), ...applied];
  const made = rendered.flatMap(({ object, copies }) => (copies ? [] : [object]));
  const copies = rendered.flatMap(({ object, copies }): Copied[] => (copies ? [{ object, copies }] : []));
  const copied = copies.filter((item) => !isCsv(item));
  // RBAC objects with OLM's labels count as input unless they equal the rendered ones: anyone can write labels.
  const rbac = [...givenRbac(cluster), ...cluster.claimedByOlm];
  const names = new Set(rbac.map(({ metadata }) => metadata.name));
  const taken = new Map([...namesakes({ objects: made, copied }, names)].map((object) => [objectKey(object), object]));
  const differs = (object: KubernetesObject): boolean => {
    const namesake = taken.get(objectKey(object));
    return namesake !== undefined && !grantsTheSame(object, namesake);
  };
  return withBundledObjects({
    label,
    cluster,
    resolution,
    // A written file is applied as it is, even if today's rendering would differ.
    objects: [
      ...made,
      ...rbac.filter((object) => !taken.has(objectKey(object))),
      ...applied.filter(isReadable),
      ...givenObjects(documents).filter((object) => isSecretOrCrd(object) || (generated.has(object) && isReadable(object))),
    ],
    copied,
    made: rendered,
    ...(perhaps.length > 0 ? { perhaps } : {}),
    given: [...given, ...runByOlmV1(rendered)],
    documents: [
      ...[...documents, ...tampered].map(({ value, source }) => ({ value, file: source.file })),
      ...others.map(({ value, source, bundle }) => ({ value, file: source.file, ...(bundle === undefined ? {} : { bundle }) })),
    ],
    unread,
    ...(raw ? { raw } : {}),
    uncounted: rbac.filter(differs).map((object) => ({ object, reason: 'namesake' })),
    copiedCsvs: copies.filter(isCsv).map(sizeOf),
    findings: findings.map((finding) => placed(finding, placeOf)),
    placeOf,
  });
}

/** The objects that OLM v1 applies for operators; no CSV of the state contains them. */
function runByOlmV1(rendered: readonly Rendered[]): KubernetesObject[] {
  return rendered.filter(({ owner }) => owner.kind === 'ClusterExtension').map(({ object }) => object);
}

/** Documents in the folder of an earlier rendering that differ from the current rendering. */
function notRendered(written: readonly ParsedDocument[], rendered: readonly Rendered[]): ParsedDocument[] {
  if (written.length === 0) return [];
  const now = new Map([...expand(rendered)].map((object) => [objectKey(object), object]));
  return written.filter(({ value }) => !isNamedObject(value) || !isDeepStrictEqual(value, now.get(objectKey(value))));
}

/** Roles, bindings and accounts of the input. */
function givenRbac({ clusterRoles, clusterRoleBindings, roles, roleBindings, serviceAccounts }: Cluster): KubernetesObject[] {
  const accounts = serviceAccounts.map(({ namespace, name }) => ({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace },
  }));
  return [...clusterRoles, ...clusterRoleBindings, ...roles, ...roleBindings, ...accounts];
}

function isCsv({ object }: Copied): boolean {
  return object.kind === 'ClusterServiceVersion';
}

function sizeOf(item: Copied): CopiedCsv {
  const { metadata } = item.object;
  const [first = ''] = item.copies.namespaces;
  return {
    csv: csvReference({ namespace: metadata.labels?.[COPIED_FROM_LABEL] ?? '', name: metadata.name }),
    copies: item.copies.namespaces.length,
    bytes: Buffer.byteLength(sortedText(copyInto(item, first))),
  };
}
