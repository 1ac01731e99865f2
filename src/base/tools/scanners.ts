/** Scanners of manifests: Checkov (https://www.checkov.io) and KubeLinter (https://docs.kubelinter.io). */
import type { Tool } from './tool.js';

const ACCEPTED = 'which findings of a scanner of files are accepted';

export const SCANNERS: Tool = {
  name: 'Checkov and KubeLinter',
  rows: [],
  marks: [
    ['checkov.io/skip*', '*', 'harmless', ACCEPTED],
    ['kube-linter.io/*', '*', 'harmless', ACCEPTED],
    ['ignore-check.kube-linter.io/*', '*', 'harmless', ACCEPTED],
  ],
};
