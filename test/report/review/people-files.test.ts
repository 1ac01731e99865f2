/** A report says that nothing changes only if no file differs that something could run, build or apply. */
import { describe, expect, it } from 'vitest';
import { NAMESPACE, reviewFolder } from '../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

/** Files that something runs, builds or applies, although none of them holds an object. */
const RUN = [
  'Dockerfile',
  'build/Dockerfile.ci',
  'package.json',
  'package-lock.json',
  'requirements.txt',
  'requirements-dev.txt',
  'go.mod',
  'main.go',
  'src/app.ts',
  'roles/a/tasks/main.yml',
  'hack/a.sh',
  'Makefile',
  'docker-compose.yml',
  'tsconfig.json',
  'lib/a.jar',
  'a.sql',
  'ca.pem',
  '.npmrc',
  '.tool-versions',
  '.husky/pre-push',
  '.config/mise/config.toml',
  ...['README', 'NOTICE', 'LICENSE', 'CHANGELOG'].flatMap((name) => ['tf', 'sh', 'py', 'mk', 'js'].map((ending) => `${name}.${ending}`)),
];
const FOR_PEOPLE = [
  'README.md',
  'docs/a.txt',
  'docs/a.png',
  'LICENSE',
  'LICENSE-3rd-party',
  'README.de.md',
  'mkdocs.yml',
  '.wordlist-txt',
  '.readthedocs.yml',
  'a_test.go',
  'test_a.py',
  '.ansible-lint-ignore',
];
const START = { 'a.yaml': NAMESPACE };
const headlines = (path: string): string[] =>
  [
    [{ [path]: 'a: 1\n' }, { [path]: 'a: 2\n' }],
    [{}, { [path]: 'a: 2\n' }],
    [{ [path]: 'a: 1\n' }, {}],
  ].map(([before, after]) => reviewFiles({ ...START, ...before }, { ...START, ...after }).headline);

describe('the first line', () => {
  it.each(RUN)('names %s, which something can run or apply', (path) => {
    for (const headline of headlines(path)) {
      expect(headline).toContain(path);
      expect(headline).not.toContain('No change');
    }
  });

  it.each(FOR_PEOPLE)('says that nothing changes for %s', (path) => {
    for (const headline of headlines(path)) expect(headline).toBe('No change in meaning');
  });

  it('says so where only blank lines of a program differ', () => {
    expect(reviewFiles({ ...START, 'a.go': 'package a\n' }, { ...START, 'a.go': 'package a\n\n' }).headline).toBe('No change in meaning');
  });
});
