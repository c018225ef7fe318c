import { pagePath } from '#kit/contract/page-path.ts'

/** The accounts. */
export const accountsPath = pagePath('/admin/accounts')

/** A new account. */
export const newAccountPath = pagePath('/admin/accounts/new')

/** The settings of an account. */
export const accountSettingsPath = pagePath('/$account/$accountId/account')
