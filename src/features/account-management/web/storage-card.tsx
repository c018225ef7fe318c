import { Button, Progress, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Account } from '#features/accounts/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { writeBytes } from '#kit/web/form/bytes.ts'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { type AccountStorage, editPlans, readStorage, setStorageLimit } from '../contract.ts'
import { useText } from './text.ts'

const MB = 1024 ** 2

/** What the files of the account hold, of how much they may; who writes plans says how much that is. */
export function StorageCard({ account }: { account: Account }) {
  const t = useText()
  const may = useAllows(editPlans, account.name)
  const { data } = useQueryOf(readStorage, { params: { id: account.id } })
  if (!data) return null
  const { used, limit } = data
  const words =
    limit === null
      ? t('storage.unlimited', { used: writeBytes(used) })
      : t('storage.used', { used: writeBytes(used), limit: writeBytes(limit) })
  const full = limit !== null && used >= limit
  return (
    <Card title={t('storage.title')} note={words}>
      <div className="form-stack">
        {limit !== null && (
          <Progress
            value={limit === 0 ? 100 : Math.min((100 * used) / limit, 100)}
            color={full ? 'red' : 'blue'}
            aria-label={words}
          />
        )}
        {full && <p role="status">{t('storage.full')}</p>}
        {may && <LimitForm key={`${limit}`} account={account} storage={data} />}
      </div>
    </Card>
  )
}

function LimitForm({ account, storage: { limit } }: { account: Account; storage: AccountStorage }) {
  const t = useText()
  const [number, setNumber] = useState(limit === null ? '' : `${Math.round(limit / MB)}`)
  const [tried, setTried] = useState(false)
  const set = useMutationOf(setStorageLimit, {
    refreshes: [readStorage],
    onSuccess: () => toast({ title: t('storage.saved') }),
  })
  const save = (wanted: number | null) => set.mutate({ params: { id: account.id }, body: { limit: wanted } })
  const wanted = /^\d{1,7}$/.test(number) ? Number(number) * MB : null
  return (
    <form
      className="form-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (wanted !== null) save(wanted)
      }}
    >
      <div className="form-fields">
        <TextInput
          label={t('storage.limit')}
          inputMode="numeric"
          maxLength={7}
          value={number}
          error={tried && wanted === null && t('storage.limitWrong')}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      </div>
      <div className="form-actions">
        {limit !== null && (
          <Button variant="subtle" loading={set.isPending} onClick={() => save(null)}>
            {t('storage.clear')}
          </Button>
        )}
        <Button type="submit" disabled={wanted === limit && wanted !== null} loading={set.isPending}>
          {t('storage.save')}
        </Button>
      </div>
    </form>
  )
}
