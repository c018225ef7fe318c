import { accountNewCasePath } from '#features/support/case-pages/paths.ts'
import type { Finding } from '../contract.ts'
import { findingPath } from '../paths.ts'
import type { useText } from '../texts.ts'
import { formatValue } from './format-value.ts'

/** The address of a new case that is filled in from a finding; its link in the text links the case back. */
export function caseLinkOf(
  t: ReturnType<typeof useText>,
  finding: Finding,
  { account, why }: { account: { readonly id: string; readonly name: string }; why: string },
): string {
  const object = finding.object || finding.deployment.displayName
  const value = formatValue(finding.worst, finding.unit)
  const search = {
    deployment: finding.deployment.id,
    subject: t('finding.subject', { insight: finding.insightName, value, object }).slice(0, 250),
    description: t('finding.description', {
      insight: finding.insightName,
      object,
      deployment: finding.deployment.displayName,
      from: new Date(finding.openedAt).toUTCString(),
      value,
      why,
      link: findingPath({ account, findingId: finding.id }),
    }),
    priority: finding.severity === 'CRITICAL' ? 'HIGH' : 'MEDIUM',
  }
  return accountNewCasePath({ account }, search)
}
