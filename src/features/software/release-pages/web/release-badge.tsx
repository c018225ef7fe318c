import type { BundleRelease } from '#features/software/releases/contract.ts'
import { Badge, StateBadge } from '#kit/web/look/badge.tsx'
import { useText } from '../texts.ts'

/** The state of a release, and whether it is a security release. */
export function ReleaseBadge({ release }: { release: BundleRelease }) {
  const t = useText()
  return (
    <>
      <ReleaseState release={release} />
      {release.isSecurity && <Badge colour="orange">{t('state.security')}</Badge>}
    </>
  )
}

/** Waiting, being delivered, failed, delivered. */
function ReleaseState({ release: { status, approval, rejection } }: { release: BundleRelease }) {
  const t = useText()
  if (rejection) return <Badge colour="red">{t('state.rejected')}</Badge>
  if (status === 'DELIVERED' || approval === null) return <StateBadge kind="release" state={status} />
  if (approval.state !== 'FAILED')
    return (
      <StateBadge kind="release" state="PENDING">
        {t('state.delivering')}
      </StateBadge>
    )
  const failedStep = approval.steps.find(({ state }) => state === 'FAILED')?.name
  return <Badge colour="red">{t(failedStep === 'sign' ? 'state.signingFailed' : 'state.failed')}</Badge>
}
