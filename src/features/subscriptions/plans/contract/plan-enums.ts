export const valueTypes = ['BOOLEAN', 'NUMBER', 'LIST'] as const
export const periodUnits = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const
export const stages = ['PRE_SALES', 'LIFT', 'PRODUCTION'] as const
export const pricings = ['FREE', 'PAID'] as const
/** At most so many cells are changed by one call. */
export const MAX_CELLS = 2000
