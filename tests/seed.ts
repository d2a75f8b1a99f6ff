import fc from 'fast-check';

/** The same cases on every machine and every day; another WEND_SEED tries others, and a failure prints its seed. */
fc.configureGlobal({ seed: Number(process.env.WEND_SEED ?? 20261115) });
