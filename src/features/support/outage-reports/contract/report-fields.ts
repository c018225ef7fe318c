/** The sections of a reason-for-outage report, in their order. */
export const reportFields = ['what', 'who', 'times', 'cause', 'actions', 'prevention'] as const
export type ReportField = (typeof reportFields)[number]
/** The sections with their Markdown. */
export type ReportTexts = Readonly<Record<ReportField, string>>

/** Characters of a section, at most. */
export const LONGEST_SECTION = 10_000
