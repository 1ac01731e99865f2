/** Markdown of this repository as HTML, with the anchors that GitHub gives to headings. */
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const plain = (html) => html.replace(/<[^>]*>/g, '').replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity]);

/** A text within HTML. */
export const textOf = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The lines of a block that stand out: added and removed ones of a difference, commands and comments of a shell. */
function coloured(code, language) {
  const kinds = {
    diff: [
      ['add', /^\+.*$/gm],
      ['del', /^-.*$/gm],
    ],
    console: [['cmd', /^\$ .*$/gm]],
    sh: [['dim', /(?:^|(?<= ))# .*$/gm]],
    yaml: [['dim', /(?:^|(?<= ))# .*$/gm]],
    ts: [['dim', /(?:^|(?<= ))(?:\/\/ |\/?\*).*$/gm]],
  };
  return (kinds[language] ?? []).reduce(
    (text, [name, lines]) => text.replace(lines, (line) => `<span class="${name}">${line}</span>`),
    code,
  );
}

/**
 * The HTML of a page, its sections and where it leads.
 * @param link what a relative link becomes
 */
export function htmlOf(markdown, link) {
  const [sections, hrefs, seen] = [[], [], new Map()];
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true })
    .replace(/(<(?:a|img) (?:href|src)=")(?![a-z]+:)([^"]*)"/g, (_, start, href) => {
      hrefs.push(link(href));
      return `${start}${hrefs.at(-1)}"`;
    })
    .replace(/<h([1-6])>(.*?)<\/h\1>/gs, (_, level, inside) => {
      const name = plain(inside)
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-');
      const times = seen.get(name) ?? 0;
      seen.set(name, times + 1);
      const id = times === 0 ? name : `${name}-${times}`;
      sections.push({ id, level: Number(level), heading: plain(inside) });
      return `<h${level} id="${id}">${inside}<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${level}>`;
    })
    .replace(
      /<pre><code(?: class="language-(\w+)")?>(.*?)<\/code><\/pre>/gs,
      (_, language, code) => `<pre tabindex="0"><code>${coloured(code, language)}</code></pre>`,
    )
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
  const texts = html.split(/<h[1-6] id=.*?<\/h[1-6]>/s).slice(1);
  return {
    html,
    hrefs,
    sections: sections.map((section, index) => ({ ...section, text: plain(texts[index] ?? '').replace(/\s+/g, ' ') })),
  };
}
