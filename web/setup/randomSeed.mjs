/** Random cases are the same in every run. `IKLAB_SEED=7` changes the cases. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.IKLAB_SEED ?? 1) });
