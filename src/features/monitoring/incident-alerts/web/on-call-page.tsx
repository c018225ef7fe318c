import { type CSSProperties, Suspense, useState } from 'react'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconPlus, IconTrash, IconUsers } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { Stats } from '#kit/web/look/figure.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatDateTime, timeZoneShown } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { alertsChanged, createAlerts, type OnCall, readOnCall } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './alerts.module.css'
import { overridesOf, useSaveRotation } from './use-save-rotation.ts'
import { weekdayName } from './weekday-name.ts'

const EditRotation = lazyNamed(() => import('./edit-rotation.tsx'), 'EditRotation')
const AddOverride = lazyNamed(() => import('./add-override.tsx'), 'AddOverride')

/** Who is on call now and next, the shifts of four weeks, and the rotation behind them. */
export function OnCallPage() {
  const t = useText()
  const phone = useIsMobile()
  const mayChange = useAllows(createAlerts)
  const [open, setOpen] = useState<'rotation' | 'override' | null>(null)
  const query = useQueryOf(readOnCall, {}, { refetchInterval: 60_000 })
  useTopic(alertsChanged, {}, () => void refresh(readOnCall))
  const actions = mayChange && query.data && (
    <>
      <Button variant="default" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setOpen('override')}>
        {t('onCall.add')}
      </Button>
      <Button onClick={() => setOpen('rotation')}>{t('onCall.edit')}</Button>
    </>
  )
  const close = () => setOpen(null)
  return (
    <Page>
      <PageHeader title={t('onCall.title')} actions={actions} />
      <QueryView query={query} rows={6}>
        {(data) => <Rotation onCall={data} />}
      </QueryView>
      {phone && actions && <BottomBar>{actions}</BottomBar>}
      {query.data && open && (
        <Suspense fallback={null}>
          {open === 'rotation' ? (
            <EditRotation onCall={query.data} onClose={close} />
          ) : (
            <AddOverride onCall={query.data} onClose={close} />
          )}
        </Suspense>
      )}
    </Page>
  )
}

function Rotation({ onCall }: { onCall: OnCall }) {
  const t = useText()
  const { now, next, until, users, overrides, weekday, time, timeZone, escalateMinutes } = onCall
  if (users.length === 0 && overrides.length === 0)
    return (
      <EmptyState colour="blue" icon={<IconUsers size={22} aria-hidden />} title={t('onCall.empty')}>
        {t('onCall.emptyText')}
      </EmptyState>
    )
  return (
    <>
      <Stats
        figures={[
          {
            id: 'now',
            label: t('onCall.now'),
            value: now?.fullName ?? t('onCall.none'),
            note: until && t('onCall.until', { time: formatDateTime(until) }),
            tone: now ? undefined : 'red',
          },
          {
            id: 'next',
            label: t('onCall.next'),
            value: next?.fullName ?? t('onCall.none'),
            note: until && t('onCall.from', { time: formatDateTime(until) }),
          },
          {
            id: 'hand-over',
            label: t('onCall.handOver'),
            value: <span translate="no">{`${weekdayName(weekday)} ${time}`}</span>,
            note: t('onCall.handOverNote', { zone: timeZone }),
          },
          { id: 'escalate', label: t('onCall.escalate'), value: t('onCall.minutes', { count: escalateMinutes }) },
        ]}
      />
      <ShiftStrip onCall={onCall} />
      <div className={classes.columns}>
        <Card title={t('onCall.rotation')}>
          <ol className={classes.rows}>
            {users.map(({ id, fullName }) => (
              <li key={id} className={classes.row}>
                <Avatar name={fullName} size={24} />
                <span>{fullName}</span>
              </li>
            ))}
          </ol>
        </Card>
        <Overrides onCall={onCall} />
      </div>
    </>
  )
}

function Overrides({ onCall }: { onCall: OnCall }) {
  const t = useText()
  const mayChange = useAllows(createAlerts)
  const { send, pending } = useSaveRotation(onCall, { done: t('onCall.removed') })
  const sentOverrides = overridesOf(onCall)
  return (
    <Card title={t('onCall.overrides')}>
      {onCall.overrides.length === 0 && <p className={classes.muted}>{t('onCall.noOverrides')}</p>}
      <ul className={classes.rows} aria-label={t('onCall.overrides')}>
        {onCall.overrides.map(({ user, from, to }, index) => (
          <li key={`${user.id} ${from}`} className={classes.row}>
            <Avatar name={user.fullName} size={24} />
            <span>
              {user.fullName}
              <br />
              <span className={classes.muted}>
                {formatDateTime(from)} – {formatDateTime(to)}
              </span>
            </span>
            {mayChange && (
              <IconButton
                aria-label={t('onCall.remove', { name: user.fullName })}
                disabled={pending}
                onClick={() => send({ overrides: sentOverrides.filter((_, place) => place !== index) })}
              >
                <IconTrash size={16} aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const DAY_MS = 86_400_000

/** Who is on call in the next four weeks, as wide as each shift is long; gaps are said in words too. */
function ShiftStrip({ onCall: { shifts } }: { onCall: OnCall }) {
  const t = useText()
  const gaps = shifts.filter(({ user }) => user === null)
  return (
    <>
      {gaps.map(({ from, to }) => (
        <Callout
          key={from}
          colour="red"
          title={t('onCall.gaps', { from: formatDateTime(from), to: formatDateTime(to) })}
        />
      ))}
      <Card title={t('onCall.strip')} right={<span>{t('onCall.zone', { zone: timeZoneShown() })}</span>}>
        <ol className={classes.strip} aria-label={t('onCall.strip')}>
          {shifts.map(({ user, from, to, override }) => (
            <li
              key={from}
              className={classes.shift}
              data-kind={user === null ? 'gap' : override ? 'override' : 'turn'}
              style={{ '--days': (Date.parse(to) - Date.parse(from)) / DAY_MS } as CSSProperties}
            >
              <strong>{user?.fullName ?? t('onCall.gap')}</strong>
              {override && <span>{t('onCall.override')}</span>}
              <span>{t('onCall.until', { time: formatDateTime(to) })}</span>
            </li>
          ))}
        </ol>
      </Card>
    </>
  )
}
