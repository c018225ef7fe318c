/** Figures of deployments are kept at multiples of this time. */
export const HISTORY_STEP_MS = 300_000
