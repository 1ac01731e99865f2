/** Recognises texts that a tool fills in or decrypts before anything applies them. */
import { isYtt } from './ytt.js';

/** Whether a text is a template, or encrypted. */
export function isNoPlainText(text: string): boolean {
  return /\{\{|\{%|<%|\$\{\w+\}/.test(text) || isYtt(text) || isEncrypted(text);
}

/** Whether ansible-vault encrypted all of a text. */
export function isEncrypted(text: string): boolean {
  return text.startsWith('$ANSIBLE_VAULT;');
}
