/** Pipelines that get jobs from elsewhere, or run for anybody with the rights of the repository, whatever their jobs say. */
import { describe, expect, it } from 'vitest';
import { NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();
const told = (path: string, before: string, after: string) =>
  reviewFiles({ 'ns.yaml': NAMESPACE, [path]: before }, { 'ns.yaml': NAMESPACE, [path]: after });
const GITLAB = '.gitlab-ci.yml';
const GITHUB = '.github/workflows/a.yaml';
const gitlab = (include: string): string => `include:\n${include}build: {script: [ls]}\n`;
const github = (on: string): string => `on: ${on}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps: [{run: ls}]\n`;

describe('a pipeline', () => {
  it.each([
    ['a file of another host', gitlab('  - remote: https://ok/ci.yml\n'), gitlab('  - remote: https://evil/ci.yml\n')],
    ['a file of another project', gitlab('  - {project: acme/ci, file: a.yml}\n'), gitlab('  - {project: evil/ci, file: a.yml}\n')],
    [
      'another revision',
      gitlab('  - {project: acme/ci, ref: v1, file: a.yml}\n'),
      gitlab('  - {project: acme/ci, ref: main, file: a.yml}\n'),
    ],
    ['a template', 'build: {script: [ls]}\n', gitlab('  - template: Deploy.gitlab-ci.yml\n')],
  ])('that includes %s may bring permissions', (_, before, after) => {
    const { headline, text } = told(GITLAB, before, after);
    expect(headline).toMatch(/^Permissions may change: File \.gitlab-ci\.yml: /);
    expect(text).toContain('warning[operator-file-changed]');
  });

  it.each([
    ['[pull_request]', '[pull_request_target]'],
    ['pull_request', 'pull_request_target'],
    ['{push: {}}', '{push: {}, workflow_run: {workflows: [a]}}'],
    ['push', 'issue_comment'],
  ])('that runs on %s and then on %s, with the rights of the repository, may bring permissions', (before, after) => {
    expect(told(GITHUB, github(before), github(after)).headline).toMatch(/^Permissions may change: File \.github\/workflows\/a\.yaml: /);
  });

  it.each([
    ['[pull_request_target]', '[pull_request]'],
    ['push', '[push, pull_request]'],
  ])('that runs on %s and then on %s brings none', (before, after) => {
    expect(told(GITHUB, github(before), github(after)).headline).toMatch(/^No new permissions/);
  });
});

describe('a switch among the values of a chart', () => {
  it.each(['clusterAdmin', 'cluster_wide_access', 'anonymousEnabled'])('called %s may bring permissions', (name) => {
    const of = (value: boolean): string => `a: {${name}: ${value}}\n`;
    expect(told('values-prod.yaml', of(false), of(true)).headline).toMatch(/^Permissions may change: File values-prod\.yaml: /);
    expect(told('values-prod.yaml', of(true), of(false)).headline).toMatch(/^No new permissions/);
  });
});
