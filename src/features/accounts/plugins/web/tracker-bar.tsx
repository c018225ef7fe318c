import { useEffect } from 'react'
import { trackerResponded, trackerStable, trackerUnstable, useTrackerUnstable } from '#kit/web/data/tracker-state.ts'
import { IconPlugConnectedX } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Banner } from '#kit/web/notices/banner.tsx'
import { useText as useKitText } from '#kit/web/text/kit-text.ts'
import { formatTime } from '#kit/web/time/time.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { type PluginDetails, pluginsChanged, readPlugins } from '../contract.ts'
import { useText } from '../texts.ts'
import { usePlugins } from './use-plugins.ts'

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

const CIRCUIT = 'circuit'

/** Has the banner of an unstable tracker follow the circuit of the account's connection: it comes and goes by itself. */
function TrackerCircuit({ account }: { account: string }) {
  const { plugins } = usePlugins()
  const since = plugins?.filter(isTracker).flatMap(({ connection }) => connection?.disconnectedSince ?? [])[0]
  useEffect(() => {
    if (!since) return
    trackerUnstable(CIRCUIT, new Date(since))
    return () => trackerResponded(CIRCUIT)
  }, [since])
  useTopic(pluginsChanged, {}, (message) => {
    const isResponding = message?.newValue === 'CONNECTED' || message?.newValue === 'STARTED'
    if (isResponding && message.account === account && isTracker({ name: message.plugin })) trackerStable()
  })
  return null
}

function isTracker({ name }: { name: PluginDetails['name'] | undefined }): boolean {
  return name === 'jira' || name === 'jsm'
}
