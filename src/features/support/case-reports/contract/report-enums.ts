/** What the rows of the report can be. */
export const reportRows = ['status', 'type', 'priority', 'product', 'account'] as const
export type ReportRows = (typeof reportRows)[number]
/** Its columns: the age of open cases, or the months in which cases were filed or resolved. */
export const reportColumns = ['age', 'filed', 'resolved'] as const
export type ReportColumns = (typeof reportColumns)[number]
/** Ages of open cases in days, each up to the next. */
export const ageBands = ['0-1', '1-7', '7-30', '30-90', '90+'] as const
