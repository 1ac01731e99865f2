import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { cli } from './support/command-line.js';

const DOCS = join(import.meta.dirname, '../docs');
const pages = readdirSync(DOCS).filter((name) => name.endsWith('.md'));
const textOf = (page: string): string => readFileSync(join(DOCS, page), 'utf8');

describe.each(pages)('docs/%s', (page) => {
  it('has YAML that can be read, but for what is an example of a problem', () => {
    const blocks = page === 'problems.md' ? [] : [...textOf(page).matchAll(/^```yaml\n(.*?)^```$/gms)].map((match) => match[1] ?? '');
    expect(
      blocks.flatMap((block) => parseAllDocuments(block)).flatMap((document) => ('errors' in document ? document.errors : [])),
    ).toEqual([]);
  });

  it('names commands and options that there are', () => {
    const lines = [...textOf(page).matchAll(/cdk8s-olm (render|check|review|resolve|upgrades|images|explain|who-can) ([^`\n]*)/g)];
    const unknown = lines.flatMap(([, command = '', rest = '']) => {
      const { code, out: help } = cli(['help', command]);
      expect(code).toBe(0);
      return [...rest.matchAll(/--[a-z-]+/g)].map(([option]) => option).filter((option) => !help.includes(option));
    });
    expect(unknown).toEqual([]);
  });

  it('links to files that there are', () => {
    const targets = [...textOf(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] ?? '');
    expect(targets.filter((target) => !existsSync(join(DOCS, target)))).toEqual([]);
  });
});
