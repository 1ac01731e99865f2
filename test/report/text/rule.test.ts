import { describe, expect, it } from 'vitest';
import { FINDING_RULES } from '../../../src/review/rules/all-rules.js';
import { cli } from '../../support/command-line.js';

describe('explain ID', () => {
  it('says what the page of a finding says, without input', () => {
    const { code, out } = cli(['explain', 'secrets-read']);
    expect(code).toBe(0);
    const rule = FINDING_RULES.find(({ id }) => id === 'secrets-read');
    for (const text of [rule?.title, ...Object.values(rule?.documentation ?? {}), ...(rule?.references ?? [])]) expect(out).toContain(text);
  });

  it('says what the page of a problem says', () => {
    expect(cli(['explain', 'DUPLICATE_KEY'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^DUPLICATE_KEY\n {2}meaning {2}.*\n {2}fix {6}/),
    });
  });

  it('needs input for anything else', () => {
    expect(cli(['explain', 'secrets-rea'])).toMatchObject({ code: 2, out: '' });
    expect(cli(['explain', 'constructor'])).toMatchObject({ code: 2, out: '' });
  });
});
