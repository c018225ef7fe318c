import { IconWorld } from '#kit/web/icons/icons.generated.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { useText } from '#kit/web/text/kit-text.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import classes from './account-switcher.module.css'

/** All accounts, as the switcher shows the choice. */
export function AllAccounts() {
  const t = useText()
  return (
    <span className={classes.account}>
      <IconWorld size={16} aria-hidden />
      <strong>{t('shell.allAccounts')}</strong>
    </span>
  )
}

/** One account, as the switcher shows it: monogram, name, stage. */
export function ChosenAccount({ account }: { account: AccountChoice }) {
  return (
    <span className={classes.account}>
      <Monogram name={account.displayName} />
      <strong className="el">{account.displayName}</strong>
      {account.stage && <StateBadge kind="stage" state={account.stage} plain />}
    </span>
  )
}
