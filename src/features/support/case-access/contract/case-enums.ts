import * as z from 'zod/mini'
import { caseLinkKinds, casePriorities, caseStatuses, caseTypes, resolutionReasons } from './case-state.ts'

export const CaseType = z.enum(caseTypes)
export const CaseStatus = z.enum(caseStatuses)
export type CaseStatus = z.output<typeof CaseStatus>
export const CasePriority = z.enum(casePriorities)
export const ResolutionReason = z.enum(resolutionReasons)
export const CaseLinkKind = z.enum(caseLinkKinds)
export type CaseLinkKind = z.output<typeof CaseLinkKind>
