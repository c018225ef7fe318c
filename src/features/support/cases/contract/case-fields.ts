import * as z from 'zod/mini'
import { type CaseText, caseTextLimits } from '#features/support/case-access/contract.ts'

/** Text of one line with visible characters. */
export const line = (most = 250) =>
  z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^(?=[^\r\n]*\S)[^\r\n]+$/))
export const label = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/))
export const labels = z.array(label).check(z.maxLength(20))
/** Markdown. */
export const description = z.string().check(z.maxLength(32_767))
/** The id of a case in the CRM. */
export const crmId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))
export const username = z.string().check(z.maxLength(320))
/** A member for each optional text of a case, made from the number of its characters. */
export function eachText<Shape>(shapeOf: (most: number) => Shape): Record<CaseText, Shape> {
  const entries = Object.entries(caseTextLimits).map(([text, most]) => [text, shapeOf(most)])
  return Object.fromEntries(entries) as Record<CaseText, Shape>
}
export const byKey = z.strictObject({ issueKey: z.string().check(z.maxLength(64)) })
