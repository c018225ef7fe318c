import { IconSelector, IconWorld } from '@tabler/icons-react'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { useText } from '#kit/web/text/kit-text.ts'
import { type AccountChoice, useAccount, useAccounts } from '#kit/web/who/account.tsx'
import { useVendor } from '../who.ts'
import classes from './account-switcher.module.css'

/** What the account switcher looks like until it can be used: the same width, so that nothing beside it moves. */
export function AccountFace() {
  const account = useAccount()
  const single = useAccounts().length < 2
  const vendor = useVendor()
  if (!vendor && single) return <div className={classes.single}>{account && <Chosen account={account} />}</div>
  return (
    <div className={classes.button}>
      {account ? <Chosen account={account} /> : <AllAccounts />}
      <IconSelector size={14} aria-hidden />
    </div>
  )
}

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
export function Chosen({ account }: { account: AccountChoice }) {
  return (
    <span className={classes.account}>
      <Monogram name={account.displayName} />
      <strong className="el">{account.displayName}</strong>
      {account.stage && <StateBadge kind="stage" state={account.stage} plain />}
    </span>
  )
}
