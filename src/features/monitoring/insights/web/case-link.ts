import { accountPath } from '#kit/web/who/account.tsx'
import type { Finding } from '../contract.ts'
import type { useText } from '../texts.ts'
import { formatValue } from './format-value.ts'

/** The address of a new case that is filled in from a finding; its link in the text links the case back. */
export function caseLinkOf(
  t: ReturnType<typeof useText>,
  finding: Finding,
  { account, why }: { account: { readonly id: string; readonly name: string }; why: string },
): string {
  const base = accountPath(account)
  const object = finding.object || finding.deployment.displayName
  const value = formatValue(finding.worst, finding.unit)
  const query = new URLSearchParams({
    deployment: finding.deployment.id,
    subject: t('finding.subject', { insight: finding.insightName, value, object }).slice(0, 250),
    description: t('finding.description', {
      insight: finding.insightName,
      object,
      deployment: finding.deployment.displayName,
      from: new Date(finding.openedAt).toUTCString(),
      value,
      why,
      link: `${base}/insights/findings/${finding.id}`,
    }),
    priority: finding.severity === 'CRITICAL' ? 'HIGH' : 'MEDIUM',
  })
  return `${base}/support/new?${query}`
}
