/** The text of the option that takes images from another registry. */
import type { RegistryRewrite } from './pods.js';

/**
 * Reads `FROM=TO`.
 *
 * @returns undefined if one side is missing
 * @example
 * registryRewrite('quay.io=mirror.example.com/quay') // { from: 'quay.io', to: 'mirror.example.com/quay' }
 */
export function registryRewrite(option: string): RegistryRewrite | undefined {
  const [from = '', to = '', ...more] = option.split('=').map((side) => side.trim().replace(/(?<!\/)\/+$/, ''));
  return from === '' || to === '' || more.length > 0 ? undefined : { from, to };
}
