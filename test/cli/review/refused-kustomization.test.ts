/** A kustomization that kustomize refuses before and after a change: it is compared with itself, and what it loads counts. */
import { describe, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { NAMESPACE } from '../../support/reviewed-files.js';

const LIST = 'resources: [deployment.yaml, job.yaml]\nnamespace: demo\n';
const job = (image: string): string => `apiVersion: batch/v1
kind: Job
metadata: {generateName: smoke-, namespace: demo}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: "${image}"}]}}}
`;
const deployment = (color: string, more = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: d, namespace: demo}
spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: x:1${more}, env: [{name: COLOR, value: ${color}}]}]}}}
`;
const BASE: Readonly<Record<string, string>> = {
  'app/kustomization.yaml': LIST,
  'app/deployment.yaml': deployment('blue'),
  'app/job.yaml': job('x:1'),
  'other/namespace.yaml': NAMESPACE,
};

describe('a review of folders', () => {
  it('compares the kustomization with itself, whatever the folders are called', () => {
    const [base, head] = [folderOf(BASE), folderOf({ ...BASE, 'app/deployment.yaml': deployment('green') })];
    const { out, code } = cli(['review', base, head]);
    expect(code).toBe(0);
    expect(out).toMatch(/^warning\[unread-file\].*the kustomization app\/job\.yaml cannot be built here/m);
    expect(out).not.toMatch(/ {2}File .*job\.yaml: (?:new|removed)/);
    expect(cli(['review', base, folderOf(BASE)]).out).toMatch(/^No change in meaning/);
  });
});
