/** What kubectl on this machine reads of texts, without a cluster. */
import { spawnSync } from 'node:child_process';
import { folderOf } from '../../support/files.js';
import type { Need } from '../../support/needs.js';

/** The kubectl whose reader was ported: later ones may have another. */
const MINORS: ReadonlySet<number> = new Set([28, 29, 30, 31, 32, 33]);

const version = spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' }).stdout ?? '';
const minor = Number(/Client Version: v1\.(\d+)/.exec(version)?.[1]);

export const KUBECTL: Need = { isThere: MINORS.has(minor), what: 'kubectl 1.28 to 1.33' };

function run(texts: readonly string[]): { readonly stdout: string; readonly stderr: string } {
  const folder = folderOf(Object.fromEntries(texts.map((text, index) => [`${index}.yaml`, text])));
  return spawnSync('kubectl', ['label', '--local', '-f', folder, 'a=b', '-o', 'json'], { encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** The objects that kubectl reads, by their name; those with the uid `u` alone. */
export function asKubectlReads(texts: readonly string[]): Map<string, unknown> {
  const { stdout } = run(texts);
  const objects = stdout.trim() === '' ? [] : stdout.trim().split(/(?<=^\})\n(?=\{)/m);
  const named = objects.map((json) => JSON.parse(json) as { metadata?: { name?: string; uid?: string } });
  return new Map(named.flatMap((object) => (object.metadata?.uid === 'u' ? [[object.metadata.name ?? '', object]] : [])));
}

/** What go-yaml says of each text, as kubectl prints it; nothing of a text that it reads. */
export function kubectlErrors(texts: readonly string[]): (string | undefined)[] {
  const errors = new Map(
    [...run(texts).stderr.matchAll(/parsing \S*?\/(\d+)\.yaml: error converting YAML to JSON: yaml: (.*)$/gm)].map(([, index, message]) => [
      Number(index),
      message as string,
    ]),
  );
  return texts.map((_, index) => errors.get(index));
}
