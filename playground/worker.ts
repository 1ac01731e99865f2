/** The program, in a thread of its own: the page sends files and a command line, and gets what the command prints. */
import './node/globals.js';
import { config } from 'zod';
import { loadCommands } from '../src/cli/commands.js';
import { run } from '../src/cli/program.js';
import { addFolder, mount } from './node/fs.js';
import type { Answer, Request } from './protocol.js';

// The page's policy lets nothing make code of text.
config({ jitless: true });

/** What a review of a first version starts from. */
const NOTHING = 'nothing';

addEventListener('message', async ({ data }: MessageEvent<Request>) => {
  const { id, files, argv } = data;
  if (files) {
    mount(files);
    addFolder(NOTHING);
  }
  let out = '';
  let err = '';
  const terminal = {
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
    outIsTerminal: false,
    errIsTerminal: false,
    env: {},
  };
  const code = run(argv, terminal, await loadCommands(argv));
  postMessage({ id, code, out, err } satisfies Answer);
});
