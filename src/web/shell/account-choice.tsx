import { Combobox, useCombobox } from '@mantine/core'
import { useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { accountDashboardPath, dashboardPath } from '#features/home/dashboard/paths.ts'
import { IconCheck } from '#kit/web/icons/icons.generated.ts'
import { useText } from '#kit/web/text/kit-text.ts'
import { type AccountChoice, useAccount, useAccounts } from '#kit/web/who/account.tsx'
import { useMenuText } from '../texts.ts'
import { useVendor } from '../who.ts'
import classes from './account-switcher.module.css'
import { AllAccounts, ChosenAccount } from './chosen-account.tsx'

const SHOWN = 50

/** The accounts to choose from under the switcher; staff may choose all. */
export function AccountChoiceList({ face }: { face: (onClick: () => void, isOpen: boolean) => ReactElement }) {
  const t = useText()
  const menu = useMenuText()
  const account = useAccount()
  const accounts = useAccounts()
  const vendor = useVendor()
  const choose = useSwitchAccount()
  const navigate = useNavigate()
  const [wantedName, setWantedName] = useState('')
  const combobox = useCombobox({
    onDropdownClose: () => setWantedName(''),
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const foundAccounts = matching(accounts, wantedName)
  return (
    <Combobox
      store={combobox}
      width={320}
      withinPortal={false}
      position="bottom-start"
      onOptionSubmit={(id) => {
        const chosenAccount = accounts.find((entry) => entry.id === id)
        combobox.closeDropdown()
        if (chosenAccount) choose(chosenAccount)
        else void navigate({ to: dashboardPath() })
      }}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        {face(() => combobox.toggleDropdown(), combobox.dropdownOpened)}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={wantedName}
          placeholder={menu('findAccount')}
          aria-label={menu('findAccount')}
          onChange={(event) => {
            setWantedName(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
        <Combobox.Options mah={360} className={classes.options} aria-label={t('shell.switchAccount')}>
          {vendor && wantedName === '' && (
            <Combobox.Option value="*" active={account === null}>
              <AllAccounts />
            </Combobox.Option>
          )}
          {foundAccounts.map((entry) => (
            <Combobox.Option key={entry.id} value={entry.id} active={entry.id === account?.id}>
              <div className="row">
                <ChosenAccount account={entry} />
                {entry.id === account?.id && <IconCheck size={15} className="end" aria-hidden />}
              </div>
            </Combobox.Option>
          ))}
          {foundAccounts.length === 0 && <Combobox.Empty>{menu('noAccount')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function matching(accounts: readonly AccountChoice[], wantedName: string): readonly AccountChoice[] {
  const words = wantedName.trim().toLowerCase()
  const fits = ({ name, displayName }: AccountChoice) =>
    displayName.toLowerCase().includes(words) || name.toLowerCase().includes(words)
  return accounts.filter(fits).slice(0, SHOWN)
}

/** Moves to another account: to the same page of it where that page is an account's, else to its dashboard. */
function useSwitchAccount(): (account: AccountChoice) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const ofAccount = useMatches().at(-1)?.fullPath.startsWith('/$account/$accountId/') ?? false
  return (account) => {
    const place = [account.name, account.id].map(encodeURIComponent)
    const samePage = ['', ...place, ...pathname.split('/').slice(3, 5)].join('/')
    void navigate({ href: ofAccount ? samePage : accountDashboardPath({ account }) })
  }
}
