/**
 * Random tests start from one seed, so that a run says the same everywhere; FAST_CHECK_SEED starts them from another, and
 * FAST_CHECK_RUNS=5 tries each property five times as often.
 */
import fc from 'fast-check';
import { runs } from './runs.js';

fc.configureGlobal({ ...fc.readConfigureGlobal(), ...runs(40), seed: Number(process.env.FAST_CHECK_SEED ?? 20_260_101) });
