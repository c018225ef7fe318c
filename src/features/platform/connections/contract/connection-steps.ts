import type { Connection } from './connection-shapes.ts'

/** What has to work for a connection, in this order: each needs the one before. */
export const connectionSteps = ['address', 'signIn', 'permission', 'read'] as const
export type ConnectionStep = (typeof connectionSteps)[number]
export type StepResult = 'OK' | 'FAILED' | 'UNKNOWN'

type ConnectionHealth = Pick<Connection, 'failing' | 'lastFailure' | 'lastSuccess'>

/** How far the last call came: the step that failed, those before it, and those that it says nothing about. */
export function stepsOf(connection: ConnectionHealth): { step: ConnectionStep; result: StepResult }[] {
  const failure = failedStep(connection)
  const at = failure && connectionSteps.indexOf(failure.step)
  return connectionSteps.map((step, index) => {
    if (!failure || at === undefined) return { step, result: connection.lastSuccess ? 'OK' : 'UNKNOWN' }
    if (index === at) return { step, result: 'FAILED' }
    return { step, result: index < at && (!failure.isUnsure || step === 'address') ? 'OK' : 'UNKNOWN' }
  })
}

/** `isUnsure`: the response does not say whether the steps after the address work. */
function failedStep({
  failing,
  lastFailure,
}: ConnectionHealth): { step: ConnectionStep; isUnsure?: boolean } | undefined {
  if (!failing || !lastFailure) return undefined
  const { fault, status } = lastFailure
  switch (fault) {
    case 'timeout':
    case 'unreachable':
    case 'blocked':
    case 'garbled':
      return { step: 'address' }
    case 'credentials':
      return { step: status === 403 ? 'permission' : 'signIn' }
    case 'missing':
    case 'rejected':
    case 'shape':
      return { step: 'read' }
    default:
      return { step: 'read', isUnsure: true }
  }
}
