import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { deleteProvider, type IdentityProvider, listProviders, missingSettings, updateProvider } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './provider-panel.module.css'

/** Enables, disables and deletes a provider; shows before what happens to its users. */
export function ProviderActions({ provider, onGone }: { provider: IdentityProvider; onGone: () => void }) {
  const t = useText()
  const [asking, setAsking] = useState<'off' | 'delete' | 'untested' | null>(null)
  const [sendLinks, setSendLinks] = useState(true)
  const { id, name, version, enabled: isEnabled, users, tested: isTested } = provider
  const close = () => setAsking(null)
  const change = useMutationOf(updateProvider, {
    refreshes: [listProviders],
    onSuccess: (now) => {
      close()
      toast({ title: t(now.enabled ? 'panel.switchedOn' : 'panel.switchedOff') })
    },
  })
  const remove = useMutationOf(deleteProvider, {
    refreshes: [listProviders],
    onSuccess: () => {
      toast({ title: t('panel.deleted') })
      onGone()
    },
  })
  const flip = () => change.mutate({ params: { id }, body: { enabled: !isEnabled }, version })
  const press = () => {
    if (isEnabled && users > 0) setAsking('off')
    else if (!isEnabled && !isTested) setAsking('untested')
    else flip()
  }
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        loading={change.isPending}
        blocked={!isEnabled && missingSettings(provider).length > 0 ? t('notYet.settings') : undefined}
        onClick={press}
      >
        {t(isEnabled ? 'panel.switchOff' : 'panel.switchOn')}
      </Button>
      <Button variant="subtle" color="red" onClick={() => setAsking('delete')}>
        {t('panel.delete')}
      </Button>
      <Confirm
        opened={asking === 'off'}
        title={t('panel.offTitle', { name })}
        action={t('panel.switchOff')}
        colour="orange"
        busy={change.isPending}
        onClose={close}
        onConfirm={flip}
      >
        {t('panel.offText', { count: users })}
      </Confirm>
      <Confirm
        opened={asking === 'untested'}
        title={t('panel.untestedTitle', { name })}
        action={t('panel.switchOn')}
        colour="orange"
        typed={name}
        busy={change.isPending}
        onClose={close}
        onConfirm={() => change.mutate({ params: { id }, body: { enabled: true, confirmUntested: name }, version })}
      >
        {t('panel.untestedText')}
      </Confirm>
      <Confirm
        opened={asking === 'delete'}
        title={t('panel.deleteTitle', { name })}
        action={t('panel.delete')}
        colour="red"
        busy={remove.isPending}
        {...(users > 0 ? { typed: name } : {})}
        onClose={close}
        onConfirm={() => remove.mutate({ params: { id }, query: { sendLinks: sendLinks && users > 0 }, version })}
      >
        <p>{t('panel.deleteText', { count: users })}</p>
        {users > 0 && (
          <Checkbox
            label={t('panel.sendLinks')}
            checked={sendLinks}
            onChange={(event) => setSendLinks(event.currentTarget.checked)}
          />
        )}
      </Confirm>
    </div>
  )
}
