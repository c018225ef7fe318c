/** The colours of the states of a delivery. */
export const colours = { WAITING: 'grey', DELIVERED: 'green', FAILED: 'red' } as const
