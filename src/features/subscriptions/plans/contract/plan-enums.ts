export const valueTypes = ['BOOLEAN', 'NUMBER', 'LIST'] as const
export const periodUnits = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const
export const stages = ['PRE_SALES', 'LIFT', 'PRODUCTION'] as const
export const pricings = ['FREE', 'PAID'] as const
/** What becomes of a service when the subscription has expired: its value stays, or it is 0, no, or nothing. */
export const afterExpiryValues = ['KEEP', 'STOP'] as const
/** The most cells that one call changes. */
export const MAX_CELLS = 2000
