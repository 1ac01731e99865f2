/** Packages that make or judge manifests: each list of packages with each way in which another package takes their place. */
import { describe, expect, it } from 'vitest';
import { NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

/** A line with the name and version of a package, in each kind of file. */
const LISTS: Readonly<Record<string, (name: string, version: string) => string>> = {
  'requirements.txt': (name, version) => `${name}==${version}\nrequests==2.0.0\n`,
  'requirements-dev.in': (name, version) => `${name}>=${version}\n`,
  'pyproject.toml': (name, version) => `[project]\ndependencies = ["${name}>=${version}", "requests"]\n`,
  Pipfile: (name, version) => `[packages]\n${name} = "==${version}"\n`,
  'package.json': (name, version) => JSON.stringify({ dependencies: { [name]: `^${version}`, yaml: '^2.0.0' } }, null, 2),
  'go.mod': (name, version) => `module example.com/a\n\nrequire (\n\tgithub.com/${name}-team/${name}-core-go/${name} v${version}\n)\n`,
  'pom.xml': (name, version) =>
    `<project><dependency><artifactId>${name}</artifactId><version>${version}</version></dependency></project>\n`,
  Dockerfile: (name, version) => `FROM node:22\nRUN npm install -g ${name}@${version}\n`,
  'docker/synth.Dockerfile': (name, version) => `FROM quay.io/acme/${name}:${version}\nRUN true\n`,
  'hack/install.sh': (name, version) => `#!/bin/sh\npip install ${name}==${version}\n`,
  'environment.yml': (name, version) => `dependencies:\n  - ${name}=${version}\n`,
};
const [PACKAGE, OTHERS] = ['cdk8s', ['evil-cdk8s', 'cdk8ss', 'something']];

const told = (path: string, before: string, after: string): string =>
  reviewFiles({ 'a.yaml': NAMESPACE, [path]: before }, { 'a.yaml': NAMESPACE, [path]: after }).text;
const isWarned = (path: string, before: string, after: string): boolean => /^(?:error|warning)\[/m.test(told(path, before, after));

describe.each(Object.entries(LISTS))('%s', (path, line) => {
  it.each(OTHERS)('is a warning if %s takes the place of what makes the manifests', (name) => {
    expect(isWarned(path, line(PACKAGE, '2.1.0'), line(name, '2.1.0'))).toBe(true);
  });

  it('is none for another version of the same package, or for other packages', () => {
    expect(isWarned(path, line(PACKAGE, '2.1.0'), line(PACKAGE, '2.2.11'))).toBe(false);
    expect(isWarned(path, line('leftpad', '2.1.0'), line('rightpad', '2.1.0'))).toBe(false);
  });
});

describe('the source of a package', () => {
  it.each([
    ['requirements.txt', 'cdk8s==2.1.0\n', 'cdk8s @ git+https://example.com/evil/cdk8s\n'],
    ['package.json', '{"dependencies":{"cdk8s":"^2.1.0"}}', '{"dependencies":{"cdk8s":"npm:evil@^2.1.0"}}'],
    ['package.json', '{"dependencies":{"cdk8s":"^2.1.0"}}', '{"dependencies":{"cdk8s":"github:evil/cdk8s"}}'],
    [
      'package.json',
      '{"dependencies":{"cdk8s":"^2.1.0"}}',
      '{"dependencies":{"cdk8s":"^2.1.0","cdk8s-evil0":"1"}}'.replace('cdk8s-evil0', 'x-cdk8s'),
    ],
    [
      'go.mod',
      'module a\nrequire github.com/cdk8s-team/cdk8s-core-go/cdk8s v2.1.0\n',
      'module a\nrequire github.com/cdk8s-team/cdk8s-core-go/cdk8s v2.1.0\nreplace github.com/cdk8s-team/cdk8s-core-go/cdk8s => github.com/evil/x v2.1.0\n',
    ],
  ])('%s is a warning if it changes: %s → %s', (path, before, after) => {
    expect(isWarned(path, before, after)).toBe(true);
  });
});

it('lists the other changed lines of a file with a replaced package', () => {
  const text = (name: string, script: string): string =>
    JSON.stringify({ scripts: { synth: script }, dependencies: { [name]: '^2.0.0' } }, null, 2);
  const said = told('package.json', text(PACKAGE, 'cdk8s synth'), text('evil-cdk8s', 'evil synth'));
  expect(said).toMatch(/^warning\[.*evil-cdk8s.*scripts\.synth changes from cdk8s synth to evil synth/m);
});
