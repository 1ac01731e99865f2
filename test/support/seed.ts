/** Random tests start from one seed, so that a run says the same everywhere; FAST_CHECK_SEED starts them from another. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FAST_CHECK_SEED ?? 20_260_101) });
