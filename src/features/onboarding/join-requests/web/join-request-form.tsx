import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { askToJoin, myJoinRequestChanged, readMyJoins } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './joins-page.module.css'

const SEARCHED_FROM = 6

/**
 * The accounts that the user may request to join, and the state of their requests. `onChange` is called when one was
 * decided.
 */
export function AskToJoin({ onChange }: { onChange: () => void }) {
  const t = useText()
  const [words, setWords] = useState('')
  const { data } = useQueryOf(readMyJoins, {})
  useTopic(myJoinRequestChanged, {}, () => {
    void refresh(readMyJoins)
    onChange()
  })
  const ask = useMutationOf(askToJoin, { refreshes: [readMyJoins], onSuccess: () => toast({ title: t('ask.asked') }) })
  if (!data) return null
  const requests = data._embedded.requests
  const requestedNames = new Set(
    requests.filter(({ requestStatus }) => requestStatus === 'NEW').map(({ account }) => account),
  )
  const open = data.joinable.filter(({ name }) => !requestedNames.has(name))
  const foundAccounts = open.filter(({ displayName }) => displayName.toLowerCase().includes(words.trim().toLowerCase()))
  return (
    <section className={classes.ask} aria-label={t('ask.title')}>
      <ul>
        {requests.map(({ id, accountDisplayName, requestStatus, reason }) => (
          <li key={id} className={classes.row}>
            <span className={classes.who}>
              <strong>{accountDisplayName}</strong>
              {reason && <small>{reason}</small>}
            </span>
            <StateBadge kind="request" state={requestStatus} />
          </li>
        ))}
        {foundAccounts.map(({ name, displayName }) => (
          <li key={name} className={classes.row}>
            <span className={classes.who}>
              <strong>{displayName}</strong>
            </span>
            <Button
              size="compact-sm"
              variant="light"
              loading={ask.isPending}
              onClick={() => ask.mutate({ query: { accountName: name } })}
            >
              {t('ask.ask')}
            </Button>
          </li>
        ))}
      </ul>
      {open.length > SEARCHED_FROM && (
        <TextInput label={t('ask.search')} value={words} onChange={(event) => setWords(event.currentTarget.value)} />
      )}
      <p>{t(data.joinable.length + requests.length > 0 ? 'ask.text' : 'ask.none')}</p>
    </section>
  )
}
