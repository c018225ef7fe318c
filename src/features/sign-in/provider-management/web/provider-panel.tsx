import { type ReactNode, useState } from 'react'
import { attemptsChanged } from '#features/sign-in/identity-providers/contract.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconX } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import {
  type IdentityProvider,
  listAttempts,
  listProviders,
  migrateUsersToLocal,
  moveUsersToProvider,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { AttemptLines } from './attempt-lines.tsx'
import { ProviderActions } from './provider-actions.tsx'
import { ProviderForm } from './provider-form.tsx'
import { ProviderState } from './provider-list.tsx'
import classes from './provider-panel.module.css'
import { ScimCard } from './scim-card.tsx'
import { TestCard } from './test-card.tsx'

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

/** The state of the connection to the directory in which the portal manages users. */
function DirectoryCard({ directory }: { directory: NonNullable<IdentityProvider['directory']> }) {
  const t = useText()
  const { askedAt, error, receivedAt, unstableSince } = directory
  const when = (moment: string | null) => (moment ? formatAge(moment) : t('directory.never'))
  return (
    <Card title={t('directory.title')}>
      <DescriptionList
        lines={[
          [t('directory.asked'), when(askedAt)],
          [t('directory.lastReceived'), when(receivedAt)],
          [t('directory.error'), error],
          [t('directory.unstable'), unstableSince && t('directory.since', { when: formatAge(unstableSince) })],
        ]}
      />
    </Card>
  )
}

/** The last sign-in attempts through a provider. */
function AttemptsCard({ provider }: { provider: string }) {
  const t = useText()
  const query = useQueryOf(listAttempts, { params: { id: provider } })
  useTopic(attemptsChanged, {}, (message) => {
    if (!message || message.provider === provider) void refresh(listAttempts)
  })
  return (
    <Card title={t('attempts.title')} flush>
      <QueryView query={query} rows={3} empty={<p className={classes.none}>{t('attempts.none')}</p>}>
        {({ _embedded: { attempts } }) => <AttemptLines attempts={attempts} />}
      </QueryView>
    </Card>
  )
}

/** Users whom a provider cannot sign in now: they still have a password here, or it is disabled. */
function UsersCard({ provider }: { provider: IdentityProvider }) {
  const { enabled, users, usersHere, origin } = provider
  if (enabled && usersHere > 0) return <Move provider={provider} way="in" count={usersHere} />
  if (!enabled && users > 0 && origin === 'PORTAL') return <Move provider={provider} way="out" count={users} />
  return null
}

function Move({
  provider: { id, name },
  way,
  count,
}: {
  provider: IdentityProvider
  way: 'in' | 'out'
  count: number
}) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const then = {
    refreshes: [listProviders],
    onSuccess: ({ moved }: { moved: number }) => {
      setAsking(false)
      toast({ title: t(`people.${way}.done`, { count: moved }) })
    },
  }
  const toProvider = useMutationOf(moveUsersToProvider, then)
  const toPassword = useMutationOf(migrateUsersToLocal, then)
  const move = way === 'in' ? toProvider : toPassword
  const action = t(`people.${way}.action`, { name })
  return (
    <>
      <Card title={t(`people.${way}.title`, { count, name })}>
        <div className={classes.stack}>
          <p className={classes.note}>{t(`people.${way}.words`, { name })}</p>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => setAsking(true)}>
              {action}
            </Button>
          </div>
        </div>
      </Card>
      <Confirm
        opened={asking}
        title={t(`people.${way}.ask`, { count, name })}
        action={action}
        colour={way === 'in' ? 'red' : 'blue'}
        busy={move.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => move.mutate({ params: { id } })}
      >
        {t(`people.${way}.text`, { name })}
      </Confirm>
    </>
  )
}
