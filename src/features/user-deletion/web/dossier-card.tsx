import { Select } from '@mantine/core'
import { useState } from 'react'
import { listUsers, type User } from '#features/user-management/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { handOver, readDossier } from '../contract.ts'
import classes from './deletion-page.module.css'
import { useText } from './text.ts'

/** What a person would leave behind, and to whom it is given. */
export function DossierCard({ user }: { user: User }) {
  const t = useText()
  const { data, error } = useQueryOf(readDossier, { params: { id: user.id } })
  if (error) return null
  const lines = data
    ? [
        ...(data.assigned.length > 0 ? [t('dossier.assigned', { count: data.assigned.length })] : []),
        ...(data.reported.length > 0 ? [t('dossier.reported', { count: data.reported.length })] : []),
        ...(data.watched.length > 0 ? [t('dossier.watched', { count: data.watched.length })] : []),
        ...(data.tokens.length > 0 ? [t('dossier.tokens', { count: data.tokens.length })] : []),
        ...(data.managedAccounts.length > 0 ? [t('dossier.accounts', { count: data.managedAccounts.length })] : []),
      ]
    : []
  const left = (data?.assigned.length ?? 0) + (data?.watched.length ?? 0) + (data?.managedAccounts.length ?? 0)
  return (
    <Card title={t('dossier.title')}>
      {!data && <LoadingRows rows={3} />}
      {data && lines.length === 0 && <p className={classes.none}>{t('dossier.nothing')}</p>}
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {left > 0 && <HandOver user={user} />}
    </Card>
  )
}

function HandOver({ user }: { user: User }) {
  const t = useText()
  const [words, setWords] = useState('')
  const [to, setTo] = useState<string | null>(null)
  const side = user.isVendor ? 'VENDOR' : 'CUSTOMER'
  const account = user.roles.flatMap((role) => role.account ?? [])
  const query = { q: words.trim(), side, state: ['active'], size: 8, ...(user.isVendor ? {} : { account }) } as const
  const { data } = useQueryOf(listUsers, { query: { ...query, state: ['active'] } }, { keep: true })
  const heirs = data?._embedded.users.filter(({ id }) => id !== user.id) ?? []
  const give = useMutationOf(handOver, {
    refreshes: [readDossier],
    onSuccess: ({ cases, watches, accounts }) => toast({ title: t('dossier.done', { cases, watches, accounts }) }),
  })
  return (
    <div className={classes.give}>
      <Select
        label={t('dossier.to')}
        placeholder={t('dossier.search')}
        searchable
        comboboxProps={{ withinPortal: false }}
        withScrollArea={false}
        filter={({ options }) => options}
        searchValue={words}
        onSearchChange={setWords}
        data={heirs.map(({ id, fullName }) => ({ value: id, label: fullName }))}
        value={to}
        onChange={setTo}
      />
      <Button
        variant="light"
        disabled={to === null}
        loading={give.isPending}
        onClick={() => to && give.mutate({ params: { id: user.id }, body: { to } })}
      >
        {t('dossier.give')}
      </Button>
    </div>
  )
}
