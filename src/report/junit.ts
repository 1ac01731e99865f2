/** Writes entries as JUnit XML: a test case for each, which fails at an error or a warning. */
import { printable } from '../base/manifest/printable.js';
import { type Entry, entryText, repositoryPath } from './entries.js';

/** The run of a command as a whole. */
interface Run {
  /** Such as `cdk8s-olm check`. */
  readonly name: string;
  /** Why the run fails; absent if it passes. */
  readonly failure?: string | undefined;
}

/** The report. The first case is the run itself: it also fails for reasons that no entry has, and no suite is without a case. */
export function junitReport(entries: readonly Entry[], { name, failure }: Run): string {
  const failures = entries.filter(isFailure).length + (failure === undefined ? 0 : 1);
  const counts = `tests="${entries.length + 1}" failures="${failures}" errors="0"`;
  const head = `    <testcase classname="${attribute(name)}" name="exit code"`;
  const own =
    failure === undefined ? '/>\n' : `>\n      <failure type="exit" message="${attribute(failure)}"></failure>\n    </testcase>\n`;
  const cases = [`${head}${own}`, ...entries.map(testCase)];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<testsuites name="cdk8s-olm" ${counts}>\n`,
    `  <testsuite name="${attribute(name)}" ${counts} skipped="0">\n`,
    ...cases,
    '  </testsuite>\n</testsuites>\n',
  ].join('');
}

function isFailure({ severity }: Entry): boolean {
  return severity !== 'info';
}

function testCase(entry: Entry): string {
  const { id, severity, subject, message, place } = entry;
  const where = place ? `${repositoryPath(place.file)}${place.line === undefined ? '' : `:${place.line}`}` : '';
  const head = `    <testcase classname="${attribute(id)}" name="${attribute(subject ?? (where === '' ? id : where))}"`;
  const text = escaped(`${where === '' ? '' : `${where}: `}${entryText(entry)}`);
  return isFailure(entry)
    ? `${head}>\n      <failure type="${severity}" message="${attribute(message)}">${text}</failure>\n    </testcase>\n`
    : `${head}>\n      <system-out>${text}</system-out>\n    </testcase>\n`;
}

/** The text without characters that XML 1.0 does not have, such as a lone surrogate. */
function escaped(text: string): string {
  return printable(text.toWellFormed())
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function attribute(text: string): string {
  return escaped(text).replaceAll('"', '&quot;');
}
