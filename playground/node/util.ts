/** `node:util` for the page. */
export { dequal as isDeepStrictEqual } from 'dequal';
