/**
 * Finds the commit that a revision names. Whoever may push a branch may push tags too, and git prefers a tag to the branch of the
 * same name (gitrevisions(7)): so a name means exactly one ref, or nothing.
 */
import { existsSync } from 'node:fs';
import { printable } from '../../base/manifest/printable.js';
import type { Problem } from '../../base/manifest/problem.js';
import { git } from './git.js';

/**
 * Names of branches, tags and commits, with `~2`, `^` and `@{1}`. git allows all characters but these in names. No name begins with
 * a minus, so git does not read it as an option; no name is a range or a path in the index.
 */
const REVISION = /^(?![-^])(?!.*\.\.)[^\s:?*[\\\p{Cc}]+$/u;
/** The suffix after the name. */
const SUFFIX = /(?:[~^]|@\{).*$/s;
/** Refs of the clone itself, which cannot be pushed. */
const OWN_REF = /^(?:[A-Z]+_)?HEAD$/;
const WHOLE_HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const SHORT_HASH = /^[0-9a-f]{4,63}$/;
const DUBIOUS = /dubious ownership/;
const BARE = /bare repository/;

type Named = { readonly commit: string } | { readonly problem: Problem };

/** Commits by the full names of their refs. */
type Refs = ReadonlyMap<string, string>;

/**
 * The commit that an input names in the repository of the current folder.
 *
 * @example
 * commitNamed('git:origin/main', 'origin/main') // the branch, even if a tag has this name
 */
export function commitNamed(input: string, revision: string): Named {
  if (!REVISION.test(revision)) return { problem: unknownRevision(input, revision) };
  const fault = repositoryFault();
  if (fault !== undefined) return { problem: unusable(input, fault) };
  const [suffix = ''] = SUFFIX.exec(revision) ?? [];
  const name = revision.slice(0, revision.length - suffix.length);
  const found = startOf(name, suffix);
  if (found instanceof Error) return { problem: unusable(input, found.message) };
  if (Array.isArray(found)) return { problem: ambiguous(input, revision, found) };
  const commit = found === undefined ? undefined : git(['rev-parse', '--verify', '--quiet', `${found}${suffix}^{commit}`]).text?.trim();
  return commit ? { commit } : { problem: unknownRevision(input, revision) };
}

/** Why the repository here is not used. A repository named in the environment is trusted. */
function repositoryFault(): string | undefined {
  const { text, error } = git(['rev-parse', '--is-bare-repository', '--git-dir', '--show-superproject-working-tree']);
  if (text === undefined) return error;
  if (process.env.GIT_DIR) return undefined;
  const [isBare, , around = ''] = text.split('\n');
  // git before 2.38 does not know the setting.
  if (isBare === 'true') return 'a bare repository, which could be a folder of another one';
  return around === '' ? undefined : `a submodule of ${around}: anyone who changes that controls its content`;
}

/** A name that git resolves to exactly one commit; all candidates if the name is ambiguous; nothing if there is none; what git says if it fails. */
function startOf(name: string, suffix: string): string | readonly string[] | Error | undefined {
  if (name === '' || name === '@' || name === 'HEAD' || WHOLE_HASH.test(name)) return name;
  // If an own ref is missing, git would take a branch or a tag with its name.
  if (OWN_REF.test(name) && isInGitFolder(name)) return name;
  const refs = refsNamed(name);
  if (refs instanceof Error) return refs;
  const chosen = chosenRef(name, refs);
  const commit = chosen === undefined ? undefined : refs.get(chosen);
  if (SHORT_HASH.test(name)) {
    const hashes = commitsWith(name);
    if (chosen === undefined) return hashes.length > 1 ? hashes : hashes[0];
    if (hashes.some((hash) => hash !== commit)) return [...refs.keys(), ...hashes];
  }
  if (chosen === undefined) return refs.size === 0 ? undefined : [...refs.keys()];
  const rivals = [...refs].filter(([ref, other]) => isRival(ref, chosen) && other !== commit);
  if (rivals.length > 0) return [chosen, ...rivals.map(([ref]) => ref)];
  // The reflog (`@{`) needs the ref's name; everything else takes the commit, which git cannot mistake for another ref.
  return suffix.startsWith('@{') ? chosen : commit;
}

/** The ref that a name means. A remote-tracking branch can only be the result of a fetch. */
function chosenRef(name: string, refs: Refs): string | undefined {
  const remote = `refs/remotes/${name}`;
  if (refs.has(name)) return name;
  if (refs.has(remote)) return remote;
  if (refs.has(`${remote}/HEAD`)) return `${remote}/HEAD`;
  // The name of a remote's branch does not mean a tag, even if that branch was not fetched.
  if (remotes().some((one) => name === one || name.startsWith(`${one}/`))) return undefined;
  return [`refs/${name}`, `refs/heads/${name}`, `refs/tags/${name}`].find((ref) => refs.has(ref));
}

/** Whether the user could have meant this ref instead. A local branch and its upstream differ every day. */
function isRival(ref: string, chosen: string): boolean {
  if (ref === chosen || chosen.startsWith('refs/remotes/')) return false;
  return !ref.startsWith('refs/remotes/') || chosen.startsWith('refs/tags/');
}

/** Every ref that a name could mean, branches of remotes included. A full name means one ref alone. */
function refsNamed(name: string): Refs | Error {
  const isWhole = name.startsWith('refs/');
  const places = isWhole ? [] : ['', 'tags/', 'heads/', 'remotes/'].map((kind) => `refs/${kind}${name}`);
  const exact = new Set(
    isWhole ? [name] : [...places, `refs/remotes/${name}/HEAD`, ...remotes().map((one) => `refs/remotes/${one}/${name}`)],
  );
  const { text, error } = git(['for-each-ref', '--format=%(refname)%00%(objectname)%00%(*objectname)', ...exact]);
  if (text === undefined) return new Error(error);
  const refs = text.split('\n').map((line) => line.split('\0'));
  return new Map(refs.flatMap(([ref = '', object = '', behind = '']) => (exact.has(ref) ? [[ref, behind || object]] : [])));
}

function remotes(): readonly string[] {
  const named = git(['remote']).text?.split('\n').filter(Boolean) ?? [];
  return [...new Set(['origin', ...named])];
}

function isInGitFolder(name: string): boolean {
  const path = git(['rev-parse', '--git-path', name]).text?.replace(/\n$/, '');
  return path !== undefined && existsSync(path);
}

function commitsWith(prefix: string): string[] {
  const hashes =
    git(['rev-parse', `--disambiguate=${prefix}`])
      .text?.split('\n')
      .filter(Boolean) ?? [];
  if (hashes.length === 0) return [];
  const kinds = git(['cat-file', '--batch-check=%(objecttype)'], `${hashes.join('\n')}\n`).text?.split('\n') ?? [];
  return hashes.filter((_, index) => kinds[index] === 'commit' || kinds[index] === 'tag');
}

function unusable(input: string, error: string): Problem {
  return {
    code: 'GIT_UNUSABLE',
    message: 'git cannot read a repository here',
    file: input,
    found: printable(error),
    expected: 'git, and a repository in the current folder or above',
    fix: DUBIOUS.test(error)
      ? 'run the command as the owner of the folder, or trust it: git config --global --add safe.directory with its path'
      : BARE.test(error) || error.startsWith('a submodule')
        ? 'run the command at the top of the repository that the change is in; if this one is meant, name it with the variable GIT_DIR'
        : 'run the command in a clone of the repository, with git installed',
  };
}

function unknownRevision(input: string, revision: string): Problem {
  return {
    code: 'GIT_REVISION_NOT_FOUND',
    message: 'the repository has no such revision',
    file: input,
    found: revision,
    expected: 'git:REVISION or git:REVISION:PATH, with the name of a branch, tag or commit',
    fix: 'check the name; in CI, fetch the branch first (git fetch origin main, or fetch-depth: 0) and write origin/main',
  };
}

function ambiguous(input: string, revision: string, names: readonly string[]): Problem {
  return {
    code: 'GIT_REVISION_AMBIGUOUS',
    message: 'the revision is ambiguous',
    file: input,
    found: printable(`${revision} could be ${[...new Set(names)].join(', ')}`),
    expected: 'the name of one branch, tag or commit',
    fix: `write the whole name, as in git:refs/remotes/origin/main; fetch the branch first where it is not there`,
  };
}
