import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLocator } from '../../src/base/manifest/locate.js';
import { parseDocuments } from '../../src/base/manifest/parse.js';
import { REPOSITORY_OPTIONS } from '../../src/olm/settings/table.js';
import { ACCEPTABLE_RULES, FINDING_RULES } from '../../src/review/rules/all-rules.js';
import { baselineEntries } from '../../src/review/rules/baseline/entries.js';
import { RISK_RULES } from '../../src/review/rules/index.js';
import { findingsPage, rulePages } from '../support/findings-page.js';

const FOLDER = join(import.meta.dirname, '../../docs/findings');
const PAGE = `${FOLDER}.md`;

describe('docs/findings.md', () => {
  it('is current', async () => {
    await expect(findingsPage()).toMatchFileSnapshot(PAGE);
  });

  it('has a page for each id, and no other', async () => {
    const pages = rulePages();
    for (const [name, text] of pages) await expect(text).toMatchFileSnapshot(join(FOLDER, name));
    expect(readdirSync(FOLDER).filter((name) => !pages.has(name))).toEqual([]);
  });

  it('has no id twice', () => {
    const ids = FINDING_RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(FINDING_RULES)('has sentences for $id', ({ title, documentation }) => {
    for (const text of Object.values(documentation)) expect(text).toMatch(/^[A-Z`].*\.$/s);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
  });

  it.each(RISK_RULES)('has references for $id', ({ references }) => {
    expect(references.length).toBeGreaterThan(0);
  });

  it('shows a baseline that can be read', () => {
    const text = /```yaml\n(.*?)```/s.exec(findingsPage())?.[1] ?? '';
    const { documents } = parseDocuments({ file: 'example', text });
    expect(
      baselineEntries(
        documents[0],
        createLocator(() => text),
        ACCEPTABLE_RULES,
        REPOSITORY_OPTIONS,
      ).problems,
    ).toEqual([]);
  });
});
