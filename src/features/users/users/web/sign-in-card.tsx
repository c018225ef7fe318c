import { Suspense, useState } from 'react'
import { readMyFactors } from '#features/users/second-factors/contract.ts'
import type { Reply } from '#kit/web/data/call.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import {
  IconBuildingCommunity,
  IconDeviceMobile,
  IconLifebuoy,
  IconLock,
  IconMail,
} from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import type { Me } from '../contract.ts'
import { useText } from '../texts.ts'
import { Line } from './line.tsx'
import { PasskeyLines } from './passkey-lines.tsx'
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
  const { password, totp, recoveryCodes, required } = factors
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
          required && (
            <Badge colour="light-grey" plain>
              {t('signIn.authenticatorNeeded')}
            </Badge>
          )
        }
        note={totp.since ? t('signIn.authenticatorOn', { date: formatDate(totp.since) }) : t('signIn.authenticatorOff')}
      >
        {totp.enabled
          ? button(t('signIn.remove'), 'remove', required && factors.passkeys.length === 0 && t('notYet.lastFactor'))
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
