/** Whoever writes the input chooses how long a line is. None of these reviews would end if a part of one were read again for each character. */
import { describe, expect, it } from 'vitest';
import { type Files, GROUP, NAMESPACE, RBAC, reviewFolder } from './support/reviewed-files.js';

const LENGTH = 2 ** 19;
const long = (part: string): string => part.repeat(LENGTH / part.length);
const configMap = (value: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: op}\ndata:\n  a: ${value}\n`;

const FILES: Readonly<Record<string, string>> = {
  'a value without a comment, such as an icon': configMap(`"${long('QUJD')}"`),
  'a comment': `# ${long('ab')}\n${configMap('b')}`,
  'a comment that begins again and again': configMap(`b ${long('# {"a" ')}`),
  'a URL of a role': `apiVersion: ${RBAC}/v1\nkind: ClusterRole\nmetadata: {name: r}\nrules: [{nonResourceURLs: ["/${long('*')}x*"], verbs: [get]}]\n`,
  'the name of a CSV': `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: s, namespace: op}\nspec: {name: s, channel: a, source: c, sourceNamespace: c, startingCSV: "s${long('.1')}\\n"}\n`,
  'the repository of an Application': `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a, namespace: argocd}\nspec: {source: {repoURL: "x${long('/')}x", path: a}}\n`,
  'a variable with an image': `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, namespace: op}\nspec: {template: {spec: {containers: [{name: a, image: a/b:1, env: [{name: IMAGE, value: "${long('a/:a')} "}]}]}}}\n`,
};

describe('a very long line', () => {
  const { reviewFiles } = reviewFolder();
  const BASE: Files = { 'namespace.yaml': NAMESPACE, 'group.yaml': GROUP };

  it.each(Object.keys(FILES))('is read once: %s', (what) => {
    expect(reviewFiles(BASE, { ...BASE, 'a.yaml': FILES[what] ?? '' }).code).not.toBeNull();
  });
});
