import type { Case } from '#features/support/cases/contract.ts'
import type { ReplyVariable } from '../contract.ts'

/** The values of the variables in a case; null where it has none. */
export function valuesOf(found: Case, writer: string): Record<ReplyVariable, string | null> {
  return {
    'case.key': found.key,
    'case.subject': found.subject,
    'case.reporter': found.reporter.fullName,
    'case.assignee': found.assignee?.fullName ?? null,
    'case.product': found.product,
    'case.version': found.productVersion,
    'account.name': found.accountDisplayName,
    'user.name': writer,
  }
}
