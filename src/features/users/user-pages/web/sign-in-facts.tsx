import type { User } from '#features/users/user-management/contract.ts'
import { useStateLabel } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { formatDate, formatDateTime } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import classes from './user-page.module.css'

/** How a user signs in, and their last sign-in. */
export function SignInFacts({ user }: { user: User }) {
  const t = useText()
  const label = useStateLabel()
  const facts = [
    [t('signIn.provider'), user.provider ?? t('list.portal')],
    [t('signIn.state'), label('user', user.userState)],
    [t('signIn.mfa'), user.provider ? t('signIn.mfaThere') : t(user.mfa ? 'signIn.mfaOn' : 'signIn.mfaOff')],
    [t('signIn.lastLogin'), user.lastLogin ? formatDateTime(user.lastLogin) : t('never')],
    [t('signIn.idpLogin'), user.lastIdpLogin ? formatDateTime(user.lastIdpLogin) : t('never')],
    [t('signIn.created'), user.created ? formatDate(user.created) : '–'],
  ]
  return (
    <Card title={t('signIn.title')}>
      <dl className={classes.facts}>
        {facts.flatMap(([name, value]) => [<dt key={`${name}?`}>{name}</dt>, <dd key={name}>{value}</dd>])}
      </dl>
    </Card>
  )
}
