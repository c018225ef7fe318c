import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { deleteProvider, type IdentityProvider, listProviders, missingSettings, updateProvider } from '../contract.ts'
import { AttemptsCard } from './attempts-card.tsx'
import { ProviderForm } from './provider-form.tsx'
import { ProviderState } from './provider-list.tsx'
import classes from './provider-panel.module.css'
import { TestCard } from './test-card.tsx'
import { useText } from './text.ts'

/** One provider: what it is set up with, what the other side has to be told, a test, and the last sign-ins. */
export function ProviderPanel({ provider, onClose }: { provider: IdentityProvider; onClose: () => void }) {
  const t = useText()
  const own = provider.origin === 'PORTAL'
  return (
    <Panel title={provider.name} state={<ProviderState provider={provider} />} onClose={onClose}>
      {own && <Actions provider={provider} onGone={onClose} />}
      {provider.origin === 'EMBEDDED' && <p className={classes.note}>{t('panel.builtIn')}</p>}
      {provider.origin === 'ENVIRONMENT' && <p className={classes.note}>{t('panel.elsewhere')}</p>}
      {provider.type !== 'EMBEDDED' && (
        <>
          <TestCard provider={provider} />
          <Tell provider={provider} />
        </>
      )}
      {own && <ProviderForm provider={provider} />}
      {provider.type !== 'EMBEDDED' && <AttemptsCard provider={provider.id} />}
    </Panel>
  )
}

/** A provider that is about to be set up. */
export function NewProvider({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const t = useText()
  return (
    <Panel title={t('panel.new')} onClose={onClose}>
      <ProviderForm onMade={onMade} />
    </Panel>
  )
}

function Panel(props: { title: string; state?: ReactNode; onClose: () => void; children: ReactNode }) {
  const t = useText()
  return (
    <div className={classes.panel}>
      <header className={classes.head}>
        <h2>{props.title}</h2>
        {props.state}
        <ActionIcon size={28} aria-label={t('panel.close')} onClick={props.onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </header>
      {props.children}
    </div>
  )
}

function Actions({ provider, onGone }: { provider: IdentityProvider; onGone: () => void }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const { id, name, version, enabled, people } = provider
  const change = useMutationOf(updateProvider, {
    refreshes: [listProviders],
    onSuccess: (now) => toast({ title: t(now.enabled ? 'panel.switchedOn' : 'panel.switchedOff') }),
  })
  const remove = useMutationOf(deleteProvider, {
    refreshes: [listProviders],
    onSuccess: () => {
      toast({ title: t('panel.deleted') })
      onGone()
    },
  })
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        loading={change.isPending}
        disabled={!enabled && missingSettings(provider).length > 0}
        onClick={() => change.mutate({ params: { id }, body: { enabled: !enabled }, version })}
      >
        {t(enabled ? 'panel.switchOff' : 'panel.switchOn')}
      </Button>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        {t('panel.delete')}
      </Button>
      <Confirm
        opened={asking}
        title={t('panel.deleteTitle', { name })}
        action={t('panel.delete')}
        colour="red"
        busy={remove.isPending}
        {...(people > 0 ? { typed: name } : {})}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ params: { id }, version })}
      >
        {t('panel.deleteText', { count: people })}
      </Confirm>
    </div>
  )
}

/** The addresses that are copied into the provider. */
function Tell({ provider: { type, id, returnUrl, metadataUrl } }: { provider: IdentityProvider }) {
  const t = useText()
  const logout = `${new URL(returnUrl).origin}/login/oauth2/logout/${id}`
  const addresses = [
    { label: t('panel.returnUrl'), url: returnUrl },
    ...(metadataUrl ? [{ label: t('panel.metadata'), url: metadataUrl }] : []),
    ...(type === 'SAML' ? [] : [{ label: t('panel.logout'), url: logout }]),
  ]
  return (
    <Card title={t('panel.tell')}>
      <dl className={classes.addresses}>
        {addresses.map(({ label, url }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{url}</code>
              <CopyButton value={url} label={label} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
