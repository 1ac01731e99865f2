/** The version of the shape of all outputs with findings: it grows where something is renamed or removed. */
export const SCHEMA_VERSION = 1;
