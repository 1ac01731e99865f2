/** This machine, by its names. */

/** Whether a host is this machine, so that what is sent to it leaves it nowhere. @param host with or without a port */
export function isLoopback(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return name === 'localhost' || name === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}
