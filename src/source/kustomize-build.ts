/**
 * Building a kustomization with `kustomize build` or `kubectl kustomize`, where one is installed: without plugins, without Helm,
 * and without anything from another host, as whoever writes the input would choose that.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { parseDocuments } from '../manifest/parse.js';
import type { FileTree } from './file-tree.js';
import { isRemote, KUSTOMIZATION_NAMES } from './kustomization.js';
import { LOADING_FIELDS, textsIn } from './kustomization-loads.js';

/** The tools that build, in the order in which they are looked for. */
const TOOLS = [
  ['kustomize', ['build']],
  ['kubectl', ['kustomize']],
] as const;

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 1 << 28;

/** Fields that start another program. */
const PROGRAMS = ['helmCharts', 'helmChartInflationGenerator', 'helmGlobals'];

/** What was built, or why nothing was. */
export type KustomizeOutcome =
  | { readonly text: string }
  /** `not-installed`: `command` is what to pipe. `refused`: it would load from elsewhere or start a program. `failed`: what the tool said. */
  | { readonly failure: 'not-installed' | 'refused' | 'failed'; readonly message: string; readonly command: string };

/**
 * Builds the kustomization of a folder of a tree, in a copy that is removed again: what lies outside the tree cannot be reached.
 *
 * @param path where tools are looked for, as in the environment variable PATH
 * @param temporary a folder for the copy
 * @example
 * buildKustomization(diskTree('clusters'), 'prod', { path: process.env.PATH ?? '', temporary: tmpdir() })
 */
export function buildKustomization(
  tree: FileTree,
  folder: string,
  { path, temporary }: { path: string; temporary: string },
): KustomizeOutcome {
  const command = kustomizeCommand(tree.nameOf(folder));
  const files = [...filesOf(tree, '')];
  tree.expect?.(files);
  const forbidden = files.flatMap((file) => forbiddenIn(tree, file));
  if (forbidden.length > 0) return { failure: 'refused', message: forbidden.join('; '), command };
  const tool = installedTool(path);
  if (!tool) return { failure: 'not-installed', message: 'neither kustomize nor kubectl is installed', command };
  const copy = mkdtempSync(join(temporary, 'cdk8s-olm-kustomize-'));
  try {
    for (const file of files) {
      const bytes = tree.read(file);
      if (bytes === undefined) continue;
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), bytes);
    }
    // Without PATH it finds no git, and through this proxy no other host.
    const env = { PATH: '', HOME: copy, HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9', GIT_ALLOW_PROTOCOL: 'none' };
    const { status, stdout, stderr, error } = spawnSync(tool.program, [...tool.arguments, join(copy, folder)], {
      encoding: 'utf8',
      env,
      timeout: TIMEOUT_MS,
      maxBuffer: MAX_OUTPUT_BYTES,
    });
    if (status === 0) return { text: stdout };
    return { failure: 'failed', message: (stderr || (error?.message ?? '')).trim().replaceAll(`${copy}/`, ''), command };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** What to pipe. @param folder as messages name it; of a commit, it has to be checked out first */
export function kustomizeCommand(folder: string): string {
  const [, revision, path = ''] = /^git:([^:]*):?(.*)$/s.exec(folder) ?? [];
  const [checkout, place] =
    revision === undefined ? ['', folder] : [`git worktree add --detach /tmp/base ${revision} && `, `/tmp/base/${path}`];
  return `${checkout}kubectl kustomize ${place} | cdk8s-olm render -`;
}

/** Which tool is there, by its whole path. */
function installedTool(path: string): { program: string; arguments: readonly string[] } | undefined {
  for (const [name, args] of TOOLS) {
    for (const folder of path.split(delimiter).filter((entry) => entry !== '')) {
      const program = join(folder, name);
      try {
        accessSync(program, constants.X_OK);
        return { program, arguments: args };
      } catch {
        // The next folder has it, or none has.
      }
    }
  }
  return undefined;
}

function* filesOf(tree: FileTree, folder: string): Generator<string> {
  for (const { name, kind } of tree.list(folder)) {
    if (name === '.git' || name === 'node_modules') continue;
    const path = folder === '' ? name : `${folder}/${name}`;
    if (kind === 'file') yield path;
    // What a link or a submodule holds is not part of the input.
    else if (kind === 'folder') yield* filesOf(tree, path);
  }
}

/** What a kustomization must not ask for. All of the tree are looked at: which of them is used, a patch can decide. */
function forbiddenIn(tree: FileTree, file: string): string[] {
  if (!KUSTOMIZATION_NAMES.some((name) => file === name || file.endsWith(`/${name}`))) return [];
  const { documents } = parseDocuments({ file: tree.nameOf(file), text: new TextDecoder().decode(tree.read(file)) });
  return documents.flatMap(({ value }) => {
    const fields = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
    const programs = PROGRAMS.filter((field) => Object.hasOwn(fields, field)).map((field) => `${file} has ${field}, which starts Helm`);
    const remote = LOADING_FIELDS.flatMap((field) =>
      [...textsIn(fields[field])].filter(isRemoteText).map((text) => `${file} loads ${text}`),
    );
    return [...programs, ...remote];
  });
}

/** A patch in the text is longer than a line, and may well contain a URL. */
function isRemoteText(text: string): boolean {
  return !text.includes('\n') && isRemote(text);
}
