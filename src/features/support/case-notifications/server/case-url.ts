import type { AppContext } from '#kit/server/portal.ts'

/** The address of a case in the browser. */
export function caseUrl(
  portal: Pick<AppContext, 'publicUrl'>,
  { account, accountId, internal, key }: { account: string; accountId: number; internal: boolean; key: string },
): string {
  return `${portal.publicUrl()}/${account}/${accountId}/${internal ? 'internal/' : ''}support/customerCases?id=${key}&tab=activity`
}
