import { leavingAddress, outsideAddress } from '#kit/web/links/leaving-address.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import type { SystemInfo } from '../contract.ts'
import { useText } from '../texts.ts'

/** Where problems are reported, for each environment that has a tracker; nothing while none is set. */
export function TrackersCard({ info: { environment: current, trackers } }: { info: SystemInfo }) {
  const t = useText()
  const { trustedLinkHosts: trusted } = useMe()
  if (trackers.length === 0) return null
  return (
    <Card
      title={t('part.trackers')}
      note={t('trackersNote')}
      right={<Badge colour="blue">{t(`environment.${current}`)}</Badge>}
    >
      <DescriptionList
        lines={trackers.map(({ environment, url }) => [
          t(`environment.${environment}`),
          <a key={environment} href={leavingAddress(url, { own: location.host, trusted }) ?? url}>
            {shortAddress(url)}
          </a>,
        ])}
      />
    </Card>
  )
}

function shortAddress(url: string): string {
  const address = outsideAddress(url)
  return address ? `${address.host}${address.pathname.replace(/\/$/, '')}` : url
}
