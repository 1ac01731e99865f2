/**
 * The script of the page: filters rows, opens the target of a link, and moves between boxes of a graph by arrow keys. It never changes
 * content.
 */

export const SCRIPT = `
'use strict';
const rows = JSON.parse(document.getElementById('data').textContent);
const filters = document.getElementById('filters');
const shown = document.getElementById('shown');

function fits(row, wanted) {
  if (wanted.severity && row.severity && row.severity !== wanted.severity) return false;
  if (wanted.subject && row.subject !== wanted.subject) return false;
  return !wanted.namespace || !row.namespaces || row.namespaces.includes(wanted.namespace);
}

function filter() {
  const wanted = Object.fromEntries(new FormData(filters));
  let count = 0;
  for (const [id, row] of rows) {
    const visible = fits(row, wanted);
    document.getElementById(id).classList.toggle('filtered', !visible);
    if (visible) count += 1;
  }
  shown.textContent = count + ' of ' + rows.length + ' rows';
}

document.getElementById('filter').hidden = rows.length === 0;
filters.addEventListener('change', filter);
filters.addEventListener('submit', (event) => event.preventDefault());
const showAll = () => {
  filters.reset();
  filter();
};
filters.querySelector('button').addEventListener('click', showAll);
showAll();

// A link opens what it leads to.
for (const link of document.querySelectorAll('a[href^="#"]')) {
  link.addEventListener('click', () => {
    for (let part = document.querySelector(link.hash); part; part = part.parentElement) if (part.matches('details')) part.open = true;
  });
}

for (const graph of document.querySelectorAll('svg.graph')) {
  const boxes = [...graph.querySelectorAll('.box')];
  const arrows = [...graph.querySelectorAll('.arrow')];
  const xOf = (box) => box.getBBox().x;
  const yOf = (box) => box.getBBox().y;
  const nearest = (box, candidates) =>
    candidates.sort((a, b) => Math.abs(yOf(a) - yOf(box)) - Math.abs(yOf(b) - yOf(box)))[0];
  const beside = (box, direction) => {
    const tied = arrows.flatMap(({ dataset: { from, to } }) => (from === box.dataset.box ? [to] : to === box.dataset.box ? [from] : []));
    return nearest(box, boxes.filter((other) => tied.includes(other.dataset.box) && (xOf(other) - xOf(box)) * direction > 0));
  };
  const inColumn = (box, step) => {
    const column = boxes.filter((other) => xOf(other) === xOf(box));
    return column[column.indexOf(box) + step];
  };
  const moves = {
    ArrowLeft: (box) => beside(box, -1),
    ArrowRight: (box) => beside(box, 1),
    ArrowUp: (box) => inColumn(box, -1),
    ArrowDown: (box) => inColumn(box, 1),
    Home: () => boxes[0],
    End: () => boxes[boxes.length - 1],
  };
  graph.addEventListener('keydown', (event) => {
    const box = event.target.closest('.box');
    const move = moves[event.key];
    const next = box && move && move(box);
    if (!move || !box) return;
    event.preventDefault();
    if (next) next.focus();
  });
  const mark = (box, near) => {
    for (const arrow of arrows) {
      const { from, to } = arrow.dataset;
      arrow.classList.toggle('near', near && (from === box.dataset.box || to === box.dataset.box));
    }
  };
  for (const box of boxes) {
    box.addEventListener('focus', () => {
      for (const other of boxes) other.setAttribute('tabindex', other === box ? '0' : '-1');
      mark(box, true);
    });
    box.addEventListener('blur', () => mark(box, false));
    box.addEventListener('mouseenter', () => mark(box, true));
    box.addEventListener('mouseleave', () => mark(box, false));
  }
}
`;
