import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/olm/model/finding.js';
import { findingItems } from '../../src/report/review/finding-items.js';
import { summarise } from '../../src/report/summary.js';
import type { ReportedFinding } from '../../src/review/index.js';
import { changeOf, reviewOf } from '../support/hand-made-review.js';

const changed = (name: string, more: Partial<Finding> = {}): Finding => {
  const subject = { kind: 'Application', namespace: 'argocd', name };
  return changeOf({ id: 'outside-source', severity: 'warning', subject, message: 'is changed; changes spec.a (in a)', ...more });
};
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const itemsOf = (findings: readonly Finding[]) =>
  findingItems(findings.map((finding): ReportedFinding => ({ finding, kind: 'change', state: 'new' })));
const textsOf = (findings: readonly Finding[]) => itemsOf(findings).map(({ content }) => content.slice(2).join(''));

describe('findings that say the same of several objects', () => {
  it('are one item with all names, and one statement', () => {
    const all = NAMES.map((name) => changed(name));
    const text = 'Application argocd/a: is changed; changes spec.a (in a); the same of 5 more Applications';
    expect(textsOf(all)).toEqual([text]);
    expect(JSON.stringify(itemsOf(all)[0]?.details)).toContain('argocd/b, argocd/c, argocd/d, argocd/e, argocd/f');
    expect(summarise(reviewOf({ changes: all })).headline).toContain(text);
  });

  it('are one in whatever unit they are', () => {
    expect(textsOf(NAMES.map((name) => changed(name, { message: `is changed (in ${name})` })))).toHaveLength(1);
  });

  it('are an item each where there are two', () => {
    expect(textsOf(NAMES.slice(0, 2).map((name) => changed(name)))).toHaveLength(2);
  });

  it.each<[string, (name: string) => Partial<Finding>]>([
    ['what happens', (name) => ({ message: `is changed; changes spec.${name}` })],
    ['the severity', (name) => ({ severity: name === 'a' ? 'error' : name < 'd' ? 'warning' : 'info' })],
    ['the path', () => ({ path: [{ kind: 'subject', subject: { kind: 'User', name: 'x' } }] as never })],
    ['values', (name) => ({ before: name, after: `${name}${name}` })],
  ])('are an item each where these belong to one of them: %s', (what, more) => {
    const items = textsOf(NAMES.map((name) => changed(name, more(name))));
    // One error, two warnings, and three notes, which are alike.
    expect(items).toHaveLength(what === 'the severity' ? 4 : NAMES.length);
  });
});
