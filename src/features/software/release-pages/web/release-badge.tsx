import type { BundleRelease } from '#features/software/releases/contract.ts'
import { Badge, StateBadge } from '#kit/web/look/badge.tsx'
import { useText } from './text.ts'

/** The state of a release: waiting, being delivered, failed, delivered. */
export function ReleaseBadge({ release: { status, approval, rejection } }: { release: BundleRelease }) {
  const t = useText()
  if (rejection) return <Badge colour="red">{t('state.rejected')}</Badge>
  if (status === 'DELIVERED' || approval === null) return <StateBadge kind="release" state={status} />
  if (approval.state !== 'FAILED')
    return (
      <StateBadge kind="release" state="PENDING">
        {t('state.delivering')}
      </StateBadge>
    )
  const failed = approval.steps.find(({ state }) => state === 'FAILED')?.name
  return <Badge colour="red">{t(failed === 'sign' ? 'state.signingFailed' : 'state.failed')}</Badge>
}
