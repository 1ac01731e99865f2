/** Teleport (https://goteleport.com/docs). */
import { others } from './row.js';
import { keeps } from './setting.js';
import type { Tool } from './tool.js';

export const TELEPORT: Tool = {
  name: 'Teleport',
  rows: others('resources.teleport.dev', keeps('error', 'who can log in through Teleport, and as whom')),
};
