import { useState } from 'react'
import {
  endSessionOfUser,
  endSessionsOfUser,
  listSessionsOfUser,
  listTokensOfUser,
  type User,
} from '#features/users/user-management/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconDeviceLaptop, IconDeviceMobile, IconX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import classes from './user-page.module.css'

/** A user's sessions, and a button to end them all. */
export function SessionsCard({ user }: { user: User }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const params = { id: user.id }
  const query = useQueryOf(listSessionsOfUser, { params }, { refetchInterval: 60_000 })
  const endOne = useMutationOf(endSessionOfUser, {
    refreshes: [listSessionsOfUser],
    onSuccess: () => toast({ title: t('sessions.ended') }),
  })
  const end = useMutationOf(endSessionsOfUser, {
    refreshes: [listSessionsOfUser, listTokensOfUser],
    onSuccess: () => {
      setAsking(false)
      toast({ title: t('done.sessions', { name: user.fullName }) })
    },
  })
  const sessions = query.data?._embedded.sessions
  if (query.error) return null
  return (
    <Card
      title={t('sessions.title')}
      right={
        sessions && sessions.length > 0 ? (
          <Button variant="subtle" size="compact-sm" onClick={() => setAsking(true)}>
            {t('sessions.endAll')}
          </Button>
        ) : null
      }
    >
      <QueryView query={query} rows={2} empty={<p className={classes.none}>{t('sessions.none')}</p>}>
        {({ _embedded: { sessions } }) => (
          <ul className={classes.lines}>
            {sessions.map((session) => {
              const Sign = /iOS|Android/.test(session.device) ? IconDeviceMobile : IconDeviceLaptop
              const facts = [session.address, t('sessions.seen', { age: formatAge(session.lastSeenAt) })]
              return (
                <li key={session.id}>
                  <Sign size={18} aria-hidden />
                  <span className={classes.words}>
                    {session.impersonated ? `${session.device} (${t('sessions.staff')})` : session.device}
                    <span className={classes.under}>{facts.filter(Boolean).join(' · ')}</span>
                  </span>
                  <IconButton
                    size={28}
                    aria-label={t('sessions.end', { device: session.device })}
                    loading={endOne.isPending}
                    onClick={() => endOne.mutate({ params: { ...params, session: session.id } })}
                  >
                    <IconX size={16} aria-hidden />
                  </IconButton>
                </li>
              )
            })}
          </ul>
        )}
      </QueryView>
      <Confirm
        opened={asking}
        title={t('sessions.endTitle', { name: user.fullName })}
        action={t('sessions.endAll')}
        busy={end.isPending}
        onConfirm={() => end.mutate({ params })}
        onClose={() => setAsking(false)}
      >
        {t('sessions.endText')}
      </Confirm>
    </Card>
  )
}
