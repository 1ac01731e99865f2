/** A finding of a risk or a change, made of what its rule found. */

import type { ObjectReference } from '../kubernetes/object.js';
import { withoutVersion } from '../model/cluster-service-version.js';
import { type Finding, type FindingRule, type Severity, toFinding } from '../model/finding.js';
import { base62Sha224 } from '../render/profile/hash.js';
import type { Discovery } from './rule.js';

/** What an object is called in the other state. */
export type Renamed = (object: ObjectReference) => ObjectReference;

export const SAME: Renamed = (object) => object;

/** The finding that reports tell, and that a baseline can accept. @param renamed for the comparison with the other state */
export function findingOf(rule: FindingRule & { readonly fix?: string }, discovery: Discovery, renamed: Renamed = SAME): Finding {
  const { subject, before = '', after = '', fix = rule.fix ?? rule.documentation.fix, covers, coversOthers = [], differs } = discovery;
  const identity = discovery.identity ?? [before, after];
  const finding = toFinding(rule, {
    ...discovery,
    fix,
    covers: [...(covers ? [{ object: subject, fields: covers }] : []), ...coversOthers],
    differs: differs && { ...differs, identity },
  });
  return { ...finding, fingerprint: fingerprintOf(rule.id, finding.severity, renamed(subject), identity) };
}

/** What identifies a finding in both states and in later reviews. @param identity what, besides rule, severity and subject, identifies it: nothing that changes when lines or words do */
export function fingerprintOf(
  id: string,
  severity: Severity,
  { kind, namespace, name }: ObjectReference,
  identity: readonly string[],
): string {
  // What became worse is another one; an upgrade is not.
  const stableName = kind === 'ClusterServiceVersion' ? withoutVersion(name) : name;
  return base62Sha224(JSON.stringify([id, severity, kind, namespace ?? '', stableName, ...identity]));
}
