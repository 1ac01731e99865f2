/** Unreadable versions: the API server takes any text for `spec.version`, but OLM cannot decode the list of CSVs with one (OLM's OperatorVersion). */
import { describe } from '../../model/check.js';
import type { Finding } from '../../model/finding.js';
import { csvReference } from '../references.js';
import type { ResolvedCsv } from '../resolve.js';

/** What OLM reads: a semantic version, also with a `v`, with leading zeros, or cut short. An absent one counts as 0.0.0. */
const READABLE =
  /^\s*v?\d+(?:\.\d+(?:\.\d+(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?)?)?\s*$/;

/** An error about a version that stops OLM. */
export function unreadableVersion({ csv }: Pick<ResolvedCsv, 'csv'>): Finding[] {
  const { version } = csv;
  if (version === undefined || READABLE.test(version)) return [];
  return [
    {
      id: 'version-unreadable',
      severity: 'error',
      subject: csvReference(csv),
      message: `spec.version is ${describe(version)}: OLM cannot read such a CSV, and stops working in the whole cluster for as long as there is one`,
      fix: 'write a version such as 1.2.3, or leave spec.version out',
      related: [],
      verdict: false,
    },
  ];
}
