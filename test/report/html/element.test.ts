import { describe, expect, it } from 'vitest';
import { element, fragment } from '../../../src/report/html/element.js';

describe('an element', () => {
  it('escapes text and attributes', () => {
    const text = `<b>"it's" & </script>`;
    expect(element('td', { title: text }, text).html).toBe(
      '<td title="&lt;b&gt;&quot;it&#39;s&quot; &amp; &lt;/script&gt;">&lt;b&gt;&quot;it&#39;s&quot; &amp; &lt;/script&gt;</td>',
    );
  });

  it('shows control and direction characters by their numbers', () => {
    expect(element('p', {}, 'a\u202e\u0000b').html).toBe('<p>a\\u202e\\u0000b</p>');
  });

  it('holds other elements, numbers and lists, and leaves out what is absent', () => {
    expect(element('p', {}, element('b', {}, 'x'), 1, [false, undefined, ['y']]).html).toBe('<p><b>x</b>1y</p>');
  });

  it('has the attributes that are set', () => {
    expect(element('form', { hidden: true, open: false, id: undefined, tabindex: 0 }).html).toBe('<form hidden tabindex="0"></form>');
  });

  it('has no end where it can hold nothing', () => {
    expect(element('meta', { charset: 'utf-8' }).html).toBe('<meta charset="utf-8">');
  });
});

it('a fragment is elements beside each other', () => {
  expect(fragment(element('b'), 'x').html).toBe('<b></b>x');
});
