import { customerCasesPath, internalCasesPath } from '#features/support/case-pages/paths.ts'

/** The path of a case in the portal. */
export function casePath({
  account,
  accountId,
  internal,
  key,
}: {
  readonly account: string
  readonly accountId: number
  readonly internal: boolean
  readonly key: string
}): string {
  const path = internal ? internalCasesPath : customerCasesPath
  return path({ account, accountId }, { id: key, tab: 'activity' })
}
