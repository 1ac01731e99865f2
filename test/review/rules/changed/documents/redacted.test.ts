/** A secret is in no line of a report, whatever says it; that it differs is told. */
import { describe, expect, it } from 'vitest';
import { lines } from '../../../../support/lines.js';
import { reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

const VALUE = ['hunter-1-old', 'hunter-2-new'] as const;
const NAMES = ['password', 'apiToken', 'clientSecret', 'DB_PASSWORD', 'db.password', 'private-key', 'apiKey'];
const object = (kind: string, apiVersion: string, ...rest: readonly string[]): string =>
  lines(`apiVersion: ${apiVersion}`, `kind: ${kind}`, 'metadata: {name: a, namespace: op}', ...rest);
const pod = (container: string): string =>
  object('Deployment', 'apps/v1', `spec: {template: {spec: {containers: [{name: a, image: b, ${container}}]}}}`);
const application = (helm: string): string =>
  object(
    'Application',
    'argoproj.io/v1alpha1',
    `spec: {source: {repoURL: "https://x.example/y", path: z, helm: ${helm}}, destination: {namespace: op}}`,
  );
const q = (text: string): string => JSON.stringify(text);

/** Places of a value under a name: the path of a file, and its text. */
const PLACES: Readonly<Record<string, (name: string, value: string) => readonly [path: string, text: string]>> = {
  'a field of values': (name, value) => ['values.yaml', `a: {${q(name)}: ${value}}\nnamespace: x-${value.length}\n`],
  'an entry of values': (name, value) => ['values.yaml', `env: [{name: ${q(name)}, value: ${value}}]\n`],
  'a script': (name, value) => ['run.sh', `#!/bin/sh\n${name}=${value}\noc login --token=${value} --password ${value} -n a\n`],
  'a header': (_, value) => ['run.sh', `#!/bin/sh\ncurl -H "Authorization: Bearer ${value}" https://x | oc apply -f -\n`],
  'an address': (_, value) => ['values.yaml', `url: https://u:${value}@x.example/db\n`],
  'a key of a ConfigMap': (name, value) => ['a.yaml', object('ConfigMap', 'v1', `data: {${q(name)}: ${value}}`)],
  'YAML in a ConfigMap': (name, value) => ['a.yaml', object('ConfigMap', 'v1', `data: {a.yaml: ${q(`a: 1\n${name}: ${value}\n`)}}`)],
  'JSON in a ConfigMap': (name, value) => [
    'a.yaml',
    object('ConfigMap', 'v1', `data: {a.json: ${q(JSON.stringify({ [name]: value, b: 1 }))}}`),
  ],
  'properties in a ConfigMap': (name, value) => [
    'a.yaml',
    object('ConfigMap', 'v1', `data: {a.properties: ${q(`b=1\n${name}=${value}\n`)}}`),
  ],
  'a variable': (name, value) => ['a.yaml', pod(`env: [{name: ${q(name)}, value: ${value}}]`)],
  'an argument': (name, value) => ['a.yaml', pod(`args: ["--${name}=${value}", "--b"]`)],
  'the address in a variable': (_, value) => ['a.yaml', pod(`env: [{name: URL, value: "postgres://u:${value}@h/x"}]`)],
  'a parameter of Helm': (name, value) => ['a.yaml', application(`{parameters: [{name: ${q(name)}, value: ${value}}]}`)],
  'values of Helm': (name, value) => ['a.yaml', application(`{values: ${q(`${name}: ${value}\nb: 1\n`)}}`)],
  'an object of values of Helm': (name, value) => ['a.yaml', application(`{valuesObject: {${q(name)}: ${value}}}`)],
};
const FORMATS = ['text', 'md', 'json', 'html', 'sarif'] as const;

describe.each(Object.entries(PLACES))('%s', (_, place) => {
  it('does not show its value', () => {
    const names = _.includes('address') || _.includes('header') ? NAMES.slice(0, 1) : NAMES;
    const files = (value: string): Record<string, string> =>
      Object.fromEntries(names.map((name, index) => [place(name, value)[0].replace(/^/, `n${index}/`), place(name, value)[1]]));
    const [before, after] = VALUE.map(files) as [Record<string, string>, Record<string, string>];
    for (const format of FORMATS)
      for (const [old, now] of [
        [before, after],
        [{ 'a/ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: op}\n' }, after],
      ] as const) {
        const { text } = reviewFiles(old, now, '--all', '--format', format);
        expect(VALUE.filter((value) => text.includes(value))).toEqual([]);
        if (format === 'text') expect(text).not.toContain('No change in meaning');
      }
  });
});
