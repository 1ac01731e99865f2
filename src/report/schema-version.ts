/** The version of the shape of all outputs with findings; increases when a field is renamed or removed. */
export const SCHEMA_VERSION = 1;
