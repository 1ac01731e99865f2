/** Kargo (https://docs.kargo.io): promotes the findings of Warehouses from Stage to Stage by writing to Git and to Applications. */
import { APPLIES, namespaced } from './row.js';
import type { Tool } from './tool.js';

export const KARGO: Tool = { name: 'Kargo', rows: namespaced('kargo.akuity.io', 'Stage Warehouse', APPLIES) };
