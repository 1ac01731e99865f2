import fc from 'fast-check';
import { wrap } from 'jest-snapshot-serializer-raw';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { MARKDOWN_MARKER, MAX_MARKDOWN_LENGTH, markdownReport } from '../../src/report/markdown.js';
import { CONFLICT, FULL, grantOf, pathOf, reviewOf, riskOf, scopeChangeOf, UNCHANGED } from '../support/hand-made-review.js';
import { runs } from '../support/runs.js';

describe('the Markdown report', () => {
  it('begins with the marker, the verdict and what to do', () => {
    expect(markdownReport(UNCHANGED)).toBe(`<!-- cdk8s-olm review -->
### ✅ No change in meaning

<b>All permissions, target namespaces and verdicts are unchanged.</b>

\`git:main\` → \`clusters/prod\`
`);
  });

  it('shows everything, worst first', () => {
    expect(wrap(markdownReport(FULL))).toMatchSnapshot();
  });

  it('names a bot’s comment the same whatever is in it', () => {
    expect(markdownReport(FULL).startsWith(`${MARKDOWN_MARKER}\n`)).toBe(true);
  });

  it.each([
    ['grants', reviewOf({ gained: many((index) => grantOf({ subject: { kind: 'User', name: `${index} ${'x'.repeat(150)}` } })) })],
    ['risks', reviewOf({ risks: { new: many((index) => riskOf({ message: `${index} ${'<&@'.repeat(500)}` })) } })],
    [
      'points',
      reviewOf({ reach: many((index) => scopeChangeOf({ message: '&'.repeat(length(index)), before: '|'.repeat(length(index)) })) }),
    ],
    [
      'one grant of many rights',
      reviewOf({ gained: many((index) => grantOf({ right: { verbs: [`verb-${index}`], resource: 'y'.repeat(300) } })) }),
    ],
  ])('stays below the length of a comment, and says how much is left out: %s', (_, review) => {
    const text = markdownReport(review);
    expect(text.length).toBeLessThanOrEqual(MAX_MARKDOWN_LENGTH);
    expect(text).toMatch(/ more are not shown here|and 4992 more/);
  });
});

/** Of a few points, more than a comment can have. */
function length(index: number): number {
  return index % 100 === 7 ? 100_000 : 1_000;
}

function many<T>(make: (index: number) => T): T[] {
  return Array.from({ length: 5000 }, (_, index) => make(index));
}

describe('text of the input', () => {
  const NASTY = [
    ...['@admin', '#1', 'GH-12', '!3', '$4', '%5', '~bug', '&6', ':tada:', '<img src=x onerror=alert(1)>', '</details>', '<!--', '-->'],
    ...[
      '[a](https://evil.example)',
      '![a](b)',
      'https://evil.example',
      'www.evil.example',
      'me@evil.example',
      '`code`',
      '``',
      '|',
      '\\|',
      '\\',
    ],
    ...[
      '\n# Title\n',
      '**bold**',
      '_em_',
      '~~gone~~',
      '[^1]',
      '<https://evil.example>',
      '&lt;b&gt;',
      '\u202e',
      '\u001b[31m',
      '$`x`$',
      '"',
      '`|',
      '\\`',
    ],
  ];
  const hostile = fc.array(fc.constantFrom(...NASTY, 'a', ' ', 'team-a', '.'), { maxLength: 6 }).map((parts) => parts.join(''));

  it('makes no markup, link or mention', () => {
    const html = (text: string): string => micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });
    const plainReport = html(markdownReport(hostileReview('name')));
    fc.assert(
      fc.property(hostile, (text) => {
        const report = html(markdownReport(hostileReview(`name${text}`)));
        expect(elements(report)).toEqual(elements(plainReport));
        const outsideCode = report
          .replace(/<code[^>]*>.*?<\/code>| href="https:\/\/github\.com\/OWNER\/[\w/.#-]*"/gs, '')
          .replace(/&(?:amp|lt|gt|quot);/g, ' ');
        expect(outsideCode).not.toMatch(/[@#!$%~][\w/]|:[a-z]+:|www\.\w|:\/\/|GH-\d/);
      }),
      runs(30),
    );
  });

  it('makes no link to a commit of a number', () => {
    for (const hash of ['1234567', '1234567890123456789012345678901234567890', 'abcdef0', 'ABCDEF0123', '@0123456789abcdef']) {
      const text = markdownReport(hostileReview(`name ${hash}`)).replace(/<code[^>]*>.*?<\/code>|`[^`]*`|<a [^>]*>|]\([^)]*\)/gs, '');
      expect(text).not.toMatch(/(?<![\w])[\da-f]{7,40}(?!\w)/i);
    }
  });

  /** The tags of a page, in order. */
  function elements(html: string): string[] {
    return [...html.matchAll(/<\/?[a-z][^>]*>|<!--/gi)].map(([tag]) => tag);
  }

  function hostileReview(text: string): typeof FULL {
    const subject = { kind: 'User', name: text } as const;
    return reviewOf({
      base: text,
      reach: [scopeChangeOf({ message: text, before: text, after: text, place: { file: text } })],
      gained: [
        grantOf({
          subject,
          scope: [text],
          right: { verbs: [text], resource: text },
          paths: [pathOf(0, { owner: { kind: text, name: text } })],
        }),
      ],
      risks: {
        new: [riskOf({ subject, message: text, path: [{ kind: 'effect', text }], fix: text, references: [text] })],
        accepted: [{ finding: riskOf({ message: text }), reason: text, expires: text }],
      },
      checks: { new: [{ ...CONFLICT, message: text, fix: text }], fixed: [] },
    });
  }
});
