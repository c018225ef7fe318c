import { useState } from 'react'
import { listAccounts, listDeletedAccounts, restoreAccount } from '#features/accounts/accounts/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText as useKitText } from '#kit/web/text/kit-text.ts'
import { formatDate } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import classes from './account-page.module.css'

/** Recently deleted accounts, to restore; nothing where there are none. */
export function DeletedAccounts() {
  const t = useText()
  const kit = useKitText()
  const [opened, setOpened] = useState(false)
  const { data } = useQueryOf(listDeletedAccounts, {})
  const restore = useMutationOf(restoreAccount, {
    refreshes: [listDeletedAccounts, listAccounts],
    onSuccess: ({ displayName: name }) => toast({ title: t('list.restored', { name }) }),
  })
  const accounts = data?._embedded.accounts ?? []
  if (accounts.length === 0) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('list.deleted')}
      </Button>
      <Modal
        opened={opened}
        centered
        title={t('list.deleted')}
        onClose={() => setOpened(false)}
        closeButtonProps={{ 'aria-label': kit('close') }}
      >
        <p>{t('list.deletedNote')}</p>
        <ul className={classes.lines}>
          {accounts.map(({ id, displayName, deletedAt }) => (
            <li key={id}>
              <span>
                <strong>{displayName}</strong> {t('list.deletedAt', { date: formatDate(deletedAt) })}
              </span>
              <Button
                size="compact-sm"
                variant="light"
                loading={restore.isPending}
                onClick={() => restore.mutate({ params: { id } })}
              >
                {t('list.restore')}
              </Button>
            </li>
          ))}
        </ul>
      </Modal>
    </>
  )
}
