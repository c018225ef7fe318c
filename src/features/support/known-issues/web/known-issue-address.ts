/** The address of a known issue. */
export function knownIssuePath(key: string): string {
  return `/support/known-issues/${encodeURIComponent(key)}`
}
