/** The registry of ../shared/real: CNCF Distribution, as Debian has it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { folderOf } from './files.js';
import { type ArchiveEntry, archive, imageOf, type StoredImage } from './images.js';

const REAL = join(import.meta.dirname, '../../../shared/real');

/** Why there is no real registry here; nothing where there is one. */
export function noRealRegistry(needs: readonly string[] = ['docker-registry', 'python3']): string | undefined {
  if (!existsSync(join(REAL, 'registry'))) return 'needs ../shared/real';
  const missing = needs.filter((command) => !isInstalled(command));
  return missing.length > 0 ? `needs ${missing.join(', ')}` : undefined;
}

function isInstalled(command: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, command)));
}

let interpreter: string | undefined;

/** The program itself: what finds a version of it, such as pyenv, takes longer than what it is for. */
function python(): string {
  interpreter ??= execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
  return interpreter;
}

/** A registry that runs until the test ends. */
export interface RealRegistry {
  readonly host: string;
  /** With TLS, the file of its authority. */
  readonly ca: string;
  /** Pushes a folder, and gives the reference by digest. @param image such as `acme/catalog:v1` */
  push(folder: string, image: string, ...options: string[]): string;
  /** The same of one layer, without a program that is started for it: writes where the registry keeps what is pushed. */
  put(folder: string, image: string, labels?: Readonly<Record<string, string>>): string;
}

/** Starts a registry. @param options `--auth USER:PASSWORD`, `--tls` */
export function realRegistry(...options: string[]): RealRegistry {
  const folder = folderOf();
  const host = execFileSync(join(REAL, 'registry'), ['up', folder, ...options], { encoding: 'utf8' }).trim();
  onTestFinished(() => void execFileSync(join(REAL, 'registry'), ['down', folder]));
  return {
    host,
    ca: join(folder, 'ca.crt'),
    push: (from, image, ...more) =>
      execFileSync(python(), [join(REAL, 'push-image'), ...more, from, `${host}/${image}`], { encoding: 'utf8' }).trim(),
    put: (from, image, labels) => {
      const [name = '', tag = ''] = image.split(':');
      const stored = imageOf({ layers: [archive(entriesOf(from))], labels: { ...annotationsOf(from), ...labels } });
      store(join(folder, 'data/docker/registry/v2'), name, tag, stored);
      return `${host}/${name}@${stored.digest}`;
    },
  };
}

/** The files of a folder, each folder before what is in it. */
function entriesOf(folder: string): ArchiveEntry[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry): ArchiveEntry => {
      const path = join(entry.parentPath, entry.name);
      if (entry.isDirectory()) return { path: `${relative(folder, path)}/` };
      return { path: relative(folder, path), content: readFileSync(path) };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What a bundle's image has as labels. */
function annotationsOf(folder: string): Readonly<Record<string, string>> {
  const file = join(folder, 'metadata/annotations.yaml');
  if (!existsSync(file)) return {};
  const { annotations } = parse(readFileSync(file, 'utf8')) as { annotations: Record<string, unknown> };
  const own = Object.entries(annotations).filter(([key]) => key.startsWith('operators.operatorframework.io'));
  return Object.fromEntries(own.map(([key, value]) => [key, String(value)]));
}

/** As CNCF Distribution writes an image to its disk. */
function store(root: string, name: string, tag: string, { blobs, manifest, digest }: StoredImage): void {
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const linked = (path: string, to: string): void => write(`repositories/${name}/${path}/link`, to);
  for (const [of, content] of [...blobs, [digest, manifest] as const]) {
    const hex = of.replace('sha256:', '');
    write(`blobs/sha256/${hex.slice(0, 2)}/${hex}/data`, content);
    linked(of === digest ? `_manifests/revisions/sha256/${hex}` : `_layers/sha256/${hex}`, of);
  }
  linked(`_manifests/tags/${tag}/current`, digest);
  linked(`_manifests/tags/${tag}/index/${digest.replace(':', '/')}`, digest);
}
