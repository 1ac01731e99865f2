/** Recognises texts that a tool fills in or decrypts before anything applies them. */
import { isYtt } from './ytt.js';

/** Whether a text is a template, or encrypted. */
export function isNoPlainText(text: string): boolean {
  return /\{\{|\{%|<%|\$\{\w+\}/.test(withoutComments(text)) || isYtt(text) || isEncrypted(text);
}

/** Tools that apply a file read nothing in its comments. */
function withoutComments(text: string): string {
  return text.replace(/^[ \t]*#.*$/gm, '');
}

/** Whether ansible-vault encrypted all of a text. */
export function isEncrypted(text: string): boolean {
  return text.startsWith('$ANSIBLE_VAULT;');
}
