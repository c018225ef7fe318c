import { Link, useParams } from '@tanstack/react-router'
import { accountDashboardPath } from '#features/home/dashboard/paths.ts'
import { casePath } from '#features/support/case-pages/paths.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconMapQuestion } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { Stats } from '#kit/web/look/figure.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { usePageLabel } from '#kit/web/page-label.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime, formatTime } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  type Alert,
  type AlertDetail,
  acknowledgeAlert,
  alertsChanged,
  closeAlert,
  createAlerts,
  listAlerts,
  readAlert,
} from '../contract.ts'
import { alertsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { AlertPriorityBadge, AlertStateBadge } from './alert-badges.tsx'
import classes from './alerts.module.css'
import { OpenTime } from './open-time.tsx'
import { SentState } from './sent-state.tsx'

/** One alert: who was notified, what happened to it, and what can be done. */
export function AlertPage() {
  const t = useText()
  const { alertId } = useParams({ strict: false }) as { alertId: string }
  const query = useQueryOf(readAlert, { params: { id: alertId } })
  useTopic(alertsChanged, {}, () => void refresh(readAlert))
  usePageLabel(query.data?.message, { back: alertsPath() })
  return (
    <QueryView
      page
      query={query}
      loading={
        <Page>
          <PageHeader title={t('title')} />
          <LoadingRows rows={8} />
        </Page>
      }
      notFound={
        <NotFoundState page icon={IconMapQuestion} title={t('notFound')}>
          <Link to={alertsPath()}>{t('back')}</Link>
        </NotFoundState>
      }
    >
      {(alert) => <Body alert={alert} />}
    </QueryView>
  )
}

function Body({ alert }: { alert: AlertDetail }) {
  const t = useText()
  const phone = useIsMobile()
  const actions = <Actions alert={alert} />
  const last = alert.notified.at(-1)
  return (
    <Page>
      <PageHeader
        stacked
        title={alert.message}
        badges={
          <>
            <AlertPriorityBadge {...alert} />
            <AlertStateBadge {...alert} />
          </>
        }
        note={alert.accountName}
        actions={actions}
      />
      <Stats
        figures={[
          {
            id: 'open',
            label: t(alert.closed ? 'facts.was' : 'facts.open'),
            value: <OpenTime alert={alert} />,
            note: t('facts.since', { time: formatDateTime(alert.created) }),
            tone: alert.state === 'OPEN' ? 'red' : undefined,
          },
          {
            id: 'occurrences',
            label: t('facts.occurrences'),
            value: formatCount(alert.occurrences),
            note: t('facts.last', { time: formatDateTime(alert.lastOccurred) }),
          },
          {
            id: 'notified',
            label: t('facts.notified'),
            value: last?.user.fullName ?? t('noUser'),
            note: last && t('at', { time: formatTime(last.at) }),
          },
          {
            id: 'next',
            label: t('facts.next'),
            value: alert.nextNotice
              ? t('at', { time: formatTime(alert.nextNotice) })
              : t(alert.state === 'OPEN' ? 'facts.none' : 'facts.stopped'),
            note: alert.nextNotice && t('facts.nextNote'),
          },
        ]}
      />
      {alert.outside && <SentState outside={alert.outside} />}
      <div className={classes.columns}>
        <AlertTimeline alert={alert} />
        <Facts alert={alert} />
      </div>
      {phone && <BottomBar>{actions}</BottomBar>}
    </Page>
  )
}

function Actions({ alert: { id, state, version } }: { alert: AlertDetail }) {
  const t = useText()
  const mayChange = useAllows(createAlerts) && state !== 'CLOSED'
  const refreshes = [readAlert, listAlerts]
  const acknowledge = useMutationOf(acknowledgeAlert, {
    refreshes,
    onSuccess: () => toast({ title: t('acknowledged') }),
  })
  const close = useMutationOf(closeAlert, { refreshes, onSuccess: () => toast({ title: t('closed') }) })
  const input = { params: { id }, version }
  const asks = { title: t('ask'), text: t('askText'), action: t('acknowledge') }
  useKeys(
    mayChange && state === 'OPEN'
      ? [{ combo: 'a', label: t('acknowledge'), group: t('keys'), asks, run: () => acknowledge.mutate(input) }]
      : [],
  )
  if (!mayChange) return null
  return (
    <>
      <Button variant="default" loading={close.isPending} onClick={() => close.mutate(input)}>
        {t('close')}
      </Button>
      {state === 'OPEN' && (
        <Button loading={acknowledge.isPending} onClick={() => acknowledge.mutate(input)}>
          {t('acknowledge')}
        </Button>
      )}
    </>
  )
}

function Facts({ alert }: { alert: AlertDetail }) {
  const t = useText()
  const account = useAccounts().find(({ name }) => name === alert.account)
  return (
    <Card title={t('facts.title')}>
      <DescriptionList
        lines={[
          [
            t('facts.account'),
            account ? (
              <Link key="account" to={accountDashboardPath({ account })}>
                {alert.accountName}
              </Link>
            ) : (
              alert.accountName
            ),
          ],
          [
            t('facts.case'),
            alert.caseKey && account && <Link to={casePath({ account, key: alert.caseKey })}>{alert.caseKey}</Link>,
          ],
          [t('facts.alias'), alert.alias],
          [t('facts.tags'), alert.tags.join(', ')],
          [t('facts.description'), alert.description],
        ]}
      />
    </Card>
  )
}

type Entry = { readonly at: string; readonly tone: string; readonly text: string }

/** What happened to an alert, the newest first. */
function AlertTimeline({ alert }: { alert: Alert }) {
  const t = useText()
  return (
    <Card title={t('timeline.title')}>
      <ol className={classes.entries} aria-label={t('timeline.title')}>
        {entriesOf(t, alert).map(({ at, tone, text }) => (
          <li key={`${at} ${text}`} className={classes.entry} data-tone={tone}>
            <time dateTime={at}>{formatDateTime(at)}</time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function entriesOf(t: ReturnType<typeof useText>, alert: Alert): Entry[] {
  const { created, createdBy, notified, occurrences, lastOccurred, acknowledged, closed } = alert
  const nameOf = (what: 'acknowledged' | 'closed') => {
    const inside = alert[`${what}By`]?.fullName
    const outside = alert[`${what}In`]
    if (!outside) return inside ?? t('timeline.automatic')
    const system = (t as (key: string) => string)(`system.${outside.system}`)
    return t('timeline.in', { name: inside ?? outside.user ?? system, system })
  }
  const entries: (Entry | false)[] = [
    {
      at: created,
      tone: 'red',
      text: t('timeline.opened', { name: createdBy?.fullName ?? t('timeline.automatic') }),
    },
    ...notified.map(({ user, at }) => ({
      at,
      tone: 'blue',
      text: t('timeline.notified', { name: user.fullName }),
    })),
    occurrences > 1 && { at: lastOccurred, tone: 'red', text: t('timeline.repeated', { count: occurrences }) },
    acknowledged !== null && {
      at: acknowledged,
      tone: 'orange',
      text: t('timeline.acknowledged', { name: nameOf('acknowledged') }),
    },
    closed !== null && { at: closed, tone: 'green', text: t('timeline.closed', { name: nameOf('closed') }) },
  ]
  // Of entries of one moment the later one is above.
  return entries
    .filter((entry) => entry !== false)
    .reverse()
    .sort((a, b) => b.at.localeCompare(a.at))
}
