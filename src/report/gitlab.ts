/** Writes entries as a report of GitLab Code Quality, a part of Code Climate's format. */
import { printable } from '../base/manifest/printable.js';
import type { Severity } from '../olm/model/finding.js';
import { digestOf } from './digest.js';
import { type Entry, entryText, repositoryPath } from './entries.js';

const SEVERITIES: Readonly<Record<Severity, string>> = { error: 'critical', warning: 'major', info: 'info' };

/** The report. GitLab keeps one entry for each fingerprint, so equal entries get different fingerprints. */
export function codeQuality(entries: readonly Entry[]): object[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const { id, severity, place, fingerprint } = entry;
    const path = place ? repositoryPath(place.file).replace(/^\/+/, '') : '.';
    const key = digestOf(id, path, fingerprint);
    const earlier = seen.get(key) ?? 0;
    seen.set(key, earlier + 1);
    return {
      description: printable(entryText(entry)),
      check_name: id,
      fingerprint: earlier === 0 ? key : digestOf(key, earlier),
      severity: SEVERITIES[severity],
      location: { path: printable(path), lines: { begin: place?.line ?? 1 } },
    };
  });
}
