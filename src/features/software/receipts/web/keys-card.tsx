import { Suspense, useState } from 'react'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { listReceiptKeys, manageReceiptKeys, type ReceiptKey, revokeReceiptKey } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './verification.module.css'

const NewKey = lazyNamed(() => import('./new-key.tsx'), 'NewKey')

/** The keys with which the account signs its receipts. */
export function KeysCard({ account }: { account: string }) {
  const t = useText()
  const mayManage = useAllows(manageReceiptKeys)
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<ReceiptKey>()
  const query = useQueryOf(listReceiptKeys, { query: { account } })
  const revoke = useMutationOf(revokeReceiptKey, {
    refreshes: [listReceiptKeys],
    onSuccess: () => {
      toast({ title: t('keys.revokeDone', { name: ending?.name ?? '' }) })
      setEnding(undefined)
    },
  })
  return (
    <Card title={t('keys.title')}>
      <div className={classes.stack}>
        <p className={classes.quiet}>{t(query.data?.keys.length === 0 ? 'keys.empty' : 'keys.text')}</p>
        <QueryView query={query} rows={2}>
          {(data) => (
            <ul className={classes.keys}>
              {data.keys.map((key) => (
                <li key={key.id}>
                  <div className={classes.line}>
                    <strong>{key.name}</strong>
                    {key.revoked && <Badge colour="light-grey">{t('keys.revoked')}</Badge>}
                    {!key.revoked && mayManage && (
                      <Button variant="default" size="xs" onClick={() => setEnding(key)}>
                        {t('keys.revoke')}
                      </Button>
                    )}
                  </div>
                  <code title={key.id}>{key.id.slice(0, 16)}</code>
                  <div className={classes.quiet}>
                    {t('keys.by', { by: key.createdBy, at: formatDate(key.created) })}
                  </div>
                </li>
              ))}
            </ul>
          )}
        </QueryView>
        {mayManage && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('keys.add')}
          </Button>
        )}
      </div>
      <Suspense>{adding && <NewKey account={account} onClose={() => setAdding(false)} />}</Suspense>
      <Confirm
        opened={ending !== undefined}
        title={t('keys.revokeTitle', { name: ending?.name ?? '' })}
        action={t('keys.revoke')}
        busy={revoke.isPending}
        onConfirm={() => ending && revoke.mutate({ params: { id: ending.id } })}
        onClose={() => setEnding(undefined)}
      >
        {t('keys.revokeText')}
      </Confirm>
    </Card>
  )
}
