/**
 * The optional texts of a case, each a line in a column of its own, and how many characters it may have. They are in
 * new cases, in edits, in what a page shows, in the form and in what commands read; a text that is added here and to
 * the table `cases` is in all of them (docs/add-a-field.md).
 */
export const caseTextLimits = { product: 100, productVersion: 100, contact: 250 } as const
export type CaseText = keyof typeof caseTextLimits
export const caseTexts = Object.keys(caseTextLimits) as CaseText[]
