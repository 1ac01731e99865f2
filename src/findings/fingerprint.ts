/** What identifies a risk or a change in both states and in later reviews. */
import type { ObjectReference } from '../kubernetes/object.js';
import type { Severity } from '../model/finding.js';
import { base62Sha224 } from '../render/profile/hash.js';

/** How names of CSVs end; an upgrade is not another risk. */
const VERSION = /\.v?\d.*$/s;

/** @param identity what, besides rule, severity and subject, identifies it: nothing that changes when lines or words do */
export function fingerprintOf(
  id: string,
  severity: Severity,
  { kind, namespace, name }: ObjectReference,
  identity: readonly string[],
): string {
  // What became worse is another one.
  const stableName = kind === 'ClusterServiceVersion' ? name.replace(VERSION, '') : name;
  return base62Sha224(JSON.stringify([id, severity, kind, namespace ?? '', stableName, ...identity]));
}
