import type { AccountSummary } from '#features/monitoring/analytics/contract.ts'
import { endsSoon, type PlanSummary } from '#features/subscriptions/customer-plans/contract.ts'
import { Sparkline } from '#kit/web/chart/sparkline.tsx'
import { IconPin, IconPinFilled } from '#kit/web/icons/icons.generated.ts'
import { Badge, StateBadge } from '#kit/web/look/badge.tsx'
import { Avatar, Monogram } from '#kit/web/look/face.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDuration } from '#kit/web/time/write-span.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import { usePins } from '#kit/web/who/pins.tsx'
import { useText } from '../texts.ts'
import classes from './account-columns.module.css'
import { type AccountRow, versionsOf } from './account-rows.ts'

/** The columns of the home grid: only what is measured today. */
export function useAccountColumns(): readonly Column<AccountRow>[] {
  const t = useText()
  const figure = (value: number | null | undefined) =>
    value ? <strong className={classes.figure}>{value}</strong> : '–'
  return [
    {
      id: 'account',
      label: t('column.account'),
      sort: 'name',
      minWidth: 15,
      fixed: true,
      cell: (row) => <NameCell row={row} />,
    },
    {
      id: 'stage',
      label: t('column.stage'),
      sort: 'stage',
      width: 7.5,
      cell: ({ account }) => (
        <StateBadge kind="stage" state={account.stage}>
          {t(`stage.${account.stage}`)}
        </StateBadge>
      ),
    },
    {
      id: 'region',
      label: t('column.region'),
      sort: 'region',
      width: 4.5,
      cell: ({ account }) => <span className={classes.quiet}>{t(`regionShort.${account.region}`)}</span>,
    },
    { id: 'csm', label: t('column.csm'), sort: 'csm', width: 9.75, cell: ({ account }) => <Csm account={account} /> },
    {
      id: 'open',
      label: t('column.open'),
      sort: 'open',
      width: 4,
      align: 'right',
      cell: ({ stats }) => figure(stats?.open),
    },
    {
      id: 'waiting',
      label: t('column.waiting'),
      sort: 'waiting',
      width: 5.5,
      align: 'right',
      cell: ({ stats }) => stats?.waitingForCustomer || '–',
    },
    {
      id: 'outages',
      label: t('column.outages'),
      sort: 'outages',
      width: 6,
      cell: ({ stats }) =>
        stats?.outagesOpen ? (
          <Badge colour="red" blinking>
            {t('live', { count: stats.outagesOpen })}
          </Badge>
        ) : (
          '–'
        ),
    },
    {
      id: 'modems',
      label: t('column.modems'),
      sort: 'modems',
      width: 9.5,
      align: 'right',
      cell: ({ monitoring }) => (monitoring ? <Modems summary={monitoring} /> : '–'),
    },
    {
      id: 'response',
      label: t('column.response'),
      sort: 'response',
      width: 7.5,
      align: 'right',
      hidden: true,
      cell: ({ stats }) => formatDuration(stats?.medianFirstResponseMinutes) ?? '–',
    },
    {
      id: 'resolution',
      label: t('column.resolution'),
      sort: 'resolution',
      width: 7,
      align: 'right',
      hidden: true,
      cell: ({ stats }) => formatDuration(stats?.medianResolutionMinutes) ?? '–',
    },
    {
      id: 'resolved',
      label: t('column.resolved'),
      sort: 'resolved',
      width: 7.5,
      align: 'right',
      hidden: true,
      cell: ({ stats }) => stats?.resolvedPast30Days || '–',
    },
    {
      id: 'people',
      label: t('column.people'),
      sort: 'people',
      width: 5,
      align: 'right',
      hidden: true,
      cell: ({ stats }) => stats?.usersInUse || '–',
    },
    {
      id: 'versions',
      label: t('column.versions'),
      width: 6.75,
      cell: ({ account }) => <Versions row={versionsOf(account.deployments)} />,
    },
    { id: 'plan', label: t('column.plan'), sort: 'plan', width: 6.5, cell: ({ plan }) => <PlanCell plan={plan} /> },
    {
      id: 'timeZone',
      label: t('column.timeZone'),
      width: 11,
      hidden: true,
      cell: ({ account }) => <span className={classes.quiet}>{account.timeZone}</span>,
    },
  ]
}

function NameCell({ row: { account, pinned } }: { row: AccountRow }) {
  const t = useText()
  const { toggle } = usePins()
  const parent = useAccounts().find(({ name }) => name === account.parentAccount)
  const relation = account.parentAccount
    ? t('childOf', { name: parent?.displayName ?? account.parentAccount })
    : account.isParent && t('parent')
  const label = `${t(pinned ? 'unpin' : 'pin')}: ${account.displayName}`
  return (
    <span className={classes.name}>
      <Monogram name={account.displayName} size={26} />
      <span className={classes.words}>
        <span className={classes.title}>{account.displayName}</span>
        <span className={classes.under}>
          {t('deployments', { count: account.deployments.length })}
          {relation && ` · ${relation}`}
        </span>
      </span>
      <IconButton
        size={24}
        tabIndex={-1}
        className={classes.pin}
        data-on={pinned || undefined}
        aria-label={label}
        aria-pressed={pinned}
        onClick={(event) => {
          event.stopPropagation()
          toggle(account.id)
        }}
      >
        {pinned ? <IconPinFilled size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
      </IconButton>
    </span>
  )
}

function Csm({ account }: { account: AccountRow['account'] }) {
  if (!account.csm) return '–'
  return (
    <span className="row">
      <Avatar name={account.csm.fullName} size={24} />
      <span className="el">{account.csm.fullName}</span>
    </span>
  )
}

function Versions({ row: [first, ...others] }: { row: readonly string[] }) {
  if (!first) return '–'
  return (
    <span className="row" title={others.join(', ') || undefined}>
      <code>{first}</code>
      {others.length > 0 && <span className={classes.quiet}>+{others.length}</span>}
    </span>
  )
}

/** The modems online now and over the last three hours; missing and off are shown differently from zero. */
function Modems({ summary: { state, online, newest, recent } }: { summary: AccountSummary }) {
  const t = useText()
  if (online === null)
    return <span className={classes.quiet}>{t(state === 'OFF' ? 'figure.modemsOff' : 'figure.modemsMissing')}</span>
  const end = newest === null ? 0 : Date.parse(newest)
  const points = recent.map((value, index) => [end - (recent.length - index) * 300_000, value] as const)
  const isWrong = state === 'OUTAGE' || state === 'DEGRADED'
  return (
    <span className={classes.modems}>
      <span className={classes.line}>
        <Sparkline points={points} colour={isWrong ? 'var(--badge-red-text)' : 'var(--series-1)'} />
      </span>
      {formatCount(online)}
    </span>
  )
}

/** The plan of an account: its name, or the days that it has left when they are few. */
function PlanCell({ plan }: { plan: PlanSummary | undefined }) {
  const t = useText()
  if (!plan?.plan) return '–'
  if (plan.state === 'EXPIRED')
    return (
      <span title={plan.plan}>
        <Badge colour="red">{t('planExpired')}</Badge>
      </span>
    )
  if (!endsSoon(plan)) return plan.plan
  return (
    <span title={plan.plan}>
      <Badge colour="orange">{t('planEnds', { count: plan.daysLeft ?? 0 })}</Badge>
    </span>
  )
}
