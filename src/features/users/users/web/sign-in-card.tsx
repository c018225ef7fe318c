import { Suspense, useState } from 'react'
import { type Passkey, readMyFactors } from '#features/users/second-factors/contract.ts'
import type { Reply } from '#kit/web/data/call.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import {
  IconBuildingCommunity,
  IconDeviceMobile,
  IconFingerprint,
  IconLifebuoy,
  IconLock,
  IconMail,
  IconPencil,
  IconRefresh,
  IconTrash,
} from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import type { Me } from '../contract.ts'
import { useText } from '../texts.ts'
import { Line } from './line.tsx'
import { useAgo } from './use-ago.ts'

const PasswordDialog = lazyNamed(() => import('./password-dialog.tsx'), 'PasswordDialog')
const EmailDialog = lazyNamed(() => import('./email-dialog.tsx'), 'EmailDialog')
const AuthenticatorDialog = lazyNamed(() => import('./authenticator-dialog.tsx'), 'AuthenticatorDialog')
const RemoveAuthenticator = lazyNamed(() => import('./remove-authenticator.tsx'), 'RemoveAuthenticator')
const RenewCodesDialog = lazyNamed(() => import('./renew-codes-dialog.tsx'), 'RenewCodesDialog')

type Open = 'email' | 'password' | 'set-up' | 'remove' | 'codes'

/** The user's sign-in factors; a note instead where a company's own provider manages them. */
export function SignInCard({ me, locked }: { me: Me; locked: boolean }) {
  const t = useText()
  const query = useQueryOf(readMyFactors, {})
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <Card title={t('signIn.title')} note={t('signIn.note')} flush>
      <QueryView query={query} rows={3}>
        {(factors) =>
          factors.provider !== null && (
            <Line
              icon={<IconBuildingCommunity size={18} aria-hidden />}
              title={t('signIn.elsewhere', { provider: factors.provider })}
              note={t('signIn.elsewhereText')}
            />
          )
        }
      </QueryView>
      {query.data?.provider === null && (
        <>
          <Lines me={me} factors={query.data} locked={locked} onOpen={setOpen} />
          <PasskeyLines me={me} factors={query.data} locked={locked} />
        </>
      )}
      <Suspense>
        {open === 'email' && <EmailDialog me={me} onClose={close} />}
        {open === 'password' && <PasswordDialog me={me} onClose={close} />}
        {open === 'set-up' && <AuthenticatorDialog me={me} onClose={close} />}
        {open === 'remove' && <RemoveAuthenticator me={me} onClose={close} />}
        {open === 'codes' && <RenewCodesDialog me={me} onClose={close} />}
      </Suspense>
    </Card>
  )
}

function Lines({
  me,
  factors,
  locked,
  onOpen,
}: {
  me: Me
  factors: Reply<typeof readMyFactors>
  locked: boolean
  onOpen: (what: Open) => void
}) {
  const t = useText()
  const ago = useAgo()
  const { password, totp, recoveryCodes, required: isRequired } = factors
  const button = (label: string, what: Open, blocked?: string | false) => (
    <Button
      variant="default"
      size="compact-sm"
      blocked={locked ? t('notYet.acting') : blocked || undefined}
      onClick={() => onOpen(what)}
    >
      {label}
    </Button>
  )
  return (
    <>
      <Line icon={<IconMail size={18} aria-hidden />} title={t('signIn.email')} note={me.username}>
        {button(t('signIn.changeEmail'), 'email', !password.set && t('notYet.noPassword'))}
      </Line>
      <Line
        icon={<IconLock size={18} aria-hidden />}
        title={t('signIn.password')}
        note={
          password.changedAt
            ? ago(password.changedAt, 'signIn.passwordAt', 'signIn.passwordNow')
            : t(password.set ? 'signIn.passwordUnknown' : 'signIn.passwordNone')
        }
      >
        {button(t('signIn.change'), 'password', !password.set && t('notYet.noPassword'))}
      </Line>
      <Line
        icon={<IconDeviceMobile size={18} aria-hidden />}
        title={t('signIn.authenticator')}
        badge={
          isRequired && (
            <Badge colour="light-grey" plain>
              {t('signIn.authenticatorNeeded')}
            </Badge>
          )
        }
        note={totp.since ? t('signIn.authenticatorOn', { date: formatDate(totp.since) }) : t('signIn.authenticatorOff')}
      >
        {totp.enabled
          ? button(t('signIn.remove'), 'remove', isRequired && factors.passkeys.length === 0 && t('notYet.lastFactor'))
          : button(t('signIn.setUp'), 'set-up')}
      </Line>
      <Line
        icon={<IconLifebuoy size={18} aria-hidden />}
        title={t('signIn.codes')}
        note={totp.enabled ? t('signIn.codesLeft', { count: recoveryCodes.left }) : t('signIn.codesNone')}
      >
        {totp.enabled && button(t('signIn.renew'), 'codes')}
      </Line>
    </>
  )
}

const AddPasskey = lazyNamed(() => import('./add-passkey.tsx'), 'AddPasskey')
const RenamePasskey = lazyNamed(() => import('./rename-passkey.tsx'), 'RenamePasskey')
const RemovePasskey = lazyNamed(() => import('./remove-passkey.tsx'), 'RemovePasskey')

const ResumePasskey = lazyNamed(() => import('./resume-passkey.tsx'), 'ResumePasskey')

/** The user's passkeys: names, last use, and a button to add one. */
function PasskeyLines(props: { me: Me; factors: Reply<typeof readMyFactors>; locked: boolean }) {
  const t = useText()
  const { me, factors, locked } = props
  const [adding, setAdding] = useState(false)
  const possible = factors.passkeysPossible && knowsPasskeys()
  const note = possible
    ? t('signIn.passkeysNote')
    : t(factors.passkeysPossible ? 'signIn.passkeysUnknown' : 'signIn.passkeysImpossible')
  return (
    <>
      <Line icon={<IconFingerprint size={18} aria-hidden />} title={t('signIn.passkeys')} note={note}>
        {possible && (
          <Button
            variant="default"
            size="compact-sm"
            blocked={locked ? t('notYet.acting') : undefined}
            onClick={() => setAdding(true)}
          >
            {t('signIn.passkeyAdd')}
          </Button>
        )}
      </Line>
      {factors.passkeys.length > 0 && (
        <ul aria-label={t('signIn.passkeys')}>
          {factors.passkeys.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyLine me={me} passkey={passkey} locked={locked} />
            </li>
          ))}
        </ul>
      )}
      <Suspense>{adding && <AddPasskey onClose={() => setAdding(false)} />}</Suspense>
    </>
  )
}

function PasskeyLine({ me, passkey, locked }: { me: Me; passkey: Passkey; locked: boolean }) {
  const t = useText()
  const ago = useAgo()
  const [open, setOpen] = useState<'rename' | 'remove' | 'resume' | null>(null)
  const { name, synced, createdAt, lastUsedAt, suspendedAt } = passkey
  const facts = [
    t('signIn.passkeySince', { date: formatDate(createdAt) }),
    lastUsedAt ? ago(lastUsedAt, 'signIn.passkeyUsed', 'signIn.passkeyUsedNow') : t('signIn.passkeyUnused'),
  ]
  return (
    <>
      <Line
        icon={<span />}
        title={name}
        badge={
          (synced || suspendedAt) && (
            <Badge colour={suspendedAt ? 'red' : 'light-grey'} plain>
              {t(suspendedAt ? 'signIn.passkeySuspended' : 'signIn.passkeySynced')}
            </Badge>
          )
        }
        note={facts.join(' · ')}
      >
        {!locked && (
          <>
            {suspendedAt && (
              <IconButton size={28} aria-label={t('signIn.passkeyResume', { name })} onClick={() => setOpen('resume')}>
                <IconRefresh size={16} aria-hidden />
              </IconButton>
            )}
            <IconButton size={28} aria-label={t('signIn.passkeyRename', { name })} onClick={() => setOpen('rename')}>
              <IconPencil size={16} aria-hidden />
            </IconButton>
            <IconButton size={28} aria-label={t('signIn.passkeyRemove', { name })} onClick={() => setOpen('remove')}>
              <IconTrash size={16} aria-hidden />
            </IconButton>
          </>
        )}
      </Line>
      <Suspense>
        {open === 'rename' && <RenamePasskey passkey={passkey} onClose={() => setOpen(null)} />}
        {open === 'resume' && <ResumePasskey me={me} passkey={passkey} onClose={() => setOpen(null)} />}
        {open === 'remove' && <RemovePasskey me={me} passkey={passkey} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}

/** Whether this browser can create passkeys. */
function knowsPasskeys(): boolean {
  return typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'
}
