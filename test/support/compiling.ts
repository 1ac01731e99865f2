/** As in src/cli/start.ts: less is compiled a second time, to run faster. A test is over before that pays; it is a quarter of all time. */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--interrupt-budget=1000000');
