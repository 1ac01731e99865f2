/** The style of the page: for wide and narrow screens, light and dark, and paper. */

export const STYLE = `
:root {
  color-scheme: light dark;
  --text: #1c2430; --dim: #586374; --page: #f6f7f9; --card: #ffffff; --line: #d8dde5; --link: #0b5cad;
  --error: #b3261e; --error-tint: #fdecea; --warning: #8a5300; --warning-tint: #fdf3e1; --info: #0b5cad; --info-tint: #e8f1fb;
  --good: #1a6b34; --good-tint: #e7f5ec; --role: #6a4ba3; --role-tint: #f1ebfa;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e4e8ee; --dim: #9fabbb; --page: #12161c; --card: #1b212a; --line: #343d4a; --link: #7ab8f5;
    --error: #ff8a80; --error-tint: #3a1f1e; --warning: #ffc46b; --warning-tint: #35290f; --info: #7ab8f5; --info-tint: #16283b;
    --good: #7fd49a; --good-tint: #15301f; --role: #c3a8f0; --role-tint: #2a2140;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
header, main, footer { max-width: 1360px; margin: 0 auto; padding: 0 16px; }
h1 { font-size: 1.45rem; line-height: 1.3; margin: 0 0 8px; overflow-wrap: anywhere; }
.verdict p { margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { display: inline; font-size: 1.02rem; overflow-wrap: anywhere; }
.part { margin: 6px 0 0; }
.part .part { margin-left: 12px; }
.part > summary { cursor: pointer; margin-bottom: 4px; color: var(--text); }
h3 { font-size: 1rem; margin: 16px 0 8px; }
p { margin: 0 0 8px; }
code { font: 0.87em ui-monospace, monospace; overflow-wrap: anywhere; }
a, summary { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.verdict { margin: 20px 0 16px; padding: 16px 20px; border: 1px solid; border-left-width: 8px; border-radius: 8px; background: var(--card); }
.verdict.stop { border-color: var(--error); background: var(--error-tint); }
.verdict.look { border-color: var(--warning); background: var(--warning-tint); }
.verdict.less { border-color: var(--info); background: var(--info-tint); }
.verdict.same { border-color: var(--good); background: var(--good-tint); }
.verdict .advice { font-weight: 600; }
.compared { color: var(--dim); margin: 0; }
.count { border: 1px solid var(--line); border-radius: 999px; padding: 1px 10px; background: var(--card); color: var(--dim); font-size: 0.85rem; font-weight: 400; }
.severity { display: inline-block; border: 1px solid; border-radius: 4px; padding: 0 6px; font-size: 0.78rem; font-weight: 600; vertical-align: 1px; white-space: nowrap; }
.severity.error { color: var(--error); background: var(--error-tint); }
.severity.warning { color: var(--warning); background: var(--warning-tint); }
.severity.info { color: var(--info); background: var(--info-tint); }
.filters { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; padding: 8px 12px; margin: 4px 0; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.filters select { font: inherit; max-width: 16rem; padding: 3px; }
.filters button { font: inherit; padding: 3px 10px; }
.filters output { color: var(--dim); }
.items { margin: 0 0 8px; padding: 0; list-style: none; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.items > li { padding: 8px 14px; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.items > li:last-child { border-bottom: 0; }
.detail { margin: 2px 0 0 14px; color: var(--dim); font-size: 0.92rem; }
.detail .chain { margin: 2px 0; }
.heading { display: block; margin: 16px 0 6px; font-size: 1.05rem; }
.rule code, .rule { color: var(--link); text-decoration: none; }
.rule:hover { text-decoration: underline; }
.small, .note { color: var(--dim); font-size: 0.88rem; }
.chain { display: flex; flex-wrap: wrap; gap: 4px 0; margin: 0 0 8px; padding: 0; list-style: none; font-size: 0.9rem; }
.chain li { border: 1px solid var(--line); border-radius: 6px; padding: 1px 8px; background: var(--page); }
.chain li + li { margin-left: 26px; position: relative; }
.chain li + li::before { content: "→"; position: absolute; left: -21px; color: var(--dim); }
.chain li:last-child { border-color: var(--error); }
.scroll { position: relative; overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: left; vertical-align: top; padding: 6px 10px; border-bottom: 1px solid var(--line); }
td { overflow-wrap: break-word; min-width: 6.5rem; }
.rows td { overflow-wrap: anywhere; }
.overview td[data-label=Version] { min-width: 9.5rem; }
.overview td[data-label=Watches] { min-width: 8.5rem; }
.overview td[data-label=Operator] { font-weight: 600; min-width: 12rem; }
.overview td[data-label=Worst] { min-width: 5rem; }
@media (min-width: 1000px) { .inventory .matrix th[scope=row] { min-width: 21rem; } }
.inventory h2 { display: block; margin: 16px 0 8px; }
td[data-label=What], td[data-label=Who] { min-width: 11rem; }
td[data-label="How it changes"] { min-width: 14rem; }
td[data-label=Before]:not(:empty), td[data-label=After]:not(:empty) { min-width: 10rem; }
td:has(> .severity) { min-width: 0; width: 1%; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--dim); font-weight: 600; white-space: nowrap; }
.matrix th[scope=row] { position: sticky; left: 0; background: var(--card); font-weight: 600; min-width: 13rem; max-width: 16rem; overflow-wrap: anywhere; z-index: 1; border-right: 1px solid var(--line); }
.matrix thead th { white-space: normal; overflow-wrap: break-word; min-width: 8rem; max-width: 12rem; vertical-align: bottom; }
.matrix td { min-width: 8rem; }
.matrix td.own { min-width: 16rem; }
.own .entry { display: inline-block; margin-right: 4px; }
.own .entry .where { display: inline; }
.entry { color: var(--dim); line-height: 1.3; padding: 1px 4px; border-radius: 4px; margin-bottom: 3px; }
.entry.gained { color: var(--error); background: var(--error-tint); }
.entry.lost { color: var(--good); background: var(--good-tint); }
.entry .where { display: block; font-size: 0.82rem; }
figure { margin: 0 0 24px; }
.graph { display: block; margin: 12px; max-width: max(100% - 24px, 56rem); height: auto; }
.graph text { fill: var(--text); font: 12px system-ui, sans-serif; }
.graph .title { fill: var(--dim); font-weight: 600; }
.graph rect { fill: var(--card); stroke: var(--dim); stroke-width: 1.3; }
.graph .owner rect { fill: var(--info-tint); stroke: var(--info); }
.graph .subject rect { fill: var(--warning-tint); stroke: var(--warning); }
.graph .role rect { fill: var(--role-tint); stroke: var(--role); }
.graph .rights rect, .graph .namespace rect { fill: var(--page); }
.graph .danger rect { fill: var(--error-tint); stroke: var(--error); stroke-width: 2; }
.graph .box:focus { outline: none; }
.graph .box:focus rect { stroke: var(--link); stroke-width: 3.5; }
.graph .arrow { fill: none; stroke: var(--dim); stroke-width: 1.3; }
.graph .arrow.gained { stroke: var(--error); stroke-width: 2.6; }
.graph .arrow.lost { stroke: var(--good); stroke-width: 2; stroke-dasharray: 3 5; }
.graph .arrow.conflict { stroke: var(--error); stroke-width: 2.6; stroke-dasharray: 10 5; }
.graph .arrow.near { stroke: var(--link); stroke-width: 3.5; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; padding: 0; margin: 0 0 8px; list-style: none; color: var(--dim); font-size: 0.88rem; }
.legend svg { display: inline; vertical-align: middle; margin: 0 6px 0 0; }
.words { margin: 4px 0 0; font-size: 0.9rem; }
footer { color: var(--dim); font-size: 0.88rem; padding-block: 24px; }
@media screen { .filtered { display: none !important; } }
@media screen and (min-width: 1100px) {
  td[data-label=Source]:not(:empty) { min-width: 9rem; }
}
@media screen and (min-width: 1300px) {
  td[data-label=Source]:not(:empty) { min-width: 17rem; }
}
@media (max-width: 640px) {
  header, main, footer { padding: 0 10px; }
  h1 { font-size: 1.1rem; }
  .verdict { padding: 8px 12px; margin: 10px 0; font-size: 0.93rem; }
  .filters label { display: flex; width: 100%; gap: 8px; }
  .filters select { flex: 1; min-width: 0; }
  .matrix th[scope=row] { min-width: 7rem; max-width: 8rem; }
  table:not(.matrix), .rows tbody, .rows tr, .rows td { display: block; }
  .rows thead { display: none; }
  .rows tr { padding: 6px 10px; border-bottom: 1px solid var(--line); }
  .rows td { border: 0; padding: 2px 0; width: auto; }
  .rows td:empty { display: none; }
  .overview td { display: inline-block !important; padding: 0 10px 0 0 !important; font-size: 0.84rem; min-width: 0 !important; white-space: normal !important; }
  .overview td[data-label="Asks for more"] { display: block !important; }
  .heading { margin: 10px 0 4px; font-size: 1rem; }
  .rows:not(.overview) td { padding: 0; font-size: 0.84rem; }
  .overview td:empty { display: none !important; }
  .overview td[data-label]::before { content: none !important; }
  .overview td[data-label=Approval]::before { content: "approval: " !important; font-weight: 400; }
  .overview tr { display: flex !important; flex-wrap: wrap; }
  .overview td[data-label="Asks for more"] { order: 9; width: 100%; }
  .rows td[data-label]::before { content: attr(data-label) ": "; color: var(--dim); font-weight: 600; }
}
@media print {
  :root { color-scheme: light; }
  body { background: #fff; font-size: 11px; }
  #filter { display: none; }
  .scroll { overflow: visible; border: 0; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .cards > li, tr { break-inside: avoid; }
  .graph { max-width: 100%; height: auto; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .words { display: none; }
  .matrix td, .matrix th, .matrix td.own, .matrix thead th, .matrix th[scope=row], .rows td, .rows td:not(:empty) { min-width: 0; position: static; overflow-wrap: anywhere; }
}
`;
