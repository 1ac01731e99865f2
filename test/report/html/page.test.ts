import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import type { Landscape } from '../../../src/report/background.js';
import { htmlReport } from '../../../src/report/html/page.js';
import type { OperatorChange, Review } from '../../../src/review/compare/review.js';
import { CHROMIUM, closeBrowser, openPage } from '../../support/browser.js';
import { folderOf } from '../../support/files.js';
import { CONFLICT, FULL, grantOf, pathOf, reviewOf, riskOf, scopeChangeOf, UNCHANGED } from '../../support/hand-made-review.js';
import { describeWith } from '../../support/needs.js';

const LANDSCAPE: Landscape = {
  groups: ['orders-operators/orders', 'team-b/team-b'],
  namespaces: ['all namespaces', 'orders-production'],
  apis: ['Database.v1.stonedb.example.com'],
  ties: [
    { group: 'orders-operators/orders', kind: 'provides', to: 'Database.v1.stonedb.example.com' },
    { group: 'orders-operators/orders', kind: 'reaches', to: 'all namespaces', change: 'gained' },
    { group: 'orders-operators/orders', kind: 'reaches', to: 'orders-production', change: 'lost' },
    { group: 'team-b/team-b', kind: 'conflicts', to: 'Database.v1.stonedb.example.com', change: 'gained' },
  ],
};
const HELD = [grantOf({ right: { verbs: ['get'], apiGroup: '', resource: 'pods' } })];

const page = (review: Review): string => htmlReport(review, { held: HELD, reachGraph: LANDSCAPE });

/** A review in which every text of the input is this one. */
function withText(text: string): Review {
  const subject = { kind: 'User', name: text } as const;
  return reviewOf({
    base: text,
    head: text,
    reach: [scopeChangeOf({ subject, message: text, before: text, after: text, place: { file: text } })],
    gained: [grantOf({ subject, scope: [text], right: { verbs: [text], resource: text }, paths: [pathOf(0, { owner: subject })] })],
    risks: {
      new: [riskOf({ subject, message: text, path: [{ kind: 'effect', text }], fix: text, references: [text] })],
      accepted: [{ finding: riskOf({ message: text }), reason: text, expires: text }],
    },
    checks: { new: [{ ...CONFLICT, message: text, fix: text }], fixed: [] },
  });
}

it('a user whose name has an arrow is one step', () => {
  const subject = { kind: 'User', name: 'alice → approved by security' } as const;
  const path = [
    { kind: 'subject' as const, subject },
    { kind: 'permissions' as const, text: 'get secrets' },
  ];
  const text = page(reviewOf({ risks: { new: [riskOf({ path })] } }));
  expect(text).toContain('<li>User alice → approved by security</li><li>get secrets</li>');
});

const HOSTILE = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'><svg onload=alert(1)>\u2028]]>--><!--`;

describe('the HTML report', () => {
  it('keeps the first of many in sight, and folds the rest', () => {
    const risks = Array.from({ length: 400 }, (_, index) => riskOf({ message: `risk ${index}` }));
    expect(page(reviewOf({ risks: { new: risks } }))).toContain('<summary>350 more</summary>');
    const grants = Array.from({ length: 400 }, (_, index) => grantOf({ subject: { kind: 'User', name: `u${index}` } }));
    expect(page(reviewOf({ gained: grants }))).toContain('<details id="gained" class="part">');
  });

  it('is the same for the same review', () => {
    expect(page(FULL)).toBe(page(structuredClone(FULL)));
  });

  it('names nothing that would have to be loaded', () => {
    expect(page(FULL)).not.toMatch(/\bsrc=|<link|@import|url\(/);
  });

  it('makes no element of the input', () => {
    const tags = (html: string): Set<string> => new Set([...html.matchAll(/<\/?[a-z!][a-z0-9]*[^<]?/gi)].map(([tag]) => tag));
    expect(tags(page(withText(HOSTILE)))).toEqual(tags(page(withText('name'))));
  });

  it('says what it leaves out of long lists', () => {
    const review = reviewOf({ risks: { new: Array.from({ length: 1234 }, (_, index) => riskOf({ message: `is odd ${index}` })) } });
    expect(page(review)).toContain('The first 1000 of 1234; the JSON report contains all.');
  });
});

/** The contrast of each text with its ground, by the formula of WCAG 2. */
const CONTRASTS = `
(() => {
  const numbers = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const linear = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = (colour) => {
    const [r, g, b] = numbers(colour).map((value) => linear(value / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (one) => {
    const colour = one ? getComputedStyle(one).backgroundColor : 'rgb(255, 255, 255)';
    return numbers(colour)[3] === 0 ? ground(one.parentElement) : colour;
  };
  return [...document.querySelectorAll('h1, h2, p, td, th, code, summary, .severity, .count, .entry')].map((one) => {
    const [a, b] = [light(getComputedStyle(one).color), light(ground(one))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  });
})()`;

describeWith([{ isThere: CHROMIUM !== undefined, what: 'chromium' }], 'the HTML report in a browser', () => {
  afterAll(closeBrowser);

  /** The page, opened from a disk, and what went wrong on it. */
  async function open(
    review: Review,
    options: { colorScheme?: 'light' | 'dark'; width?: number } = {},
  ): Promise<{ tab: Page; faults: string[] }> {
    const { colorScheme = 'light', width = 1200 } = options;
    const file = join(folderOf({ 'review.html': page(review) }), 'review.html');
    const tab = await openPage({ colorScheme, viewport: { width, height: 800 } });
    const faults: string[] = [];
    tab.on('console', (message) => faults.push(message.text()));
    tab.on('pageerror', (error) => faults.push(error.message));
    tab.on('dialog', (dialog) => {
      faults.push('a dialog');
      void dialog.dismiss();
    });
    tab.on('request', (request) => {
      if (request.url() !== pathToFileURL(file).href) faults.push(request.url());
    });
    await tab.goto(pathToFileURL(file).href);
    return { tab, faults };
  }

  /** The texts of the rows that are shown. */
  const shownRows = (tab: Page): Promise<number> => tab.locator('.row:visible').count();

  it('opens without a fault, also when the input is hostile', async () => {
    for (const review of [UNCHANGED, FULL, withText(HOSTILE)]) expect((await open(review)).faults).toEqual([]);
  });

  it('says the verdict on the first screen', async () => {
    const { tab } = await open(FULL);
    const box = await tab.locator('h1').boundingBox();
    expect(await tab.locator('h1').textContent()).toMatch(/^Grants more: OperatorGroup orders-operators\/orders targets all namespaces/);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(400);
  });

  it('is filtered by namespace, subject and severity', async () => {
    const { tab } = await open(FULL);
    await tab.locator('details').evaluateAll((all) => {
      for (const one of all) one.setAttribute('open', '');
    });
    const all = await shownRows(tab);
    expect(await tab.locator('#shown').textContent()).toBe(`${all} of ${all} rows`);
    for (const [name, value] of [
      ['namespace', 'team-b'],
      ['subject', 'OperatorGroup orders-operators/orders'],
      ['severity', 'warning'],
    ] as const) {
      await tab.locator(`select[name=${name}]`).selectOption(value);
      const some = await shownRows(tab);
      expect(some).toBeGreaterThan(0);
      expect(some).toBeLessThan(all);
      expect(await tab.locator('#shown').textContent()).toBe(`${some} of ${all} rows`);
      await tab.getByRole('button', { name: 'Show all' }).click();
      await expect.poll(() => shownRows(tab)).toBe(all);
    }
  });

  it('is printed whole, whatever is filtered', async () => {
    const { tab } = await open(FULL);
    await tab.emulateMedia({ media: 'print' });
    const all = await shownRows(tab);
    await tab.emulateMedia({ media: 'screen' });
    await tab.locator('#filter').evaluate((one) => one.setAttribute('open', ''));
    await tab.locator('select[name=namespace]').selectOption('team-b');
    await tab.emulateMedia({ media: 'print' });
    expect(await shownRows(tab)).toBe(all);
    expect(await tab.locator('#filters').isVisible()).toBe(false);
  });

  it('has a row for each operator, whose name leads to what is new of it and unfolds it', async () => {
    const operators = Array.from({ length: 7 }, (_, index): OperatorChange => {
      const operator = { kind: 'ClusterServiceVersion', namespace: `n${index}`, name: `o${index}.v2` };
      return { operator, name: `o${index}`, before: '1', after: '2', objects: [operator] };
    });
    const risks = operators.map(({ operator }) => riskOf({ subject: operator, message: `${operator.name} can do something` }));
    const { tab } = await open(reviewOf({ operators, risks: { new: risks } }));
    const links = tab.locator('.overview a');
    expect(await links.count()).toBe(7);
    for (const link of await links.all()) {
      await link.click();
      expect(
        await tab
          .locator((await link.getAttribute('href')) as string)
          .locator('.items')
          .isVisible(),
      ).toBe(true);
    }
  });

  it('keeps every text of a graph inside its box', async () => {
    const account = { kind: 'ServiceAccount', namespace: 'op', name: 'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW' } as const;
    const { tab } = await open({ ...FULL, gained: [grantOf({ subject: account }), ...FULL.gained] });
    const spare = (await tab.evaluate(`[...document.querySelectorAll('figure .box')].flatMap((box) => {
      const end = (part) => part.getBBox().x + part.getBBox().width;
      return [...box.querySelectorAll('text')].map((text) => end(box.querySelector('rect')) - end(text));
    })`)) as number[];
    expect(spare.length).toBeGreaterThan(5);
    expect(Math.min(...spare)).toBeGreaterThanOrEqual(0);
  });

  it.each(['light', 'dark'] as const)('has nothing that axe calls serious, in %s mode', async (colorScheme) => {
    const { tab } = await open(FULL, { colorScheme });
    await tab.evaluate(axe.source);
    const violations = await tab.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run().then((found) => found.violations));
    expect(
      violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => [id, nodes[0]?.html]),
    ).toEqual([]);
  });

  it('fits a sheet of paper', async () => {
    const subjects = Array.from({ length: 5 }, (_, index) => ({ kind: 'User', name: `somebody-with-a-long-name-${index}` }) as const);
    const resources = Array.from({ length: 8 }, (_, index) => `resources${index}.with-a-long-group.example.com`);
    const gained = subjects.flatMap((subject) =>
      resources.map((resource) => grantOf({ subject, right: { verbs: ['get'], apiGroup: '', resource } })),
    );
    for (const review of [{ ...FULL, gained }, withText('W'.repeat(300)), withText('many words '.repeat(30))]) {
      const { tab } = await open(review, { width: 718 });
      await tab.emulateMedia({ media: 'print' });
      expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(718);
    }
  });

  it('has graphs that the arrow keys walk through, and that speak', async () => {
    const { tab } = await open(FULL);
    await tab.locator('details').evaluateAll((all) => {
      for (const one of all) one.setAttribute('open', '');
    });
    const focused = (): Promise<string | null> => tab.evaluate('document.activeElement.getAttribute("aria-label")');
    await tab.locator('figure .box').first().focus();
    const words = [await focused()];
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowDown', 'Home', 'End']) {
      await tab.keyboard.press(key);
      words.push(await focused());
    }
    expect(words).toEqual([
      'all namespaces',
      'orders-operators/orders; provides Database stonedb.example.com/v1; targets all namespaces (new); targets orders-production (removed)',
      'Database stonedb.example.com/v1',
      'orders-operators/orders; provides Database stonedb.example.com/v1; targets all namespaces (new); targets orders-production (removed)',
      'team-b/team-b; cannot provide, because of another group, Database stonedb.example.com/v1 (new)',
      'all namespaces',
      'Database stonedb.example.com/v1',
    ]);
    expect(await tab.locator('figure svg').first().locator('.arrow.near').count()).toBe(2);
  });

  it.each(['light', 'dark'] as const)('has text that stands out from its ground in %s mode', async (colorScheme) => {
    const { tab } = await open(FULL, { colorScheme });
    const contrasts = (await tab.evaluate(CONTRASTS)) as number[];
    expect(contrasts.length).toBeGreaterThan(30);
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([320, 390, 800, 1600])('fits a screen of %i pixels', async (width) => {
    const { tab } = await open(FULL, { width });
    expect(await tab.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });
});
