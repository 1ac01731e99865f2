/** The shell blocks of README and docs, and where each can run: a first line such as `# needs a cluster` says that it is not the clone. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'examples/tenants/README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .sort(),
];

export interface DocBlock {
  readonly page: string;
  readonly commands: string;
  /** `# needs …` or `# in your repository`; none for what runs in the clone. */
  readonly mark: string | undefined;
  /** The lines of the `text` block right after it: what it prints. */
  readonly shown: readonly string[];
}

function blocksOf(page: string): DocBlock[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^( *)```sh\n(.*?)^ *```\n(?:\n *```text\n(.*?)^ *```)?/gms)].map(([, indent = '', block = '', shown = '']) => {
    const lines = block.split('\n').map((line) => line.slice(indent.length));
    return {
      page,
      commands: lines.join('\n'),
      mark: /^# (needs .*|in your repository)$/.exec(lines[0] ?? '')?.[1],
      shown: shown.split('\n').flatMap((line) => line.trim() || []),
    };
  });
}

export const DOC_BLOCKS: readonly DocBlock[] = PAGES.flatMap(blocksOf);

/** Commands within sentences and tables that name an example. */
export const DOC_EXAMPLES: readonly string[] = [
  ...new Set(
    PAGES.flatMap((page) => [...readFileSync(join(ROOT, page), 'utf8').matchAll(/`(cdk8s-olm [^`\n]*examples\/[^`\n]*)`/g)]).map(
      ([, command = '']) => command,
    ),
  ),
];
