import { describe, expect, it } from 'vitest';
import { code, plainText } from '../../src/report/markdown-text.js';

describe('text of the input in Markdown', () => {
  it.each([
    ['[^1] ^up', '\\[\\^&#8203;1\\] \\^&#8203;up'],
    ['a & b &copy;', 'a &amp; b &amp;&#8203;copy;'],
    ['by @admin, see #1 and GH-1', 'by @&#8203;admin, see \\#&#8203;1 and GH-&#8203;1'],
    ['<b> | $x$', '&lt;b&gt; &#124; &#36;&#8203;x&#36;'],
    ['www.example.com', 'www&#8203;.example.com'],
    ['team-a/manager', 'team-a/manager'],
  ])('%s', (text, shown) => {
    expect(plainText(text)).toBe(shown);
  });

  it('shows what matters behind two names of the greatest length', () => {
    const message = `Deployment ${'n'.repeat(63)}/${'d'.repeat(253)} runs as ServiceAccount ${'n'.repeat(63)}/${'a'.repeat(253)}, which can do everything`;
    expect(plainText(message)).toBe(message);
    expect(plainText('x'.repeat(2_000))).toBe(`${'x'.repeat(1_000)}…`);
  });

  it('takes code into a span only where nothing ends it', () => {
    expect([code('a b'), code('a`b'), code(' a')]).toEqual(['`a b`', '<code>a\\`b</code>', '<code> a</code>']);
  });
});
