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

/** What a reader of text looks for the end of, or goes on with. */
const OPENINGS: readonly string[] = [
  ...['{{', '{{/*', '}}', '${', '<<', '$(', '"', "'", '`', '#', '/*', '*/', '[', '{', '(', '\\', '\\"', '|', '^', '@', '='],
  ...[
    ' ',
    '\t',
    '\n',
    '\r',
    'a: ',
    '- ',
    '-',
    '--',
    'a/',
    '../',
    '.',
    '1.',
    '1-',
    'a',
    'a=',
    'a="',
    ': ',
    '://',
    'kind: ',
    '-f ',
    '-R',
    '* ',
  ],
];
const CHART = 'apiVersion: v2\nname: c\nversion: 0.1.0\n';
const GATE =
  'on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: npx cdk8s-olm review a b && make x && sh a.sh && docker build .\n';

/** The files that texts of one kind are in. */
const READERS: Readonly<Record<string, (text: string, index: number) => Files>> = {
  'a template of a chart': (text, index) => ({ [`c${index}/Chart.yaml`]: CHART, [`c${index}/templates/a.yaml`]: text }),
  'values of a chart': (text, index) => ({ [`c${index}/Chart.yaml`]: CHART, [`c${index}/values.yaml`]: text }),
  'values beside no chart': (text, index) => ({ [`c${index}/values.yaml`]: text }),
  'a script': (text, index) => ({ [`d${index}/a.sh`]: `#!/bin/sh\n${text}` }),
  'a Makefile': (text, index) => ({ [`d${index}/Makefile`]: text }),
  'a Dockerfile': (text, index) => ({ [`d${index}/Dockerfile`]: `FROM a\nRUN ${text}` }),
  'a workflow': (text, index) => ({ [`.github/workflows/a${index}.yaml`]: text }),
  'a step of a workflow': (text, index) => ({ [`.github/workflows/a${index}.yaml`]: `${GATE}      - run: ${text}` }),
  'a page of Markdown': (text, index) => ({ [`d${index}/README.md`]: text }),
  'a text beside a script': (text, index) => ({ [`d${index}/a.sh`]: `#!/bin/sh\nkubectl apply -f x\n${text}`, [`d${index}/a.md`]: text }),
  'a program of Jsonnet': (text, index) => ({ [`d${index}/a.jsonnet`]: text }),
  'owners of code': (text) => ({ CODEOWNERS: text }),
  'a template of any program': (text, index) => ({ [`d${index}/a.tmpl`]: text }),
  'the packages of a program': (text, index) => ({ [`d${index}/package.json`]: text }),
};

describe('openings that nothing closes', () => {
  const { reviewFiles } = reviewFolder();

  it.each(Object.entries(READERS))('are not tried one after the other: %s', (_, filesOf) => {
    const all = (end: string): Files => {
      const texts = OPENINGS.map((opening) => `${opening.repeat(100_000 / opening.length)}!${end}\n`);
      const files: Record<string, string> = { 'namespace.yaml': NAMESPACE, '.github/workflows/gate.yaml': GATE };
      for (const [index, text] of texts.entries())
        for (const [path, own] of Object.entries(filesOf(text, index))) files[path] = `${files[path] ?? ''}${own}`;
      return files;
    };
    expect(reviewFiles(all('a'), all('b')).code).not.toBeNull();
  });
});
