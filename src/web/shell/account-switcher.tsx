import { IconSelector } from '#kit/web/icons/icons.generated.ts'
import { LazyMenu } from '#kit/web/lazy-menu.tsx'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useText } from '#kit/web/text/kit-text.ts'
import { useAccount, useAccounts } from '#kit/web/who/account.tsx'
import { useVendor } from '../who.ts'
import classes from './account-switcher.module.css'
import { AllAccounts, ChosenAccount } from './chosen-account.tsx'

const load = () => import('./account-choice.tsx')
const AccountChoiceList = lazyNamed(load, 'AccountChoiceList')

/** The account that the page is about; staff may choose all. A customer of one account sees its name only. */
export function AccountSwitcher() {
  const t = useText()
  const account = useAccount()
  const single = useAccounts().length < 2
  const vendor = useVendor()
  if (!vendor && single) return <div className={classes.single}>{account && <ChosenAccount account={account} />}</div>
  const face = (onClick?: () => void, isOpen = false) => (
    <button
      type="button"
      className={classes.button}
      aria-haspopup="listbox"
      aria-expanded={isOpen}
      onClick={() => onClick?.()}
    >
      <span className={classes.spoken}>{t('shell.switchAccount')}</span>
      {account ? <ChosenAccount account={account} /> : <AllAccounts />}
      <IconSelector size={14} aria-hidden />
    </button>
  )
  return (
    <LazyMenu face={face} load={load}>
      <AccountChoiceList face={face} />
    </LazyMenu>
  )
}
