/**
 * Tells which changes of a package of npm, or of its lock, put other code in the place of a package. Another version of the same package from
 * the same registry is everyday work.
 */

import { isMapping, sortedText } from '../../../../base/manifest/plain-data.js';
import { jsonIn } from './text-documents.js';

const PACKAGE = /(?:^|\/)package\.json$/;
const JSON_LOCK = /(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/;
const LOCK = /(?:^|\/)(?:pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/;

/** Whether a change of a file lets npm and similar programs run other code than another version of the same packages. */
export function replacesPackages(path: string, before: string | undefined, after: string | undefined): boolean {
  if (!PACKAGE.test(path) && !JSON_LOCK.test(path) && !LOCK.test(path)) return false;
  // A text that is none, and a lock that comes or goes: the packages are others.
  if (before === after && before !== undefined) return false;
  if (LOCK.test(path)) return before === undefined || after === undefined || addressesIn(before, after);
  const [was, is] = [before, after].map((text) => (text === undefined ? {} : jsonIn(text)));
  if (!isMapping(was) || !isMapping(is)) return true;
  return PACKAGE.test(path) ? replacedIn(was, is) : lockedOther(was, is);
}

/** A number or a range of numbers, which names a package of the registry. */
const RANGE = /^(?:[\^~]|[<>]=?)?\s*v?\d(?=([\w.*+-]*))\1(?:(?:\s*(?:-|\|\|)\s*|\s+)(?:(?:[\^~]|[<>]=?)\s*)?v?\d(?=([\w.*+-]*))\2)*$/;
const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
/** Fields that decide which code runs under which name, before or in place of a package. */
const DECIDING = ['name', 'bin', 'main', 'exports', 'imports', 'type', 'overrides', 'resolutions', 'pnpm', 'workspaces', 'packageManager'];
const MORE = ['bundleDependencies', 'bundledDependencies', 'dependenciesMeta', 'installConfig', 'trustedDependencies', 'volta', 'gypfile'];
/** Scripts that run when packages are installed. */
const AT_INSTALLATION = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare', 'prepublish', 'dependencies'];

type Fields = Readonly<Record<string, unknown>>;

function replacedIn(was: Fields, is: Fields): boolean {
  const [deps, others] = [was, is].map((all) => merged(all)) as [Fields, Fields];
  const names = new Set([...Object.keys(deps), ...Object.keys(others)]);
  const isOther = (name: string): boolean => deps[name] !== others[name] && !(RANGE.test(`${deps[name]}`) && RANGE.test(`${others[name]}`));
  const [scripts, now] = [was, is].map((all) => (isMapping(all.scripts) ? all.scripts : {})) as [Fields, Fields];
  return (
    [...names].some(isOther) ||
    [...DECIDING, ...MORE].some((field) => sortedText(was[field] ?? null) !== sortedText(is[field] ?? null)) ||
    AT_INSTALLATION.some((name) => scripts[name] !== now[name])
  );
}

function merged(all: Fields): Fields {
  return Object.assign({}, ...DEPENDENCIES.map((field) => (isMapping(all[field]) ? all[field] : {})));
}

/** Whether a package is locked to another address, to other content of the same version, or to the address of another package. */
function lockedOther(was: Fields, is: Fields): boolean {
  const [before, after] = [was, is].map((all) => ({ ...entriesOf(all.dependencies), ...entriesOf(all.packages) })) as [Fields, Fields];
  if (Object.keys(before).length === 0 || Object.keys(after).length === 0) return true;
  const hosts = new Set(Object.values(before).map((entry) => hostOf(entry)));
  return Object.entries(after).some(([key, entry]) => {
    const old = before[key];
    if (key === '' || !isMapping(entry) || sortedText(entry) === sortedText(old ?? null)) return false;
    const { resolved, version, integrity, link, bin, name = key.replace(/^.*node_modules\//, '') } = entry;
    if (link === true || typeof resolved !== 'string' || !hosts.has(hostOf(entry))) return true;
    if (!resolved.includes(`/${String(name)}/-/`) || !key.endsWith(String(name))) return true;
    if (!isMapping(old)) return false;
    const isOther = old.integrity !== integrity && old.version === version;
    return (
      isOther ||
      old.resolved?.toString().replace(/-\d[^/]*$/, '') !== resolved.replace(/-\d[^/]*$/, '') ||
      sortedText(old.bin ?? null) !== sortedText(bin ?? null)
    );
  });
}

function entriesOf(value: unknown): Fields {
  return isMapping(value) ? value : {};
}

function hostOf(entry: unknown): string {
  const { resolved } = isMapping(entry) ? entry : {};
  return /^[a-z+]+:\/\/[^/]*/.exec(typeof resolved === 'string' ? resolved : '')?.[0] ?? '';
}

const ADDRESS = /(?:\btarball:\s*[^\s,}]+|(?<![a-z+])[a-z+]+:\/\/[^/\s"']+|\b(?:file|link|portal|patch|git|github|npm|exec):)[^\s"',}]*/g;
/** The host of an address, and the name of the package in it. */
const OF_REGISTRY = /^(https:\/\/[^/]+)\/((?:@[^/]+(?:\/|%2f))?[^/]+)\/-\//i;

/** An entry of Bun's lock: the name of a package, and what is installed under it. */
const OF_BUN = /"((?:[^"\n]*\/)?(?:@[^"/\n]+\/)?[^"/@\n]+)":\s*\["((?:@[^"/\n]+\/)?[^"@\n]+)@([^"\n]*)"/g;

/** The entries of Bun's lock under which something else is installed than a version of the package. */
function othersIn(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(OF_BUN)].flatMap(([all, key = '', name = '', version = '']) =>
      key.endsWith(name) && /^\d/.test(version) ? [] : [all],
    ),
  );
}

/** Whether a lock has an address of a host that it had not, or of a package that it does not list. */
function addressesIn(before: string, after: string): boolean {
  const others = othersIn(before);
  if ([...othersIn(after)].some((entry) => !others.has(entry))) return true;
  const known = new Set(before.match(ADDRESS) ?? []);
  const hosts = new Set([...known].map((address) => OF_REGISTRY.exec(address)?.[1]));
  return [...new Set(after.match(ADDRESS) ?? [])].some((address) => {
    if (known.has(address)) return false;
    // Yarn writes `name@npm:range` for a package of the registry itself.
    if (/^npm:(?:[\^~]|[<>]=?)?\d/.test(address)) return false;
    const [, host, name = ''] = OF_REGISTRY.exec(address) ?? [];
    return host === undefined || !hosts.has(host) || !new RegExp(`(?:^|["'\\s/])${name.replaceAll(/[^\w]/g, '\\$&')}@`, 'm').test(after);
  });
}
