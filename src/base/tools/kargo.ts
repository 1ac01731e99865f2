/** Kargo (https://docs.kargo.io): promotes the findings of Warehouses from Stage to Stage by writing to Git and to Applications. */
import { APPLIES, namespaced, type Tool } from './row.js';

export const KARGO: Tool = { name: 'Kargo', rows: namespaced('kargo.akuity.io', 'Stage Warehouse', APPLIES) };
