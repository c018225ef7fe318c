import { Progress } from '@mantine/core'
import type { Account } from '#features/accounts/accounts/contract.ts'
import { type AccountStorage, editPlans, readStorage, setStorageLimit } from '#features/accounts/accounts/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useTermsText } from '../../texts.ts'
import { LimitForm } from './limit-form.tsx'

const MB = 1024 ** 2

/** Storage used by the account's files, and the limit; users who may write plans set it. */
export function StorageCard({ account }: { account: Account }) {
  const t = useTermsText()
  const may = useAllows(editPlans, account.name)
  const { data } = useQueryOf(readStorage, { params: { id: account.id } })
  if (!data) return null
  const { used, limit } = data
  const words =
    limit === null
      ? t('storage.unlimited', { used: formatBytes(used) })
      : t('storage.used', { used: formatBytes(used), limit: formatBytes(limit) })
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
        {may && <StorageForm key={`${limit}`} account={account} storage={data} />}
      </div>
    </Card>
  )
}

function StorageForm({ account, storage: { limit } }: { account: Account; storage: AccountStorage }) {
  const t = useTermsText()
  const set = useMutationOf(setStorageLimit, {
    refreshes: [readStorage],
    onSuccess: () => toast({ title: t('storage.saved') }),
  })
  return (
    <LimitForm
      label={t('storage.limit')}
      save={t('storage.save')}
      clear={t('storage.clear')}
      limit={limit === null ? null : Math.round(limit / MB)}
      busy={set.isPending}
      onSave={(wanted) =>
        set.mutate({ params: { id: account.id }, body: { limit: wanted === null ? null : wanted * MB } })
      }
    />
  )
}
