import { createContext, type ReactNode, use } from 'react'
import type { StateOf } from '../look/colours.ts'

/** An account in the switcher. `stage` and `region` are values of the API. */
export type AccountChoice = {
  readonly id: string
  readonly name: string
  readonly displayName: string
  readonly stage?: StateOf<'stage'> | null | undefined
  readonly region?: string | null | undefined
}

/** The account that the page is about (null = all accounts), and those the user may choose from. */
export type AccountContextValue = {
  readonly account: AccountChoice | null
  readonly accounts: readonly AccountChoice[]
}

const AccountContext = createContext<AccountContextValue>({ account: null, accounts: [] })

/** Provides its children with the current account. */
export function AccountProvider({ value, children }: { value: AccountContextValue; children: ReactNode }) {
  return <AccountContext value={value}>{children}</AccountContext>
}

/** The account of the page: the one in the address, else the chosen one; null = all accounts. */
export function useAccount(): AccountChoice | null {
  return use(AccountContext).account
}

/** Every account that the user may see. */
export function useAccounts(): readonly AccountChoice[] {
  return use(AccountContext).accounts
}
