import { trackerStable, useTrackerUnstable } from '#kit/web/data/tracker-state.ts'
import { IconPlugConnectedX } from '#kit/web/icons/icons.generated.ts'
import { Banner } from '#kit/web/notices/banner.tsx'
import { useText as useKitText } from '#kit/web/text/kit-text.ts'
import { formatTime } from '#kit/web/time/time.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { readPlugins } from '../contract.ts'
import { useText } from '../texts.ts'
import { TrackerCircuit } from './tracker-circuit.tsx'

/** Shows that the issue tracker does not respond in time; goes when it responds again. */
export function TrackerBar() {
  const maySee = useAllows(readPlugins)
  const account = useAccount()
  return (
    <>
      {maySee && account && <TrackerCircuit key={account.name} account={account.name} />}
      <UnstableBanner />
    </>
  )
}

function UnstableBanner() {
  const t = useText()
  const kit = useKitText()
  const since = useTrackerUnstable()
  if (!since) return null
  return (
    <Banner
      colour="orange"
      icon={<IconPlugConnectedX size={16} aria-hidden />}
      title={t('trackerUnstable')}
      right={kit('bars.since', { at: formatTime(since) })}
      onClose={trackerStable}
    >
      {t('trackerWaits')}
    </Banner>
  )
}
