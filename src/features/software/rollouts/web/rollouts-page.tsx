import { Link } from '@tanstack/react-router'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconPackages, IconPlus } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { listRollouts, manageRollouts, type Rollout, rolloutChanged } from '../contract.ts'
import { newRolloutPath, rolloutPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { label } from './label.ts'
import classes from './rollout.module.css'
import { StateBadge } from './state-badge.tsx'

const SHOWN = 100

/** The newest rollouts with the state of their rings. */
export function RolloutsPage() {
  const t = useText()
  const phone = useIsMobile()
  const mayStart = useAllows(manageRollouts)
  const query = useQueryOf(listRollouts, { query: { size: SHOWN } })
  useTopic(rolloutChanged, {}, () => void refresh(listRollouts))
  const hasMore = (query.data?.page.totalElements ?? 0) > SHOWN
  const add = mayStart && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} to={newRolloutPath()}>
      {label('newRollout')}
    </Button>
  )
  return (
    <Page kind="dashboard">
      <PageHeader
        title={label('rollouts')}
        note={hasMore ? t('list.more', { count: SHOWN }) : t('list.note')}
        actions={add}
      />
      <Card flush>
        <QueryView
          query={query}
          rows={6}
          empty={
            <EmptyState colour="grey" icon={<IconPackages size={22} aria-hidden />} title={t('list.empty')}>
              {t('list.emptyText')}
            </EmptyState>
          }
        >
          {({ _embedded: { rollouts } }) => <Rollouts rollouts={rollouts} />}
        </QueryView>
      </Card>
      {phone && add && <BottomBar>{add}</BottomBar>}
    </Page>
  )
}

function Rollouts({ rollouts }: { rollouts: readonly Rollout[] }) {
  const t = useText()
  const columns: readonly PlainColumn<Rollout>[] = [
    {
      id: 'bundle',
      label: t('list.bundle'),
      cell: ({ id, bundleName }) => (
        <Link to={rolloutPath({ rolloutId: id })} translate="no">
          {bundleName}
        </Link>
      ),
    },
    {
      id: 'state',
      label: t('list.state'),
      width: 7,
      cell: (rollout) => (isHeld(rollout) ? <StateBadge state="HELD" /> : <StateBadge state={rollout.state} />),
    },
    { id: 'rings', label: t('list.rings'), wide: true, width: 12, cell: ({ rings }) => <Rings rings={rings} /> },
    {
      id: 'delivered',
      label: t('list.delivered'),
      wide: true,
      width: 10,
      cell: ({ rings }) =>
        t('list.ofAccounts', {
          count: rings.reduce((sum, { delivered }) => sum + delivered, 0),
          of: rings.reduce((sum, { accountCount }) => sum + accountCount, 0),
        }),
    },
    { id: 'started', label: t('list.started'), width: 7, cell: ({ created }) => formatDate(created) },
    {
      id: 'by',
      label: t('list.by'),
      wide: true,
      width: 11,
      cell: ({ createdBy }) => <span translate="no">{createdBy.fullName}</span>,
    },
  ]
  return <PlainTable label={label('rollouts')} columns={columns} rows={rollouts} id={({ id }) => id} />
}

/** True when a ring of a running rollout is held. */
export function isHeld({ state, rings }: Rollout): boolean {
  return (
    state === 'RUNNING' &&
    rings.some(
      (ring) => ring.state === 'HELD' || ring.checks.some((check) => check.state === 'FAILED' && ring.state !== 'DONE'),
    )
  )
}

function Rings({ rings }: { rings: Rollout['rings'] }) {
  const t = useText()
  return (
    <ol className={classes.steps}>
      {rings.map((ring) => {
        const text = t('list.ring', { ring: ring.group, state: t(`state.${ring.state}`) })
        return <li key={ring.position} data-state={ring.state} title={text} aria-label={text} />
      })}
    </ol>
  )
}
