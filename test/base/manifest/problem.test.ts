import { describe, expect, it } from 'vitest';
import { isError, type Problem, ProblemError, shortened, tolerate } from '../../../src/base/manifest/problem.js';

describe('a problem', () => {
  it.each<[Problem['code'], boolean]>([
    ['NOT_YAML', true],
    ['FILE_UNREADABLE', true],
    ['INVALID_SELECTOR', true],
    ['NAMESPACE_NOT_FOUND', true],
    ['CSV_API_VERSION', false],
  ])('%s stops the run: %s', (code, stops) => {
    expect(isError({ code })).toBe(stops);
  });
});

describe('leniency', () => {
  it('makes a warning of a problem whose text has a certain meaning', () => {
    expect(tolerate({ code: 'DUPLICATE_KEY', fix: 'x' }, { lenient: true })).toEqual({ code: 'DUPLICATE_KEY', fix: 'x', tolerated: true });
    expect(isError({ code: 'DUPLICATE_KEY', tolerated: true })).toBe(false);
  });

  it('changes no other problem, and nothing where it is not asked for', () => {
    expect(tolerate({ code: 'NOT_YAML' }, { lenient: true })).toEqual({ code: 'NOT_YAML' });
    expect(tolerate({ code: 'DUPLICATE_KEY' }, {})).toEqual({ code: 'DUPLICATE_KEY' });
  });
});

describe('the texts of a problem', () => {
  it('are cut where nobody would read on, and never within a character', () => {
    const long = `${'x'.repeat(599)}\u{1f600}`;
    const problem: Problem = { code: 'NOT_YAML', message: long, file: long, found: 'short', fix: long };
    const cut = `${'x'.repeat(599)}\ufffd…`;
    expect(shortened(problem)).toEqual({ code: 'NOT_YAML', message: cut, file: long, found: 'short', fix: cut });
  });

  it('are left alone where they are short', () => {
    const problem: Problem = { code: 'NOT_YAML', message: 'x'.repeat(600), file: 'a', fix: 'b' };
    expect(shortened(problem)).toBe(problem);
  });
});

describe('a ProblemError', () => {
  const problem: Problem = { code: 'NOT_YAML', message: 'not YAML', file: 'a.yaml', fix: 'correct it' };
  const error = new ProblemError([problem], 'one problem');

  it('holds all problems and shows their text', () => {
    expect({ name: error.name, message: error.message, problems: error.problems }).toEqual({
      name: 'ProblemError',
      message: 'one problem',
      problems: [problem],
    });
    expect(error).toBeInstanceOf(Error);
  });

  it('is recognised when it comes from another copy of the package', async () => {
    const query = '?another-copy';
    const other = (await import(/* @vite-ignore */ `../../../src/base/manifest/problem.js${query}`)) as {
      ProblemError: typeof ProblemError;
    };
    const foreign = new other.ProblemError([problem], 'one problem');
    expect(foreign).not.toBeInstanceOf(ProblemError);
    expect(ProblemError.isProblemError(foreign)).toBe(true);
  });

  it.each([undefined, null, 'NOT_YAML', new Error('other'), { problems: [problem] }])('is nothing else: %s', (value) => {
    expect(ProblemError.isProblemError(value)).toBe(false);
  });
});
