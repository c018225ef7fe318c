import { accountPath } from '#kit/web/who/account.tsx'

/** The address of an outage's page. */
export function outagePath(row: { account: string; accountId: string; key: string }): string {
  return `${accountPath({ name: row.account, id: row.accountId })}/support/outages/${encodeURIComponent(row.key)}`
}
