/**
 * Measures rendering side by side: `render -o`, the constructs through `app.synth()`, plain cdk8s with the same
 * objects, and the floor (each object through the yaml package once). Run with `npm run bench [-- OPERATORS NAMESPACES]`.
 */
import { execFileSync } from 'node:child_process';

const operators = Number(process.argv[2] ?? 20);
const namespaces = Number(process.argv[3] ?? 500);

function measure(contestant, count) {
  const output = execFileSync(
    process.execPath,
    ['--expose-gc', '--max-old-space-size=16384', 'bench/contestants.mjs', contestant, String(operators), String(count)],
    { encoding: 'utf8' },
  );
  return JSON.parse(output);
}

// CPU time counts: on a busy machine, a process waits for others.
const row = (name, { seconds, cpu, peak }, base) =>
  console.log(
    `${name.padEnd(24)} ${seconds.toFixed(2).padStart(8)} s  ${cpu.toFixed(2).padStart(8)} s CPU  ${peak.toFixed(0).padStart(6)} MB  ${base ? `${(cpu / base).toFixed(3).padStart(6)} × plain cdk8s` : ''}`,
  );

console.log(`${operators} operators × ${namespaces} target namespaces\n`);
const plain = measure('cdk8s', namespaces);
row('plain cdk8s App.synth', plain, plain.cpu);
row('floor', measure('floor', namespaces), plain.cpu);
row('constructs', measure('constructs', namespaces), plain.cpu);
const rendered = measure('render', namespaces);
row('render -o', rendered, plain.cpu);

const tenth = measure('render', namespaces / 10);
console.log();
row(`render -o, ${namespaces / 10} namespaces`, tenth);
console.log(`10 × the namespaces take ${(rendered.cpu / tenth.cpu).toFixed(1)} × the CPU time`);
