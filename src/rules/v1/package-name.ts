/** The bundle's package must have a name (OLM v1's CheckPackageNameNotEmpty). */
import type { Validator } from './validator.js';

export const packageNameIsThere: Validator = ({ packageName }) => (packageName === '' ? ['package name is empty'] : []);
