/** Reads the formats of forges as the forges' own programs do, and says what their schemas do not allow. */
import { DOMParser, type Element } from '@xmldom/xmldom';

/** A command as a runner understands it. */
export interface RunnerCommand {
  readonly command: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** The lines of a log, as the readers of both runners split them. */
const linesOf = (log: string): string[] => log.split(/\r\n|\r|\n/).filter((line) => line !== '');

const GITHUB_UNESCAPED = { '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',', '%25': '%' } as const;

function replacedIn(text: string, table: Readonly<Record<string, string>>): string {
  return Object.entries(table).reduce((done, [from, to]) => done.replaceAll(from, to), text);
}

/** The commands of GitHub's runner (actions/runner, ActionCommand.cs): `::` begins a line, the older `##[` is anywhere in it. */
export function githubCommands(log: string): RunnerCommand[] {
  return linesOf(log).flatMap((line) => {
    const found = /^\s*::([\w-]+)(?: ([^\n]*?))?::(.*)$/s.exec(line);
    const { '%3A': _, '%2C': __, ...ofData } = GITHUB_UNESCAPED;
    if (found) {
      const [, command = '', written = '', data = ''] = found;
      const pairs = written.split(',').map((pair) => pair.split('=', 2));
      const properties = Object.fromEntries(pairs.map(([name = '', value = '']) => [name.trim(), replacedIn(value, GITHUB_UNESCAPED)]));
      return [{ command, properties, data: replacedIn(data, ofData) }];
    }
    const older = /##\[([\w-]+)[^\]]*\](.*)/.exec(line);
    return older ? [{ command: older[1] ?? '', properties: {}, data: older[2] ?? '' }] : [];
  });
}

const AZURE_UNESCAPED = { '%3B': ';', '%0D': '\r', '%0A': '\n', '%5D': ']', '%AZP25': '%' } as const;

/** The commands of Azure's agent (Command.cs): the first `##vso[` of a line begins one, and the next `]` ends its properties. */
export function azureCommands(log: string): RunnerCommand[] {
  return linesOf(log).flatMap((line) => {
    const start = line.indexOf('##vso[');
    const end = line.indexOf(']', start);
    if (start === -1 || end === -1) return [];
    const [, command = '', written = ''] = /^(\S+)(?: (.*))?$/s.exec(line.slice(start + 6, end)) ?? [];
    const pairs = written.split(';').map((pair) => pair.split('=', 2));
    const properties = Object.fromEntries(pairs.map(([name = '', value = '']) => [name.trim(), replacedIn(value, AZURE_UNESCAPED)]));
    const { '%3B': _, '%5D': __, ...ofData } = AZURE_UNESCAPED;
    return [{ command, properties, data: replacedIn(line.slice(end + 1), ofData) }];
  });
}

/** The JSON schema of a Code Quality report, after GitLab's page (doc/ci/testing/code_quality.md, section on custom tools). */
export const CODE_QUALITY_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      description: { type: 'string', minLength: 1 },
      check_name: { type: 'string', minLength: 1 },
      fingerprint: { type: 'string', pattern: '^[0-9a-f]+$' },
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: { type: 'string', pattern: '^(?!\\./)(?!/)' },
          lines: { type: 'object', required: ['begin'], properties: { begin: { type: 'integer', minimum: 1 } } },
        },
      },
    },
  },
} as const;

interface ElementRule {
  readonly attributes: readonly string[];
  readonly required: readonly string[];
  readonly children: readonly string[];
}

/** The elements of Jenkins' junit-10.xsd that a report of tests can have. */
const JUNIT: Readonly<Record<string, ElementRule>> = {
  testsuites: { attributes: ['name', 'time', 'tests', 'failures', 'disabled', 'errors'], required: [], children: ['testsuite'] },
  testsuite: {
    attributes: ['name', 'tests', 'failures', 'errors', 'time', 'disabled', 'skipped', 'timestamp', 'hostname', 'id', 'package'],
    required: ['name'],
    children: ['properties', 'testcase', 'system-out', 'system-err'],
  },
  testcase: {
    attributes: ['name', 'assertions', 'time', 'classname', 'status'],
    required: ['name'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  failure: { attributes: ['type', 'message'], required: [], children: [] },
  'system-out': { attributes: [], required: [], children: [] },
};

/** What is wrong with a JUnit report: as XML, by the schema, and by its own counts. */
export function junitFaults(xml: string): string[] {
  const faults: string[] = [];
  const root = new DOMParser({ onError: (level, message) => level !== 'warning' && faults.push(`${level}: ${message}`) }).parseFromString(
    xml,
    'text/xml',
  ).documentElement;
  if (root?.nodeName !== 'testsuites') return [...faults, 'the root is not testsuites'];
  const visit = (element: Element): void => {
    const rule = JUNIT[element.nodeName];
    if (!rule) {
      faults.push(`unknown element ${element.nodeName}`);
      return;
    }
    const names = Array.from(element.attributes, ({ name }) => name);
    faults.push(...names.filter((name) => !rule.attributes.includes(name)).map((name) => `${element.nodeName} has no attribute ${name}`));
    faults.push(...rule.required.filter((name) => !names.includes(name)).map((name) => `${element.nodeName} needs ${name}`));
    for (const child of Array.from(element.childNodes)) {
      if (child.nodeType !== child.ELEMENT_NODE) continue;
      if (!rule.children.includes(child.nodeName)) faults.push(`${child.nodeName} in ${element.nodeName}`);
      visit(child as Element);
    }
    if (element.nodeName === 'testsuite' || element.nodeName === 'testsuites') {
      const count = (name: string): string => String(element.getElementsByTagName(name).length);
      if (element.getAttribute('tests') !== count('testcase')) faults.push('tests is not their number');
      if (element.getAttribute('failures') !== count('failure')) faults.push('failures is not their number');
    }
  };
  visit(root);
  return faults;
}
