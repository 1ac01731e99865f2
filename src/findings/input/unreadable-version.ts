/** Unreadable versions: the API server accepts any text for `spec.version`, but OLM cannot decode the list of CSVs with one (OLM's OperatorVersion). */
import { describe } from '../../manifest/check.js';
import { csvReference } from '../../model/references.js';
import type { CsvRule } from './rule.js';

/** What OLM reads: a semantic version, also with a `v`, with leading zeros, or cut short. An absent one counts as 0.0.0. */
const READABLE =
  /^\s*v?\d+(?:\.\d+(?:\.\d+(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?)?)?\s*$/;

/** An error about a version that stops OLM. */
export const unreadableVersion: CsvRule = {
  id: 'version-unreadable',
  severity: 'error',
  title: 'OLM cannot read the version of a CSV',
  references: [],
  documentation: {
    meaning: 'OLM cannot read the version of a CSV, which stops OLM in all namespaces.',
    fix: 'Write a version such as 1.2.3, or omit spec.version.',
  },
  find: ({ csv }) => {
    const { version } = csv;
    if (version === undefined || READABLE.test(version)) return [];
    return [
      {
        subject: csvReference(csv),
        message: `spec.version is ${describe(version)}: OLM cannot read this CSV, and stops working in all namespaces while it exists`,
        fix: 'write a version such as 1.2.3, or omit spec.version',
      },
    ];
  },
};
