import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { type IdentityProvider, listProviders, migrateUsersToLocal, moveUsersToProvider } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './provider-panel.module.css'

/** Users whom a provider cannot sign in now: they still have a password here, or it is disabled. */
export function UsersCard({ provider }: { provider: IdentityProvider }) {
  const { enabled, users, usersHere, origin } = provider
  if (enabled && usersHere > 0) return <Move provider={provider} way="in" count={usersHere} />
  if (!enabled && users > 0 && origin === 'PORTAL') return <Move provider={provider} way="out" count={users} />
  return null
}

function Move({
  provider: { id, name },
  way,
  count,
}: {
  provider: IdentityProvider
  way: 'in' | 'out'
  count: number
}) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const then = {
    refreshes: [listProviders],
    onSuccess: ({ moved }: { moved: number }) => {
      setAsking(false)
      toast({ title: t(`people.${way}.done`, { count: moved }) })
    },
  }
  const toProvider = useMutationOf(moveUsersToProvider, then)
  const toPassword = useMutationOf(migrateUsersToLocal, then)
  const move = way === 'in' ? toProvider : toPassword
  const action = t(`people.${way}.action`, { name })
  return (
    <>
      <Card title={t(`people.${way}.title`, { count, name })}>
        <div className={classes.stack}>
          <p className={classes.note}>{t(`people.${way}.words`, { name })}</p>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => setAsking(true)}>
              {action}
            </Button>
          </div>
        </div>
      </Card>
      <Confirm
        opened={asking}
        title={t(`people.${way}.ask`, { count, name })}
        action={action}
        colour={way === 'in' ? 'red' : 'blue'}
        busy={move.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => move.mutate({ params: { id } })}
      >
        {t(`people.${way}.text`, { name })}
      </Confirm>
    </>
  )
}
