import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { cli } from './support/command-line.js';
import { helpOf } from './support/commands-page.js';

const ROOT = join(import.meta.dirname, '..');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'examples/tenants/README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** The anchors that GitHub makes of the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const headings = [...textOf(page).matchAll(/^#+ (.*)$/gm)].map((match) => match[1] ?? '');
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

describe.each(pages)('%s', (page) => {
  it('has YAML that can be read', () => {
    const blocks = [...textOf(page).matchAll(/^```yaml\n(.*?)^```$/gms)].map((match) => match[1] ?? '');
    expect(
      blocks.flatMap((block) => parseAllDocuments(block)).flatMap((document) => ('errors' in document ? document.errors : [])),
    ).toEqual([]);
  });

  it('names commands and options that there are', () => {
    const lines = [...textOf(page).matchAll(/cdk8s-olm (render|check|review|resolve|upgrades|images|explain|who-can|can-i) ([^`\n]*)/g)];
    const unknown = lines.flatMap(([, command = '', rest = '']) => {
      const { code } = cli(['help', command]);
      const help = helpOf(command);
      expect(code).toBe(0);
      return [...rest.matchAll(/--[a-z-]+/g)].map(([option]) => option).filter((option) => !help.includes(option));
    });
    expect(unknown).toEqual([]);
  });

  it('links to files and headings that there are', () => {
    const targets = [...textOf(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
    const broken = targets.filter(([, target = '', anchor]) => {
      const path = target === '' ? page : join(dirname(page), target);
      return !existsSync(join(ROOT, path)) || (anchor !== undefined && path.endsWith('.md') && !anchorsOf(path).has(anchor));
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

describe.each(['docs/architecture.md', 'CONTRIBUTING.md'])('%s, which leads through the code,', (page) => {
  const tree = ['src', 'test', 'scripts', 'docs', 'examples', '.ci'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  /** Whether a path is there: whole, or as the end of a path that the text has named before. */
  const isThere = (path: string): boolean => {
    const name = path.replace(/\/$/, '');
    return existsSync(join(ROOT, name)) || tree.some((known) => known.endsWith(`/${name}`));
  };
  const named = [...textOf(page).matchAll(/`([\w.-]*\/[\w./-]*|[\w-]+\.(?:ts|mjs|js|sh))`/g)].map(([, path = '']) => path);
  /** Paths that are made, of the machine that runs a program, or of an image. */
  const OTHERS = /^(?:build|lib|release|dist|registry\.example\.com)\b|^\//;

  it('names paths that there are', () => {
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !OTHERS.test(path) && !isThere(path))).toEqual([]);
  });
});
