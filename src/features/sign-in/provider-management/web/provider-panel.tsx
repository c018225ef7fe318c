import type { ReactNode } from 'react'
import { IconX } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import type { IdentityProvider } from '../contract.ts'
import { useText } from '../texts.ts'
import { AttemptsCard } from './attempts-card.tsx'
import { DirectoryCard } from './directory-card.tsx'
import { ProviderActions } from './provider-actions.tsx'
import { ProviderForm } from './provider-form.tsx'
import { ProviderState } from './provider-list.tsx'
import classes from './provider-panel.module.css'
import { ScimCard } from './scim-card.tsx'
import { TestCard } from './test-card.tsx'
import { UsersCard } from './users-card.tsx'

/** One provider: its settings, what to register at the other side, a test, and the last sign-ins. */
export function ProviderPanel({ provider, onClose }: { provider: IdentityProvider; onClose: () => void }) {
  const t = useText()
  const own = provider.origin === 'PORTAL'
  return (
    <Panel title={provider.name} state={<ProviderState provider={provider} />} onClose={onClose}>
      {own && <ProviderActions provider={provider} onGone={onClose} />}
      <UsersCard provider={provider} />
      {provider.origin === 'EMBEDDED' && <p className={classes.note}>{t('panel.builtIn')}</p>}
      {provider.origin === 'ENVIRONMENT' && <p className={classes.note}>{t('panel.elsewhere')}</p>}
      {provider.type !== 'EMBEDDED' && (
        <>
          <TestCard provider={provider} />
          <ProviderSetup provider={provider} />
          {provider.directory && <DirectoryCard directory={provider.directory} />}
          {own && <ScimCard provider={provider.id} />}
        </>
      )}
      {own && <ProviderForm provider={provider} />}
      {provider.type !== 'EMBEDDED' && <AttemptsCard provider={provider.id} />}
    </Panel>
  )
}

/** A provider that is not set up yet. */
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
        <IconButton size={28} aria-label={t('panel.close')} onClick={props.onClose}>
          <IconX size={16} aria-hidden />
        </IconButton>
      </header>
      {props.children}
    </div>
  )
}

/** The addresses to copy into the provider. */
function ProviderSetup({ provider: { type, id, returnUrl, metadataUrl, eventsUrl } }: { provider: IdentityProvider }) {
  const t = useText()
  const logout = `${new URL(returnUrl).origin}/login/oauth2/logout/${id}`
  const addresses = [
    { label: t('panel.returnUrl'), url: returnUrl },
    ...(metadataUrl
      ? [
          { label: t('panel.metadata'), url: metadataUrl },
          { label: t('panel.certificate'), url: `${new URL(metadataUrl).origin}/login/saml2/certificate` },
        ]
      : []),
    ...(type === 'SAML' ? [] : [{ label: t('panel.logout'), url: logout }]),
    ...(eventsUrl ? [{ label: t('panel.events'), url: eventsUrl }] : []),
  ]
  return (
    <Card title={t('panel.setup')}>
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
