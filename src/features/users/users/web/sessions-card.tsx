import { useState } from 'react'
import { endMySession, listMySessions } from '#features/access/sessions/contract.ts'
import { searchLogbook } from '#features/platform/audit/contract.ts'
import { call, type Reply } from '#kit/web/data/call.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { IconDeviceLaptop, IconDeviceMobile, IconX } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import { Line } from './line.tsx'
import { useAgo } from './use-ago.ts'

type Session = Reply<typeof listMySessions>['_embedded']['sessions'][number]

/** The user's sessions, with a button to end each. */
export function SessionsCard({ locked }: { locked: boolean }) {
  const t = useText()
  const query = useQueryOf(listMySessions, {}, { refetchInterval: 60_000 })
  const others = query.data?._embedded.sessions?.filter(({ current }) => !current) ?? []
  return (
    <Card
      title={t('sessions.title')}
      note={t('sessions.note')}
      right={others.length > 0 && !locked && <EndOthers others={others} />}
      flush
    >
      <QueryView query={query} rows={2}>
        {({ _embedded: { sessions } }) => (
          <ul>
            {sessions.map((session) => (
              <li key={session.id}>
                <SessionLine session={session} locked={locked} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

function SessionLine({ session, locked }: { session: Session; locked: boolean }) {
  const t = useText()
  const ago = useAgo()
  const end = useMutationOf(endMySession, {
    refreshes: [listMySessions, searchLogbook],
    onSuccess: () => toast({ title: t('sessions.ended') }),
  })
  const Device = /iOS|Android/.test(session.device) ? IconDeviceMobile : IconDeviceLaptop
  const facts = [
    ago(session.lastSeenAt, 'sessions.seen', 'sessions.now'),
    ...(session.address ? [t('sessions.from', { address: session.address })] : []),
    t('sessions.since', { time: formatDateTime(session.startedAt) }),
  ]
  return (
    <Line
      icon={<Device size={18} aria-hidden />}
      title={session.device}
      badge={
        session.current ? (
          <Badge colour="green">{t('sessions.this')}</Badge>
        ) : (
          session.impersonated && <Badge colour="purple">{t('sessions.staff')}</Badge>
        )
      }
      note={facts.join(' · ')}
    >
      {!session.current && !locked && (
        <IconButton
          size={28}
          aria-label={t('sessions.end', { device: session.device })}
          loading={end.isPending}
          onClick={() => end.mutate({ params: { id: session.id } })}
        >
          <IconX size={16} aria-hidden />
        </IconButton>
      )}
    </Line>
  )
}

function EndOthers({ others }: { others: readonly Session[] }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    const results = await Promise.allSettled(others.map(({ id }) => call(endMySession, { params: { id } })))
    const failedResult = results.find((one) => one.status === 'rejected')
    if (failedResult) showError(failedResult.reason)
    else toast({ title: t('sessions.endedOthers') })
    await refresh(listMySessions, searchLogbook)
    setBusy(false)
    setAsking(false)
  }
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
        {t('sessions.endOthers')}
      </Button>
      <Confirm
        opened={asking}
        title={t('sessions.endOthersTitle', { count: others.length })}
        action={t('sessions.endOthers')}
        busy={busy}
        onConfirm={() => void end()}
        onClose={() => setAsking(false)}
      >
        {t('sessions.endOthersText')}
      </Confirm>
    </>
  )
}
