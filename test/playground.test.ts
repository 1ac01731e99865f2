/** The page that runs the program in a browser: release/playground.html, opened from a disk. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHROMIUM, closeBrowser, openPage } from './support/browser.js';
import { bundleFolder, bundleNames } from './support/bundles.js';
import { cli } from './support/command-line.js';
import { folderOf } from './support/files.js';
import { describeWith } from './support/needs.js';

const ROOT = join(import.meta.dirname, '..');

/** What a page shows of a run. */
interface Shown {
  readonly status: string;
  readonly text: string;
  readonly report: string;
}

describeWith([{ isThere: CHROMIUM !== undefined, what: 'chromium' }], 'the playground', () => {
  let release = '';
  const address = (hash = ''): string => `${pathToFileURL(join(release, 'playground.html')).href}${hash}`;

  beforeAll(() => {
    release = mkdtempSync(join(tmpdir(), 'cdk8s-olm-playground-'));
    execFileSync(process.execPath, ['scripts/release/playground.mjs'], {
      cwd: ROOT,
      env: { ...process.env, RELEASE: release },
      stdio: 'pipe',
    });
  }, 120_000);

  afterAll(async () => {
    await closeBrowser();
    rmSync(release, { recursive: true, force: true });
  });

  /** What the page asks of anything but itself, and what it complains of. */
  async function openAt(hash = '', colorScheme: 'light' | 'dark' = 'light'): Promise<{ tab: Page; astray: string[] }> {
    const tab = await openPage({ offline: true, colorScheme, viewport: { width: 1400, height: 900 } });
    const astray: string[] = [];
    tab.on('request', (request) => /^(?:file|blob|about):/.test(request.url()) || astray.push(request.url()));
    tab.on('pageerror', (error) => astray.push(error.message));
    tab.on('console', (message) => astray.push(message.text()));
    await tab.goto(address(hash));
    await answered(tab);
    return { tab, astray };
  }

  async function answered(tab: Page): Promise<Shown> {
    await tab.waitForFunction(() => document.getElementById('output')?.getAttribute('aria-busy') === null, null, { timeout: 60_000 });
    return tab.evaluate(() => {
      const textOf = (id: string): string => document.getElementById(id)?.textContent ?? '';
      const report = document.getElementById('report') as HTMLIFrameElement;
      return { status: textOf('status').replace(/,.*/, ''), text: textOf('output'), report: report.hidden ? '' : report.srcdoc };
    });
  }

  /** Follows a link within the page. */
  async function follow(tab: Page, hash: string): Promise<Shown> {
    await tab.evaluate((value) => {
      document.getElementById('output')?.setAttribute('aria-busy', 'true');
      location.hash = value;
    }, hash);
    return answered(tab);
  }

  /** Runs a command line in the page. */
  async function run(tab: Page, command: string): Promise<Shown> {
    await tab.fill('#command', command);
    await tab.evaluate(() => document.getElementById('output')?.setAttribute('aria-busy', 'true'));
    await tab.click('#ask button');
    return answered(tab);
  }

  /** What the command prints, as the page would show it. */
  function printed(command: string): Shown {
    const { code, out, err } = cli(command.split(' '));
    const isPage = out.startsWith('<!doctype html>');
    return { status: `Exit code ${code}`, text: isPage ? err : out + err, report: isPage ? out : '' };
  }

  const shared = (state: object): string => `#state=${deflateRawSync(JSON.stringify(state)).toString('base64url')}`;

  /** All files below a folder of the disk, under their absolute paths less the first slash. */
  function filesBelow(folder: string): Record<string, string> {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return Object.fromEntries(
      entries.map((entry) => [join(entry.parentPath, entry.name).slice(1), readFileSync(join(entry.parentPath, entry.name), 'utf8')]),
    );
  }

  it('gives for every example what the command gives, byte for byte, asks nobody, and complains of nothing', async () => {
    const { tab, astray } = await openAt();
    const names = await tab.locator('#example option').allTextContents();
    const reviews = readdirSync(join(ROOT, 'examples/reviews')).map((name) => `reviews/${name}`);
    const others = ['ci', 'constructs', 'reviews', 'start', 'reviews/kustomization-patched'];
    expect(names.sort()).toEqual([...readdirSync(join(ROOT, 'examples')), ...reviews].filter((name) => !others.includes(name)).sort());
    for (const name of names) {
      await tab.evaluate(
        (hash) => {
          document.getElementById('output')?.setAttribute('aria-busy', 'true');
          location.hash = hash;
        },
        `example=${encodeURIComponent(name)}`,
      );
      const first = await answered(tab);
      const command = await tab.inputValue('#command');
      expect({ command, ...first }).toEqual({ command, ...printed(command) });
      const input = await tab.inputValue('#input');
      const render = `render ${input} --profile olm`;
      expect({ render, ...(await run(tab, render)) }).toEqual({ render, ...printed(render) });
    }
    expect(astray).toEqual([]);
  }, 300_000);

  it.runIf(bundleNames.length > 0)(
    'gives for real bundles what the command gives, byte for byte',
    async () => {
      const { tab } = await openAt();
      for (const bundle of bundleNames) {
        const folder = bundleFolder(bundle);
        const command = `check ${folder} --install-namespace operators`;
        const shown = await follow(tab, shared({ files: filesBelow(folder), input: folder.slice(1), before: '', command }));
        expect({ command, ...shown }).toEqual({ command, ...printed(command) });
      }
    },
    300_000,
  );

  it('shows the verdicts of a bundle that is added as a folder, its risks, and the review of the next version', async () => {
    const version = (verbs: string, name: string): string => `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata: { name: ${name} }
spec:
  install:
    strategy: deployment
    spec:
      clusterPermissions:
        - serviceAccountName: db
          rules: [{ apiGroups: [""], resources: [secrets], verbs: [${verbs}] }]
      deployments:
        - name: db
          spec:
            selector: { matchLabels: { app: db } }
            template:
              metadata: { labels: { app: db } }
              spec: { serviceAccountName: db, containers: [{ name: db, image: "registry.example.com/db:1" }] }
  installModes:
    - { type: OwnNamespace, supported: true }
    - { type: SingleNamespace, supported: true }
    - { type: MultiNamespace, supported: false }
    - { type: AllNamespaces, supported: true }
`;
    const folder = folderOf({
      '1.0.0/manifests/db.yaml': version('get', 'db.v1.0.0'),
      '1.1.0/manifests/db.yaml': version('get, list', 'db.v1.1.0'),
    });
    const { tab, astray } = await openAt();
    await tab.click('#clear');
    await tab.setInputFiles('#add-folder', join(folder, '1.0.0'));
    await tab.waitForFunction(() => document.getElementById('output')?.textContent?.includes('db.v1.0.0'));
    expect(await tab.inputValue('#command')).toBe('check 1.0.0 --install-namespace operators');
    await tab.click('[data-view=review]');
    const risks = tab.frameLocator('#report');
    await risks.getByText('ServiceAccount operators/db can get secrets').first().waitFor();
    await tab.setInputFiles('#add-folder', join(folder, '1.1.0'));
    await risks.getByText('can now also list secrets').first().waitFor();
    expect(await tab.inputValue('#command')).toBe('review 1.0.0 1.1.0 --install-namespace operators --format html');
    await tab.click('[data-view=objects]');
    await tab.waitForFunction(() => document.getElementById('output')?.textContent?.includes('kind: ClusterRoleBinding'));
    expect(astray).toEqual([]);
  });

  it('takes a folder that is dropped on it, and text that is pasted', async () => {
    const { tab, astray } = await openAt('#example=conflict');
    await tab.click('#clear');
    await tab.waitForFunction(() => document.getElementById('status')?.textContent === 'No files yet.');
    const devtools = await tab.context().newCDPSession(tab);
    const data = { items: [], files: [join(ROOT, 'examples/unsatisfiable')], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, x: 50, y: 50, data });
    await tab.waitForFunction(() => document.getElementById('output')?.textContent?.includes('NAMESPACE'));
    expect(await tab.locator('#list option').allTextContents()).toEqual(
      Object.keys(filesBelow(join(ROOT, 'examples/unsatisfiable')))
        .map((path) => path.slice(join(ROOT, 'examples').length))
        .sort(),
    );
    await tab.click('#clear');
    await tab.evaluate(
      (text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', text);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      },
      readFileSync(join(ROOT, 'examples/platform-upgrade/operator.yaml'), 'utf8'),
    );
    await tab.waitForFunction(() => document.getElementById('output')?.textContent?.includes('stonedb.v1.8.2'));
    expect(await tab.inputValue('#command')).toBe('check input');
    expect(astray).toEqual([]);
  });

  it('follows what is written into a file', async () => {
    const { tab } = await openAt('#example=conflict');
    await tab.selectOption('#list', 'examples/conflict/team-b.yaml');
    await tab.fill('#text', (await tab.inputValue('#text')).replaceAll(/^ *- shared\n/gm, ''));
    await tab.waitForFunction(() => !document.getElementById('output')?.textContent?.includes('Conflict'));
    expect((await answered(tab)).status).toBe('Exit code 0');
  });

  it('puts all that it shows into a link, and opens it again', async () => {
    const { tab } = await openAt('#example=conflict');
    await tab.fill('#command', 'explain csv/team-b/stonedb.v1.9.0 examples/conflict');
    await tab.click('#link');
    await tab.waitForFunction(() => location.hash.startsWith('#state='));
    const { tab: other } = await openAt(new URL(tab.url()).hash);
    expect(await answered(other)).toEqual(printed('explain csv/team-b/stonedb.v1.9.0 examples/conflict'));
    expect(await other.locator('#list option').allTextContents()).toEqual([
      'examples/conflict/team-a.yaml',
      'examples/conflict/team-b.yaml',
    ]);
  });

  it.each(['state=AAAA', 'state=%', 'example=%'])('says that a link is not whole: #%s', async (hash) => {
    const tab = await openPage({ offline: true });
    await tab.goto(address(`#${hash}`));
    await tab.getByText('This link cannot be opened').waitFor();
  });

  it('shows text of the input as text, and runs none of it', async () => {
    const files = {
      'input/a.yaml': 'kind: "<img src=x onerror=alert(1)>"\napiVersion: </script><script>alert(1)</script>\nmetadata: { name: x }\n',
    };
    const state = shared({ files, input: 'input', before: '', command: 'review nothing input --format html' });
    const { tab, astray } = await openAt(state);
    await run(tab, 'check input');
    expect(astray).toEqual([]);
    expect(await tab.locator('img').count()).toBe(0);
  });

  it.each(['light', 'dark'] as const)('has nothing that axe finds, in %s mode', async (colorScheme) => {
    const { tab } = await openAt('', colorScheme);
    await tab.evaluate(axe.source);
    const violations = await tab.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run().then((found) => found.violations));
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  });

  it('is there in a second, with its first verdicts, and stays small', async () => {
    const waits: number[] = [];
    // What else a machine does is no part of the page.
    while (waits.length < 10 && !waits.some((wait) => wait < 1000)) {
      const { tab } = await openAt();
      expect(await tab.textContent('#output')).toContain('InterOperatorGroupOwnerConflict');
      waits.push(await tab.evaluate(() => performance.now()));
    }
    expect(Math.min(...waits)).toBeLessThan(1000);
    expect(statSync(join(release, 'playground.html')).size).toBeLessThan(2_500_000);
  });
});
