/** Who has to approve a change of the files that decide what a review stops, as CODEOWNERS of GitHub and GitLab say it. */
import { compareText } from '../../../kubernetes/object.js';
import { CODE_OWNERS, type UnreadFile } from '../../../model/unread-file.js';

/** Where each forge looks, the first that is there. */
const FORGES: readonly (readonly string[])[] = [
  ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'],
  ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'],
];

/** The baseline, and what a lock is called. */
const OF_GATE = ['.cdk8s-olm.yaml', 'olm-lock.yaml'];

/** Owners that a change takes from a file of the gate. */
export interface OwnersTaken {
  /** The CODEOWNERS that decides now, or that decided. */
  readonly by: UnreadFile;
  readonly path: string;
  readonly owners: readonly string[];
}

/** Each once, by path. */
export function ownersTaken(before: readonly UnreadFile[], after: readonly UnreadFile[]): readonly OwnersTaken[] {
  const found = FORGES.flatMap((places) => {
    const [was, is] = [before, after].map((files) => decidingOf(files, places));
    if (!was || (was.path === is?.path && was.content === is.content)) return [];
    const [owned, owns] = [rulesOf(was.text ?? ''), rulesOf(is?.text ?? '')];
    const workflows = before.flatMap(({ path, reason }) => (reason === 'gate' ? [path] : []));
    const named = owned.flatMap(({ pattern }) =>
      OF_GATE.some((name) => pattern.endsWith(`/${name}`)) ? [pattern.replace(/^\//, '')] : [],
    );
    return [...OF_GATE, was.path, ...workflows, ...named.filter((path) => !path.includes('*'))].flatMap((path): OwnersTaken[] => {
      const left = ownersOf(path, owns);
      const owners = ownersOf(path, owned).filter((owner) => !left.includes(owner));
      return owners.length > 0 ? [{ by: is ?? was, path, owners }] : [];
    });
  });
  return [...new Map(found.map((one) => [one.path, one])).values()].sort((a, b) => compareText(a.path, b.path));
}

function decidingOf(files: readonly UnreadFile[], places: readonly string[]): UnreadFile | undefined {
  return places.flatMap((place) => files.find(({ path }) => path === place && CODE_OWNERS.test(path)) ?? []).at(0);
}

interface OwnersRule {
  readonly section: string;
  readonly pattern: string;
  readonly owners: readonly string[];
}

/** GitLab has sections, whose owners are those of their patterns that name none. */
const SECTION = /^\^?\[([^\]]+)\](?:\[\d+\])?\s*(.*)$/;

function rulesOf(text: string): OwnersRule[] {
  let [section, byDefault]: [string, readonly string[]] = ['', []];
  return text.split('\n').flatMap((line): OwnersRule[] => {
    const words = line.replace(/(?:^|\s)#.*$/, '').trim();
    const head = SECTION.exec(words);
    if (head) {
      [section, byDefault] = [(head[1] ?? '').toLowerCase(), wordsOf(head[2] ?? '')];
      return [];
    }
    const [pattern, ...owners] = wordsOf(words);
    return pattern === undefined ? [] : [{ section, pattern, owners: owners.length > 0 ? owners : byDefault }];
  });
}

function wordsOf(text: string): string[] {
  return text.split(/(?<!\\)\s+/).filter((word) => word !== '');
}

/** Of each section, the last pattern that fits decides. */
function ownersOf(path: string, rules: readonly OwnersRule[]): string[] {
  const deciding = new Map(rules.flatMap((rule) => (fits(path, rule.pattern) ? [[rule.section, rule.owners] as const] : [])));
  return [...new Set([...deciding.values()].flat())];
}

/** As in .gitignore, but what ends in `/*` has the files of one folder alone. */
function fits(path: string, pattern: string): boolean {
  const isAnchored = pattern.replace(/\/$/, '').includes('/');
  const text = pattern
    .replace(/^\//, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*|\?/g, (glob) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[glob] ?? glob);
  const end = pattern.endsWith('/') ? '.' : /\/\*$/.test(pattern) ? '$' : '(?:/|$)';
  return new RegExp(`${isAnchored ? '^' : '(?:^|/)'}${text}${end}`).test(path);
}
