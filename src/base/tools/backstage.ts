/** Backstage (https://backstage.io/docs). */
import type { Tool } from './tool.js';

export const BACKSTAGE: Tool = {
  name: 'Backstage',
  rows: [],
  marks: [['backstage.io/*', '*', 'harmless', 'how the catalog of Backstage shows it']],
};
