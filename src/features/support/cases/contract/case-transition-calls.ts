import * as z from 'zod/mini'
import { caseProblems, moveCases, ResolutionReason } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { issues } from './case-address.ts'
import { byKey, description } from './case-fields.ts'
import { Case } from './case-shapes.ts'

/** When the outage that the case is ended; now unless given, and only where it goes on. */
const outageEnded = z.optional(z.iso.datetime())
/** Why the figures of closed months change. */
const correction = z.optional(z.string().check(z.minLength(1), z.maxLength(1000), z.regex(/\S/)))
const move = {
  tag: 'Cases',
  guard: moveCases,
  method: 'POST',
  query: byKey,
  body: z.optional(z.strictObject({ comment: z.optional(description), outageEnded, correction })),
  reply: Case,
  problems: [caseProblems['case-not-found'], caseProblems['case-transition-not-allowed']],
} as const

export const activateCase = endpoint({
  ...move,
  name: 'activateCase',
  url: `${issues}/fire/activate`,
  summary: 'Open or reopen a new, ended or declined case',
})
export const resolveCase = endpoint({
  ...move,
  name: 'resolveCase',
  url: `${issues}/fire/resolve`,
  summary: 'Resolve an open case',
  body: z.optional(
    z.strictObject({ comment: z.optional(description), reason: z.optional(ResolutionReason), outageEnded, correction }),
  ),
})
export const declineCase = endpoint({
  ...move,
  name: 'declineCase',
  url: `${issues}/fire/decline`,
  summary: 'Decline a new or open case',
})
export const closeCase = endpoint({
  ...move,
  name: 'closeCase',
  url: `${issues}/fire/close`,
  summary: 'Close a resolved or declined case; the reporter can close any open case',
})
