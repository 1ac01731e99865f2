import { describe, expect, it } from 'vitest';
import { createLocator } from '../../src/base/manifest/locate.js';
import { parseDocuments } from '../../src/base/manifest/parse.js';
import { REPOSITORY_OPTIONS } from '../../src/olm/settings/table.js';
import { acceptingEntries, changeText, grownText } from '../../src/report/change-words.js';
import { htmlReport } from '../../src/report/html/page.js';
import { markdownReport } from '../../src/report/markdown.js';
import { accept } from '../../src/review/compare/accept.js';
import { reported } from '../../src/review/compare/review.js';
import { ACCEPTABLE_RULES } from '../../src/review/rules/all-rules.js';
import { baselineEntries } from '../../src/review/rules/baseline/entries.js';
import { reviewOf, riskOf } from '../support/hand-made-review.js';

const GROWN = {
  ...riskOf({ permissions: ['* *.*', 'bind clusterroles.x', 'get *'], scope: 'cluster' }),
  added: ['get *'],
  removed: ['list pods'],
};

describe('a grown risk', () => {
  it('is told with what added and what removed', () => {
    expect(grownText(GROWN)).toBe('ServiceAccount platform/keeper can now also get * in all namespaces');
    expect(changeText(GROWN)).toBe('new: get *; removed: list pods');
    expect(changeText({ added: [], removed: [] })).toBe('in fewer namespaces');
  });
});

describe('the entries to paste', () => {
  const review = reviewOf({
    risks: { grown: [GROWN], new: [riskOf({ id: 'group-widened', subject: { kind: 'User', name: 'a*"b' } })] },
  });
  const text = acceptingEntries(review);
  const read = () =>
    baselineEntries(
      parseDocuments({ file: 'b', text }).documents[0],
      createLocator(() => text),
      ACCEPTABLE_RULES,
      REPOSITORY_OPTIONS,
    );

  it('can be read, and accept just these risks', () => {
    const { entries, problems } = read();
    expect(problems).toEqual([]);
    expect(accept(review, entries, '2030-01-01').review.findings).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }]);
  });

  it('have lines of their own in Markdown and in the page, to be pasted from there', () => {
    const page = htmlReport(review, { held: [], reachGraph: { groups: [], namespaces: [], apis: [], ties: [] } })
      .match(/<pre tabindex="0">([^<]*)<\/pre>/)?.[1]
      ?.replaceAll('&quot;', '"');
    expect(page).toBe(text);
    expect(markdownReport(review, { hasEntries: true })).toContain(`\n\`\`\`yaml\n${text}\`\`\`\n`);
  });

  it('take a wildcard of a permission for itself alone', () => {
    const more = { ...GROWN, permissions: [...(GROWN.permissions ?? []), 'get secrets.x'] };
    expect(reported(accept(reviewOf({ risks: { grown: [more] } }), read().entries, '2030-01-01').review, 'grown')).toEqual([more]);
  });

  it('are none where there is nothing to accept', () => {
    expect(acceptingEntries(reviewOf({}))).toBe('');
  });
});
