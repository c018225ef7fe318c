export const valueTypes = ['BOOLEAN', 'NUMBER', 'LIST'] as const
export const periodUnits = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const
export const stages = ['PRE_SALES', 'LIFT', 'PRODUCTION'] as const
export const pricings = ['FREE', 'PAID'] as const
/** The most cells that one call changes. */
export const MAX_CELLS = 2000
