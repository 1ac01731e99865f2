/** What the words of paths say of clusters, or of other places where something is applied: whether two paths can be for different ones. */
import { folderOfPath } from '../trees/file-tree.js';

/** Words by which a path says for which cluster something is, or that it is for none. */
const SITE =
  /acceptance|archive|backup|cluster|demo|deprecated|disable|draft|env|example|experiment|fleet|ignore|inactive|incubat|obsolete|old|overlay|parked|pending|playground|prod|propos|region|retired|sample|sandbox|site|snippet|stag|suspend|template|tenant|test|unused/;
/** The same, where they are whole words. */
const SHORT_SITE =
  /^(?:acc|active|alpha|apac|ap|bak|beta|bkp|blue|canary|central|customers?|dev|devel|develop|development|docs?|dr|east|edge|emea|eu|green|hub|int|integration|labs?|later|live|local|main|mgmt|management|north|off|on|optional|poc|pre|prd|qa|south|spare|spoke|stable|stg|temp|tmp|todo|uat|us|west|wip|zones?)\d*$/;
/** Words beside the name of a cluster or the like. */
const OF_SITE = /^(?:clusters?|customers?|environments?|envs?|fleets?|hubs?|regions?|sites?|spokes?|stages?|tenants?|zones?)\d*$/;
/** In names of products, such words say nothing. */
const PRODUCT = /advanced-cluster-(management|security)/g;
/** Processors, whose numbers count nothing. */
const PROCESSOR = /(?<![a-z0-9])(?:x86[-_]64|amd64|arm64|aarch64|ppc64le|s390x)(?![a-z0-9])/g;
/** Folders in which each other one is for a cluster or the like. */
const OF_SITES =
  /^(?:cluster|env|environment|overlay|site|stage)$|(?:^|[^a-z])(?:clusters|customers|env|envs|environments|fleets|overlays|regions|sites|stages|tenants|zones)(?:[^a-z]|$)/;

/** Whether two paths can be for different clusters: by a word in which they differ, by a number, or by what is in a folder of such. */
export function nameOtherSites(from: string, to: string): boolean {
  const [was, is] = inOrder(from.toLowerCase(), to.toLowerCase()).map((path) =>
    path.replace(PRODUCT, 'advanced$1').replace(PROCESSOR, 'processor').split('/'),
  ) as [string[], string[]];
  if (was.join('/') === is.join('/')) return false;
  if (sitesIn(was) !== sitesIn(is)) return true;
  const wordsOf = (folders: readonly string[]): string[] => folders.flatMap((folder) => folder.split(/[^a-z0-9]+/));
  const [some, others] = differing(wordsOf(was), wordsOf(is));
  const ofOther = new Set(others.map(withoutNumber));
  // Folders of the same words in another order have nothing else to tell them apart.
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

/** One letter is as good as a number. */
function withoutNumber(word: string): string {
  return word.replace(/\d+/g, '').replace(/^[a-z]$/, '');
}

/** Words that name a cluster or a stage by themselves, wherever they stand: others can be names of programs, or say that it is for none. */
const NAMES_SITE =
  /^(?:acc|acceptance|ap|apac|central|demo|dev|devel|develop|development|dr|east|emea|eu|hub|int|integration|labs?|nonprod|north|playground|prd|preprod|prod|production|qa|sandbox|south|spoke|stage|staging|stg|test|testing|uat|us|west)\d*$/;

/** Whether each of two paths of files names a site, and another one: also where all of them are one cluster as far as anybody says. */
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

/** By the words in which they differ: names of sites, or numbers of one that both name. */
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

/** What only one of two lists has. */
function differing(some: readonly string[], others: readonly string[]): Differing {
  return [some.filter((one) => !others.includes(one)), others.filter((one) => !some.includes(one))];
}

const ORDER = /(?<=^|\/)\d+[-_]/g;

/** Two paths, of which one has numbers before its folders that say in which order they are applied: without these. */
function inOrder(...paths: readonly [string, string]): readonly string[] {
  const areNumbered = paths.map((path) => path.match(ORDER) !== null);
  return areNumbered[0] === areNumbered[1] ? paths : paths.map((path) => path.replace(ORDER, ''));
}
