import { describe, expect, it } from 'vitest';
import type { UnreadReason } from '../../../../../src/olm/model/unread-file.js';
import { changedFiles } from '../../../../../src/review/rules/changed/files/changed-files.js';
import { sides, stateOf } from '../../../../support/states.js';

/** Where files of each tool name a source: the text around `SOURCE`, at the version `VERSION`. */
const ADDRESSES: readonly (readonly [path: string, text: string])[] = [
  ['jsonnetfile.json', '{"dependencies": [{"source": {"git": {"remote": "SOURCE.git"}}, "version": "VERSION"}]}'],
  ['c/Chart.yaml', 'name: c\ndependencies: [{name: d, version: 1.0.0, repository: "SOURCE"}]'],
  ['c/requirements.yaml', 'dependencies: [{name: d, version: 1.0.0, repository: "SOURCE"}]'],
  ['requirements.yml', 'roles: [{name: r, src: "SOURCE", version: VERSION}]'],
  ['collections/requirements.yml', 'collections: [{name: "SOURCE.git", type: git, version: VERSION}]'],
  ['play.yml', '- hosts: all\n  tasks: [{name: a, kubernetes.core.k8s: {src: "SOURCE/VERSION/a.yaml"}}]'],
  ['tasks.yml', '- ansible.builtin.get_url: {url: "SOURCE/releases/download/VERSION/a.yaml", dest: /tmp/a}'],
  ['tasks/helm.yml', '- kubernetes.core.helm: {name: a, chart_ref: d, chart_repo_url: "SOURCE"}'],
  ['helmfile.yaml', 'repositories: [{name: a, url: "SOURCE"}]'],
  ['values.yaml', 'git: {repository: "SOURCE.git", revision: VERSION}'],
  ['main.tf', 'module "a" {\n  source = "git::SOURCE.git//modules/a?ref=VERSION"\n}'],
  ['apply.sh', 'kubectl apply -f SOURCE/releases/download/VERSION/install.yaml'],
  ['bootstrap.sh', 'git clone --branch VERSION SOURCE.git work'],
  ['kustomize/chart.txt', 'helmCharts: [{name: a, repo: "SOURCE", version: VERSION}]'],
  ['vendir.yml', 'directories: [{path: a, contents: [{path: ., git: {url: "SOURCE", ref: VERSION}}]}]'],
  ['skaffold.yaml', 'requires: [{git: {repo: "SOURCE", ref: VERSION}}]'],
];
const IMAGES: readonly (readonly [path: string, text: string])[] = [
  ['c/values.yaml', 'image: SOURCE:VERSION'],
  ['c/values-prod.yaml', 'web: {image: {repository: SOURCE, tag: VERSION}}'],
  ['values.yaml', 'env: [{name: RELATED_IMAGE_A, value: "SOURCE:VERSION"}]'],
  ['catalog-template.yaml', 'schema: olm.template.basic\nparts: [{schema: olm.bundle, image: "SOURCE:VERSION"}]'],
  ['semver.yaml', 'stable: {bundles: [{image: "SOURCE:VERSION"}]}'],
  ['a.params', 'image=SOURCE:VERSION'],
  ['run.sh', 'podman run --rm SOURCE:VERSION apply'],
];

const severities = (path: string, before: string, after: string, reason: UnreadReason): string[] => {
  const [was, is] = [before, after].map((text) => ({ path, file: path, reason, content: text, text }));
  return changedFiles
    .compare(...sides({ ...stateOf(), unread: was ? [was] : [] }, { ...stateOf(), unread: is ? [is] : [] }))
    .map(({ severity, message }) => `${severity} ${message}`);
};
const filled = (text: string, source: string, version: string) => text.replaceAll('SOURCE', source).replaceAll('VERSION', version);

const ALL = [
  ...ADDRESSES.map(
    (row) => [...row, 'https://git.example.com/corp/lib', ['https://git.evil.io/corp/lib', 'https://git.example.com/evil/lib']] as const,
  ),
  ...IMAGES.map((row) => [...row, 'quay.io/corp/lib', ['evil.io/corp/lib', 'quay.io/evil/lib']] as const),
];
const REASONS: readonly UnreadReason[] = ['settings', 'other', 'chart-source', 'not-applied'];

describe('the source in a file that is not read', () => {
  it.each(ALL)('is a warning for another host or repository: %s', (path, text, own, others) => {
    for (const reason of REASONS)
      for (const other of others) {
        const told = severities(path, filled(text, own, 'v1.0.0'), filled(text, other, 'v1.0.0'), reason);
        expect(told, `${reason} ${other}`).toEqual([expect.stringContaining('warning')]);
        expect(told[0]).toContain(other.replace('https://', ''));
      }
  });

  it.each(ALL)('is no other source at another version: %s', (path, text, own) => {
    const told = severities(path, filled(text, own, 'v1.0.0'), filled(text, own, 'v1.1.0'), 'settings');
    // A version and a Terraform source are warnings by the names of their fields.
    const isByField = /\bversion|\bsource /.test(told.join().replace(own, ''));
    expect(told.filter((one) => one.startsWith('warning') && !isByField)).toEqual([]);
  });

  it('is not an address for people', () => {
    const chart = (host: string) => `name: c\nhome: https://${host}/a\nsources: ["https://${host}/b"]\nicon: https://${host}/c.png\n`;
    expect(severities('c/Chart.yaml', chart('a.com'), chart('b.com'), 'chart-source')).toEqual([expect.stringContaining('info')]);
  });

  it('is new in a list of sources, unless its owner has another one there', () => {
    const values = (...images: string[]) => images.map((image, index) => `c${index}: {image: "${image}"}\n`).join('');
    const [own] = ['quay.io/corp/a:1'];
    expect(severities('v.yaml', values(own), values(own, 'quay.io/corp/b:1'), 'settings')).toEqual([expect.stringContaining('info')]);
    expect(severities('v.yaml', values(own), values(own, 'quay.io/evil/b:1'), 'settings')).toEqual([expect.stringContaining('warning')]);
  });
});
