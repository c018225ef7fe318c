import * as z from 'zod/mini'
import { casePriorities, caseStatuses, caseTypes } from './case-state.ts'

export const CaseType = z.enum(caseTypes)
export const CaseStatus = z.enum(caseStatuses)
export type CaseStatus = z.output<typeof CaseStatus>
export const CasePriority = z.enum(casePriorities)
