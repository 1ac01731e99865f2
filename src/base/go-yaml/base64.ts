/** Whether a text is Base64. A pattern with a repeated group exhausts the stack on a text of some megabytes. */
export function isBase64(text: string): boolean {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end--;
  const [padding = ''] = /={1,2}$/.exec(text.slice(Math.max(0, end - 2), end)) ?? [];
  const body = text.slice(0, end - padding.length);
  if (/[^A-Za-z0-9+/\r\n]/.test(body)) return false;
  // Breaks count like letters, except for those at the end.
  if (padding === '') return (4 - (end % 4)) % 4 <= text.length - end;
  return end % 4 === 0 && !/[\r\n]/.test(body.slice(padding.length - 4));
}
