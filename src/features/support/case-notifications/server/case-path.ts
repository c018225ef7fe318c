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
  return `/${account}/${accountId}/${internal ? 'internal/' : ''}support/customerCases?id=${key}&tab=activity`
}
