import { useRef, useState } from 'react'
import { type Account, deleteLogo, readAccount } from '#features/accounts/accounts/contract.ts'
import { refresh, useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { upload } from '#kit/web/data/upload.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'
import classes from './account-page.module.css'

/** The account's logo. */
export function LogoCard({ account }: { account: Account }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const remove = useMutationOf(deleteLogo, {
    refreshes: [readAccount],
    onSuccess: () => toast({ title: t('logo.removed') }),
  })
  async function put(file: File) {
    const body = new FormData()
    body.append('file', file)
    setBusy(true)
    try {
      await upload(`/api/accounts/${account.id}/logo`, body, () => undefined, undefined, 'PUT')
      toast({ title: t('logo.saved') })
      await refresh(readAccount)
    } catch (failure) {
      showError(failure as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={t('logo.title')} note={t('logo.hint')}>
      <div className={classes.logo}>
        {account.logo ? (
          <img src={account.logo} alt={t('logo.alt', { name: account.displayName })} />
        ) : (
          <span>{t('logo.none')}</span>
        )}
        <input
          ref={input}
          hidden
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (file) void put(file)
          }}
        />
        <Button variant="default" loading={busy} onClick={() => input.current?.click()}>
          {t('logo.put')}
        </Button>
        {account.logo && (
          <Button
            variant="subtle"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate({ params: { id: account.id }, version: account.version })}
          >
            {t('logo.remove')}
          </Button>
        )}
      </div>
    </Card>
  )
}
