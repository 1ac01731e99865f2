/** The page around the program: files on the left, what a command says of them on the right. */
import type { Answer, Example, Request } from './protocol.js';

type Content = string | Uint8Array;
type View = 'verdicts' | 'review' | 'objects';

/** What a link carries. */
interface Shared {
  readonly files: Readonly<Record<string, string>>;
  readonly input: string;
  readonly before: string;
  readonly command: string;
}

const get = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const textOf = (id: string): string => get(id).textContent ?? '';
const field = (id: string): HTMLInputElement => get<HTMLInputElement>(id);
const on = (id: string, type: string, listener: (event: Event) => void): void => get(id).addEventListener(type, listener);

const examples = JSON.parse(textOf('examples')) as Example[];
const files = new Map<string, Content>();
let view: View = 'verdicts';

// ── The program.

const source = URL.createObjectURL(new Blob([textOf('program')], { type: 'text/javascript' }));
let program: Worker | undefined;
let asked = 0;

/** Runs a command line. What is still running is ended: nobody waits for it any more. */
function ask(argv: readonly string[]): Promise<Answer> {
  asked += 1;
  const id = asked;
  if (program?.onmessage) program.terminate();
  if (!program || program.onmessage) program = new Worker(source);
  const worker = program;
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      worker.onmessage = null;
      resolve(data);
    };
    worker.onerror = (event) => reject(new Error(event.message || 'the program does not start'));
    worker.postMessage({ id, files: Object.fromEntries(files), argv } satisfies Request);
  });
}

/** The words of a command line, as a shell takes them. */
function words(line: string): string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);

/** The command line of a view. */
function commandOf(shown: View): string {
  const placement = field('namespace').value === '' ? [] : ['--install-namespace', field('namespace').value];
  const install = field('install').checked ? ['--install'] : [];
  const input = field('input').value;
  const argv = {
    verdicts: ['check', input, ...install, ...placement],
    objects: ['render', input, ...install, ...placement],
    review: ['review', field('before').value || 'nothing', input, ...install, ...placement, '--format', 'html'],
  }[shown];
  return argv.map(quoted).join(' ');
}

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Runs the command of the view, a little after the last change. */
function soon(delay = 250): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    field('command').value = commandOf(view);
    void show();
  }, delay);
}

async function show(): Promise<void> {
  const status = get('status');
  const output = get('output');
  const report = get<HTMLIFrameElement>('report');
  output.setAttribute('aria-busy', 'true');
  if (files.size === 0) {
    status.textContent = 'No files yet.';
    output.replaceChildren();
    output.hidden = false;
    output.removeAttribute('aria-busy');
    report.hidden = true;
    return;
  }
  status.textContent = 'Running …';
  const start = performance.now();
  const answer = await ask(words(field('command').value)).catch((error: Error) => error);
  if (answer instanceof Error) {
    status.textContent = `This browser cannot run the program: ${answer.message}`;
    output.removeAttribute('aria-busy');
    return;
  }
  const { id, code, out, err } = answer;
  if (id !== asked) return;
  status.textContent = `Exit code ${code}, after ${Math.round(performance.now() - start)} ms.`;
  const isPage = out.startsWith('<!doctype html>');
  report.hidden = !isPage;
  if (isPage) report.srcdoc = out;
  output.replaceChildren(...coloured(isPage ? err : out + err));
  output.hidden = isPage && err === '';
  output.removeAttribute('aria-busy');
}

/** Text, with the severities that lines begin with in their colours. */
function coloured(text: string): Node[] {
  return text.split(/^((?:error|warning|info)\b(?:\[[^\]\n]*\])?)/m).map((piece, index) => {
    if (index % 2 === 0) return document.createTextNode(piece);
    const span = document.createElement('span');
    span.className = /^[a-z]+/.exec(piece)?.[0] ?? '';
    span.textContent = piece;
    return span;
  });
}

// ── The files.

interface Found {
  readonly path: string;
  readonly file: File;
}

/** Puts files beside those that are there, and what was added in place of what was asked about. */
function add(added: ReadonlyMap<string, Content>): void {
  if (added.size === 0) return;
  for (const [path, content] of added) files.set(path, content);
  const folder = topFolder([...added.keys()]);
  const isPair = ['base/', 'head/'].every((part) => [...added.keys()].some((path) => path.startsWith(`${folder}/${part}`)));
  const old = field('input').value;
  field('before').value = isPair ? `${folder}/base` : old !== folder && hasFiles(old) ? old : '';
  field('input').value = isPair ? `${folder}/head` : folder;
  if (field('before').value !== '') press('review');
  listFiles([...added.keys()][0]);
}

const hasFiles = (folder: string): boolean => [...files.keys()].some((path) => path.startsWith(`${folder}/`));

/** The folder that all of it came in. */
function topFolder(paths: readonly string[]): string {
  const tops = new Set(paths.map((path) => path.slice(0, path.indexOf('/'))));
  return tops.size === 1 ? ([...tops][0] as string) : '.';
}

/** Shows which files there are, and the content of one. */
function listFiles(selected?: string): void {
  const list = get<HTMLSelectElement>('list');
  const paths = [...files.keys()].sort();
  list.replaceChildren(...paths.map((path) => new Option(path, path, false, path === selected)));
  if (!selected && paths.length > 0) list.selectedIndex = 0;
  const folders = new Set(paths.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))));
  get('folders').replaceChildren(...[...folders].map((folder) => new Option(folder, folder)));
  // A bundle alone is installed in no namespace.
  const isBundle = folders.has(`${field('input').value}/manifests`);
  if (isBundle !== (field('namespace').value !== '')) field('namespace').value = isBundle ? 'operators' : '';
  open();
  soon(0);
}

function open(): void {
  const path = get<HTMLSelectElement>('list').value;
  const content = files.get(path) ?? '';
  const text = get<HTMLTextAreaElement>('text');
  field('path').value = path;
  text.value = typeof content === 'string' ? content : `${content.length} bytes that are no text`;
  text.readOnly = typeof content !== 'string';
}

/** Text as it is, byte order mark included, or bytes. */
function contentOf(bytes: Uint8Array): Content {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes;
  }
}

const pathOf = (path: string): string => (path.includes('/') ? path : `input/${path}`);

async function addFrom(list: readonly Found[]): Promise<void> {
  const read = list
    .filter(({ path }) => !/(^|\/)\.git\//.test(path))
    .map(async ({ path, file }) => [pathOf(path), contentOf(new Uint8Array(await file.arrayBuffer()))] as const);
  add(new Map(await Promise.all(read)));
}

/** What Chromium has for it: on a page from a disk, its FileSystemEntry can be read no more. */
interface WithHandle {
  getAsFileSystemHandle?(): Promise<FileSystemFileHandle | FileSystemDirectoryHandle | null>;
}

/** The files of what was dropped. It has to be asked for all of it at once: the items are gone after the event. */
function dropped(item: DataTransferItem & WithHandle): Promise<Found[]> {
  const handle = item.getAsFileSystemHandle?.();
  const entry = handle ? undefined : item.webkitGetAsEntry();
  if (handle) return handle.then((found) => (found ? filesOfHandle(found) : []));
  return entry ? filesOfEntry(entry) : Promise.resolve([]);
}

async function filesOfHandle(handle: FileSystemFileHandle | FileSystemDirectoryHandle, above = ''): Promise<Found[]> {
  const path = `${above}${handle.name}`;
  if (handle.kind === 'file') return [{ path, file: await handle.getFile() }];
  const found: Promise<Found[]>[] = [];
  for await (const below of handle.values()) found.push(filesOfHandle(below, `${path}/`));
  return (await Promise.all(found)).flat();
}

async function filesOfEntry(entry: FileSystemEntry): Promise<Found[]> {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile)
    return [{ path, file: await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)) }];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FileSystemEntry[] = [];
  // It gives a hundred at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    found.push(...some);
  }
  return (await Promise.all(found.map(filesOfEntry))).flat();
}

function press(shown: View): void {
  view = shown;
  for (const button of document.querySelectorAll<HTMLElement>('[data-view]')) {
    button.setAttribute('aria-pressed', String(button.dataset.view === shown));
  }
}

function load({ files: given, input, before = '' }: Omit<Example, 'name'>): void {
  files.clear();
  for (const [path, text] of Object.entries(given)) files.set(path, text);
  field('input').value = input;
  field('before').value = before;
  field('install').checked = false;
  press(before === '' ? 'verdicts' : 'review');
  listFiles();
}

// ── Links: `#example=NAME`, or all files in the link itself, which a browser does not send to a server.

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

async function linkOf(shared: Shared): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream('deflate-raw'));
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
  return `${location.href.replace(/#.*/, '')}#state=${text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

async function openLink(): Promise<void> {
  const [, kind, value = ''] = /^#(example|state)=(.*)$/.exec(location.hash) ?? [];
  if (kind === 'state') {
    const packed = Uint8Array.from(atob(value.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
    const text = new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw')));
    const shared = JSON.parse(text) as Shared;
    load(shared);
    clearTimeout(waiting);
    field('command').value = shared.command;
    return show();
  }
  const wanted = decodeURIComponent(value);
  const example = examples.find(({ name }) => name === wanted) ?? examples[0];
  if (!example) return;
  get<HTMLSelectElement>('example').value = example.name;
  load(example);
}

/** Links get cut where they are pasted. */
function openAddress(): void {
  openLink().catch(() => {
    get('status').textContent = 'This link cannot be opened: it is incomplete.';
  });
}

// ── What the reader does.

get('example').replaceChildren(...examples.map(({ name }) => new Option(name, name)));
on('example', 'change', () => {
  const { value } = get<HTMLSelectElement>('example');
  location.hash = `example=${encodeURIComponent(value)}`;
});
addEventListener('hashchange', openAddress);
on('list', 'change', open);
on('text', 'input', () => {
  files.set(get<HTMLSelectElement>('list').value, get<HTMLTextAreaElement>('text').value);
  soon();
});
on('path', 'change', () => {
  const old = get<HTMLSelectElement>('list').value;
  const content = files.get(old);
  if (content === undefined || field('path').value === '') return;
  files.delete(old);
  files.set(pathOf(field('path').value), content);
  listFiles(pathOf(field('path').value));
});
on('new', 'click', () => {
  let number = 1;
  while (files.has(`input/file-${number}.yaml`)) number += 1;
  add(new Map([[`input/file-${number}.yaml`, '']]));
  get('text').focus();
});
on('remove', 'click', () => {
  files.delete(get<HTMLSelectElement>('list').value);
  listFiles();
});
on('clear', 'click', () => {
  files.clear();
  field('input').value = '';
  field('before').value = '';
  press('verdicts');
  listFiles();
});
for (const id of ['add-files', 'add-folder']) {
  on(id, 'change', async () => {
    await addFrom([...(field(id).files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
    field(id).value = '';
  });
}
for (const id of ['input', 'before', 'namespace', 'install']) on(id, 'input', () => soon());
for (const button of document.querySelectorAll<HTMLElement>('[data-view]')) {
  button.addEventListener('click', () => {
    press(button.dataset.view as View);
    soon(0);
  });
}
on('ask', 'submit', (event) => {
  event.preventDefault();
  clearTimeout(waiting);
  void show();
});
on('link', 'click', async () => {
  const texts = [...files].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const shared = {
    files: Object.fromEntries(texts),
    input: field('input').value,
    before: field('before').value,
    command: field('command').value,
  };
  const link = await linkOf(shared);
  // Not `location.hash`, which would load it again.
  history.replaceState(null, '', link);
  await navigator.clipboard?.writeText(link).catch(() => undefined);
  get('status').textContent = `The link is in the address bar: ${link.length} characters, with all files in it.`;
});
document.addEventListener('paste', (event) => {
  const text = event.clipboardData?.getData('text') ?? '';
  if (text === '' || /^(?:INPUT|TEXTAREA)$/.test((event.target as Element).tagName)) return;
  add(new Map([[`input/pasted-${files.size + 1}.yaml`, text]]));
});
document.addEventListener('dragover', (event) => {
  event.preventDefault();
  document.body.classList.add('dropping');
});
document.addEventListener('dragleave', () => document.body.classList.remove('dropping'));
document.addEventListener('drop', async (event) => {
  event.preventDefault();
  document.body.classList.remove('dropping');
  await addFrom((await Promise.all([...(event.dataTransfer?.items ?? [])].map(dropped))).flat());
});
openAddress();
