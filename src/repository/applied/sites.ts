/** Tests by the words of two paths whether they can be for different clusters or other sites. */
import { folderOfPath } from '../trees/file-tree.js';

/** Words in a path that indicate its cluster, or that no cluster uses it. */
const SITE =
  /acceptance|archive|backup|cluster|demo|deprecated|disable|draft|env|example|experiment|fleet|ignore|inactive|incubat|obsolete|old|overlay|parked|pending|playground|prod|propos|region|retired|sample|sandbox|site|snippet|stag|suspend|template|tenant|test|unused/;
/** The same, only as whole words. */
const SHORT_SITE =
  /^(?:acc|active|alpha|apac|ap|bak|beta|bkp|blue|canary|central|customers?|dev|devel|develop|development|docs?|dr|east|edge|emea|eu|green|hub|int|integration|labs?|later|live|local|main|mgmt|management|north|off|on|optional|poc|pre|prd|qa|south|spare|spoke|stable|stg|temp|tmp|todo|uat|us|west|wip|zones?)\d*$/;
/** Words next to the name of a cluster or the like. */
const OF_SITE = /^(?:clusters?|customers?|environments?|envs?|fleets?|hubs?|regions?|sites?|spokes?|stages?|tenants?|zones?)\d*$/;
/** In names of products, such words have no meaning. */
const PRODUCT = /advanced-cluster-(management|security)/g;
/** Processor architectures, whose numbers do not count clusters. */
const PROCESSOR = /(?<![a-z0-9])(?:x86[-_]64|amd64|arm64|aarch64|ppc64le|s390x)(?![a-z0-9])/g;
/** Folders whose subfolders are each for a cluster or the like. */
const OF_SITES =
  /^(?:cluster|env|environment|overlay|site|stage)$|(?:^|[^a-z])(?:clusters|customers|env|envs|environments|fleets|overlays|regions|sites|stages|tenants|zones)(?:[^a-z]|$)/;

/** Whether two paths can be for different clusters: by a word or a number that differs, or by a subfolder of a folder of sites. */
export function nameOtherSites(from: string, to: string): boolean {
  const [was, is] = inOrder(from.toLowerCase(), to.toLowerCase()).map((path) =>
    path.replace(PRODUCT, 'advanced$1').replace(PROCESSOR, 'processor').split('/'),
  ) as [string[], string[]];
  if (was.join('/') === is.join('/')) return false;
  if (sitesIn(was) !== sitesIn(is)) return true;
  const wordsOf = (folders: readonly string[]): string[] => folders.flatMap((folder) => folder.split(/[^a-z0-9]+/));
  const [some, others] = differing(wordsOf(was), wordsOf(is));
  const ofOther = new Set(others.map(withoutNumber));
  // Folders with the same words in another order only differ by these words.
  const around = wordsOf(differing(was, is).flat());
  const words = some.length + others.length > 0 ? [...some, ...others] : around;
  return (
    words.every((word) => withoutNumber(word) === '') ||
    words.some((word) => SITE.test(word) || SHORT_SITE.test(word)) ||
    around.some((word) => OF_SITE.test(word)) ||
    some.some((word) => ofOther.has(withoutNumber(word)))
  );
}

function sitesIn(folders: readonly string[]): string {
  return folders.flatMap((folder, at) => (OF_SITES.test(folder) ? [folders[at + 1] ?? ''] : [])).join('/');
}

/** A word without its number. A single letter counts as a number. */
function withoutNumber(word: string): string {
  return word.replace(/\d+/g, '').replace(/^[a-z]$/, '');
}

/** Words that alone name a cluster or a stage, anywhere in a path; other words can be program names, or mark unused files. */
const NAMES_SITE =
  /^(?:acc|acceptance|ap|apac|central|demo|dev|devel|develop|development|dr|east|emea|eu|hub|int|integration|labs?|nonprod|north|playground|prd|preprod|prod|production|qa|sandbox|south|spoke|stage|staging|stg|test|testing|uat|us|west)\d*$/;

/** Whether two file paths name different sites, even if all files are assumed to be one cluster. */
export function areNamedApart(from: string, to: string): boolean {
  const [was, is] = [from, to].map((path) => path.toLowerCase()) as [string, string];
  const [folders, others] = [was, is].map((path) => folderOfPath(path).split('/')) as [string[], string[]];
  const [one, other] = [sitesIn(folders), sitesIn(others)];
  return (
    (one !== '' && other !== '' && one !== other) ||
    areWordsApart(stemOf(was), stemOf(is), (words, isSite) => words.every(isSite)) ||
    areWordsApart(folders.join('/'), others.join('/'), (words, isSite) => words.some(isSite))
  );
}

/** Whether two paths differ by names of sites, or by the numbers of a site that both name. */
function areWordsApart(from: string, to: string, holds: (words: readonly string[], isSite: (word: string) => boolean) => boolean): boolean {
  const [was, is] = [from, to].map((path) => path.split(/[^a-z0-9]+/)) as [string[], string[]];
  const differ = differing(was, is);
  const isSite = (word: string): boolean => NAMES_SITE.test(word) || (OF_SITE.test(word) && /\d/.test(word));
  const hasSite = was.some((word) => is.includes(word) && (NAMES_SITE.test(word) || OF_SITE.test(word)));
  return differ.every(
    (words) => words.length > 0 && (holds(words, isSite) || (hasSite && words.every((word) => withoutNumber(word) === ''))),
  );
}

type Differing = readonly [string[], string[]];

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
}

/** The entries of only the first, and of only the second list. */
function differing(some: readonly string[], others: readonly string[]): Differing {
  return [some.filter((one) => !others.includes(one)), others.filter((one) => !some.includes(one))];
}

const ORDER = /(?<=^|\/)\d+[-_]/g;

/** Two paths, without the ordering numbers before folders if only one path has them. */
function inOrder(...paths: readonly [string, string]): readonly string[] {
  const areNumbered = paths.map((path) => path.match(ORDER) !== null);
  return areNumbered[0] === areNumbered[1] ? paths : paths.map((path) => path.replace(ORDER, ''));
}
