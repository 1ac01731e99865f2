/** Sources that files name: where images, charts, modules, roles and manifests come from, by the fields of the tools that get them. */

import { readableReference, repositoryOf } from '../../../../base/kubernetes/image-owner.js';
import type { TextChange } from './text-changes.js';

/** Fields that name a source, in lower case and without `-` and `_`: of images, charts, git repositories, modules and roles. */
const SOURCE_FIELD =
  /^(?:\w*image|images?(?:name|repo|repository|registry|hub)?|repo|repository|repositor(?:y|ies)?(?:name|url)?|\w*repo(?:sitory)?ur[il]|\w*registr(?:y|ies)|registrymirrors?|hub|mirrors?|source|sources|src|ur[il]s?|remote|chart|chartref|chart(?:repo)?url|from|base|module|git|giturl|gitrepository|include|uses|sourceurl|downloadurl|indexurl|extraindexurl)$/;
/** Such fields with an image or another name without a host: `corp/app` is one, too. */
const NAME_FIELD =
  /^(?:\w*image|images?(?:name|repo|repository|registry|hub)?|repo|repository|repositoryname|\w*registr(?:y|ies)|hub|mirrors?|source|src|chart|chartref|from|base|module|uses)$/;

/** Fields for people, by file: their addresses are only shown. */
const FOR_PEOPLE: readonly (readonly [RegExp, RegExp])[] = [
  [/(?:^|\/)Chart\.ya?ml$/, /^(?!dependencies\b)/],
  [/(?:^|\/)package\.json$/, /^(?:homepage|bugs|repository|author|contributors|funding)\b/],
  [/(?:^|\/)galaxy\.yml$/, /^(?:repository|documentation|homepage|issues)$/],
  [/./, /(?:^|[.\]])(?:description|documentation|homepage|icon|maintainers|\$schema|links)(?:$|[.[])/],
];

/** An address with a scheme, or of git by ssh. */
const ADDRESS = /(?:\b[a-z][a-z\d+.:-]{0,99}:\/\/|\b[\w.-]{1,99}@(?=[\w.-]{1,999}:[\w~/]))[^\s"'`,;()[\]{}<>|\\]+/gi;
/** An image with a host and a version, within any text. */
const IMAGE = /(?<![\w./@:-])(?:[\w-]+\.)+[\w-]+(?::\d{1,5})?\/[\w./-]+(?::[\w.-]+|@sha256:[\da-f]+)/g;
/** A line of a Dockerfile with the image that it builds on. */
const FROM = /^FROM\s+(?:--\S+\s+)*(\S+)/i;
/** Hosts whose paths begin with an owner and a repository. */
const FORGES =
  /^(?:(?:www\.|raw\.|api\.|codeload\.|gist\.)?github(?:usercontent)?\.com|bitbucket\.org|codeberg\.org|ghcr\.io|docker\.io|quay\.io)$/;
/** A step of a path with a version or a commit. */
const VERSION = /^v?\d+(?:\.\w+)+(?:[-+][\w.+-]*)?$|^[\da-f]{7,64}$/i;

/** The hosts of this machine and of examples of it: no source. */
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\]|\$)/;

/**
 * The changes by which something comes from another host or repository; the same repository at another version is none.
 * @param path the file that changes
 * @param before its text in BASE
 */
export function otherSources(path: string, before: string, changes: readonly TextChange[]): readonly TextChange[] {
  let known: ReadonlySet<string> | undefined;
  const owners = (): ReadonlySet<string> => {
    known ??= new Set([...placesIn('', before)].map(ownerIn));
    return known;
  };
  return changes.filter(({ field, before: from, after: to }) => {
    if (to === undefined || FOR_PEOPLE.some(([files, fields]) => files.test(path) && fields.test(field))) return false;
    const [was, is] = [from ?? '', to].map((value) => placesIn(field, asWritten(field, value))) as [
      ReadonlySet<string>,
      ReadonlySet<string>,
    ];
    const news = [...is].filter((place) => !was.has(place));
    if (news.length === 0) return false;
    if (was.size > 0) return true;
    return (from === undefined || isSourceField(field) || field === '') && news.some((place) => !owners().has(ownerIn(place)));
  });
}

/** The value as its file has it: in a line of a script, a scheme or an image before a colon looks like a field. */
function asWritten(field: string, value: string): string {
  return /^(?:https?|git|ssh|oci|s3|gs)$/.test(field) || /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\/[\w./-]+$/.test(field)
    ? `${field}:${value}`
    : value;
}

function isSourceField(field: string): boolean {
  return SOURCE_FIELD.test(keyOf(field));
}

/** The last name of a field, as the table has it. */
function keyOf(field: string): string {
  const name = /([^.[\]"]+)(?:"\])?(?:\[\d+\])*$/.exec(field)?.[1] ?? '';
  return name.toLowerCase().replace(/[-_]/g, '');
}

/** The sources in a value, without versions. */
function placesIn(field: string, text: string): ReadonlySet<string> {
  const value = text.trim();
  const found = new Set<string>();
  for (const [address] of value.matchAll(ADDRESS)) found.add(placeOf(address));
  for (const [image] of value.replace(ADDRESS, ' ').matchAll(IMAGE)) found.add(repositoryOf(image));
  const [, from] = FROM.exec(value) ?? [];
  if (from !== undefined) found.add(repositoryOf(from));
  else if (found.size === 0 && NAME_FIELD.test(keyOf(field)) && isName(value)) found.add(nameIn(value));
  found.delete('');
  return found;
}

/** Whether a value is a name of something elsewhere, and no path, template or word of a setting. */
function isName(value: string): boolean {
  return /^[\w"'][\w./:@"'-]*$/.test(value) && !/^(?:true|false|null|\d+)$/i.test(value) && !/\.(?:ya?ml|json|j2|tf|tpl|sh)$/.test(value);
}

function nameIn(text: string): string {
  const value = text.replace(/["']/g, '');
  return readableReference(value) ? repositoryOf(value) : value.replace(/[@:][^/]*$/, '');
}

/** Host and path of an address, without user, query, version and ending. */
function placeOf(address: string): string {
  const [, host = '', path = ''] =
    /^(?:[a-z][a-z\d+.:-]*:\/\/)(?:[^/@]*@)?([^/?#]+)\/?([^?#]*)/i.exec(address) ?? /^[\w.-]+@([\w.-]+):([^?#]*)/.exec(address) ?? [];
  const name = host.toLowerCase();
  if (name === '' || LOCAL.test(name)) return '';
  const all = path
    .replace(/@[^/]*$/, '')
    .replace(/:[\w.-]+$/, '')
    .split('/')
    .filter((step) => step !== '');
  const steps = FORGES.test(name) ? all.slice(0, name === 'api.github.com' ? 3 : 2) : all;
  return [name, ...steps.map((step) => (VERSION.test(step) ? '*' : step.replace(/\.git$/, '').replace(/(?<!\d)\d+(?:\.\d+)+/g, '*')))].join(
    '/',
  );
}

/** Host and owner of a source. */
function ownerIn(place: string): string {
  const [host = '', owner = ''] = place.split('/');
  return FORGES.test(host) ? `${host}/${owner}` : host;
}
