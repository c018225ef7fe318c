import { useEffect } from 'react'
import { readFileChecks } from '#features/platform/file-scans/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconAlertTriangle, IconCircleCheck, IconCopy } from '#kit/web/icons/icons.generated.ts'
import { useLiveState } from '#kit/web/live/use-topic.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { readSystemInfo, readVersions } from '../contract.ts'
import { useText } from '../texts.ts'
import { ConnectionsCard } from './connections-card.tsx'
import classes from './system-page.module.css'
import { type SystemPart, systemParts, systemText } from './system-parts.ts'
import { TrackersCard } from './trackers-card.tsx'

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
        const { portalName, version, environment, started } = data
        const note = t('note', { portal: portalName, version, environment, age: formatAge(started) })
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
