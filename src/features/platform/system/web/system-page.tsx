import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { operateConnections } from '#features/platform/connections/contract.ts'
import { connectionPath, connectionsPath } from '#features/platform/connections/paths.ts'
import { readFileChecks } from '#features/platform/file-scans/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconAlertTriangle, IconCircleCheck, IconCopy } from '#kit/web/icons/icons.generated.ts'
import { leavingAddress, outsideAddress } from '#kit/web/links/leaving-address.ts'
import { useLiveState } from '#kit/web/live/use-topic.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { readSystemInfo, readVersions, type SystemInfo } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './system-page.module.css'
import { attentionOf, type SystemPart, systemParts, systemText } from './system-parts.ts'

const colours = { ok: 'green', warn: 'orange', bad: 'red' } as const

/** One page that is green, or shows what is not; to be copied into a ticket. */
export function SystemPage() {
  const t = useText()
  const phone = useIsMobile()
  const info = useQueryOf(readSystemInfo, {}, { refetchInterval: 10_000 })
  const versions = useQueryOf(readVersions, {})
  const checks = useQueryOf(readFileChecks, {}, { refetchInterval: 10_000 })
  const connection = useLiveState()
  const { refetch } = info
  // This page's own connection is one of those it counts.
  useEffect(() => {
    if (connection === 'open') void refetch()
  }, [connection, refetch])
  return (
    <QueryView query={info} rows={8}>
      {(data) => {
        const { portalName, version, environment, started: startedAt } = data
        const note = t('note', { portal: portalName, version, environment, age: formatAge(startedAt) })
        const parts = systemParts(t, data, { versions: versions.data, checks: checks.data }, connection)
        const trouble = parts.filter(({ state }) => state !== 'ok')
        const copy = async () => {
          await navigator.clipboard.writeText(systemText(t, parts, note))
          toast({ title: t('copied') })
        }
        const copyButton = (
          <Button variant="default" leftSection={<IconCopy size={15} aria-hidden />} onClick={() => void copy()}>
            {t('copy')}
          </Button>
        )
        return (
          <Page>
            <PageHeader title={t('title')} note={note} actions={copyButton} />
            {trouble.length === 0 ? (
              <Callout colour="green" icon={<IconCircleCheck size={18} aria-hidden />} title={t('good')}>
                {t('goodText')}
              </Callout>
            ) : (
              <Callout
                colour={trouble.some(({ state }) => state === 'bad') ? 'red' : 'orange'}
                icon={<IconAlertTriangle size={18} aria-hidden />}
                title={t('bad', { count: trouble.length })}
              >
                {trouble.map(({ reason }) => reason).join(' ')}
              </Callout>
            )}
            <div className={classes.parts}>
              {parts
                .filter(({ facts }) => facts.length > 0)
                .map((part) => (
                  <PartCard key={part.id} part={part} />
                ))}
              <ConnectionsCard connections={data.connections} />
              <TrackersCard info={data} />
            </div>
            {phone && <BottomBar>{copyButton}</BottomBar>}
          </Page>
        )
      }}
    </QueryView>
  )
}

function PartCard({ part }: { part: SystemPart }) {
  const t = useText()
  return (
    <Card title={t(`part.${part.id}`)} right={<Badge colour={colours[part.state]}>{t(`state.${part.state}`)}</Badge>}>
      {part.reason && <p className={classes.reason}>{part.reason}</p>}
      <dl className={classes.facts}>
        {part.facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Where problems are reported, for each environment that has a tracker; nothing while none is set. */
function TrackersCard({ info: { environment: current, trackers } }: { info: SystemInfo }) {
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

/** The connections to outside systems that need attention, each with what is wrong. */
function ConnectionsCard({ connections: { count, unwell } }: { connections: SystemInfo['connections'] }) {
  const t = useText()
  const may = useAllows(operateConnections)
  if (count === 0) return null
  const colour = unwell.some(({ failing }) => failing) ? 'red' : unwell.length > 0 ? 'orange' : 'green'
  return (
    <Card
      title={may ? <Link to={connectionsPath()}>{t('part.connections')}</Link> : t('part.connections')}
      right={<Badge colour={colour}>{t('connections.well', { well: count - unwell.length, count })}</Badge>}
    >
      {unwell.length === 0 && <p className={classes.quiet}>{t('connections.good')}</p>}
      <ul className={classes.connections}>
        {unwell.map((one) => (
          <li key={one.id}>
            <span>
              {may ? <Link to={connectionPath({ connectionId: one.id })}>{one.systemName}</Link> : one.systemName}
              <span className={classes.quiet}>{one.account ?? t('connections.shared')}</span>
            </span>
            <span className={one.failing ? classes.failing : classes.quiet}>{attentionOf(t, one)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
