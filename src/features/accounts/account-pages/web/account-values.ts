import * as z from 'zod/mini'
import type { Account } from '#features/accounts/accounts/contract.ts'
import { accountFields, crmIdInput } from '#features/accounts/accounts/contract.ts'
import { type ContractForm, useContractForm } from '#kit/web/form/use-contract-form.ts'

/** The form values of an account; optional fields may be empty texts. */
export type AccountValues = {
  name: string
  displayName: string
  description: string
  accountType: Account['accountType']
  partnerType: string
  stage: Account['stage']
  /** Empty until it is chosen for a new account. */
  region: Account['region'] | ''
  country: string
  city: string
  address: string
  timeZone: string
  crmId: string
  isParent: boolean
  viewOnly: boolean
  selfJoin: boolean
}

const { displayName, timeZone, description } = accountFields
const requiredChoice = z.string().check(z.minLength(1))

/** The form of an account: empty, or filled with the account. */
export function useAccountForm(account?: Account): ContractForm<AccountValues> & { dropDraft: () => void } {
  return useContractForm(
    z.object({
      displayName,
      timeZone,
      description,
      crmId: crmIdInput,
      region: requiredChoice,
      ...(account ? {} : { name: requiredChoice }),
    }),
    accountValues(account),
    account ? {} : { draft: 'account' },
  )
}

/** The form values of an account, or of a new one. */
export function accountValues(account?: Account): AccountValues {
  return {
    name: account?.name ?? '',
    displayName: account?.displayName ?? '',
    description: account?.description ?? '',
    accountType: account?.accountType ?? 'CUSTOMER',
    partnerType: account?.partnerType ?? '',
    stage: account?.stage ?? 'PRODUCTION',
    region: account?.region ?? '',
    country: account?.country ?? '',
    city: account?.city ?? '',
    address: account?.address ?? '',
    timeZone: account?.timeZone ?? 'US/Pacific',
    crmId: account?.crmId ?? '',
    isParent: account?.isParent ?? false,
    viewOnly: account?.viewOnly ?? false,
    selfJoin: account?.selfJoin ?? false,
  }
}

/** The request body: an empty text of an optional field becomes null. */
export function sentOf({ partnerType, region, country, city, address, crmId, ...rest }: Omit<AccountValues, 'name'>) {
  return {
    ...rest,
    region: region as Account['region'],
    partnerType: (partnerType || null) as Account['partnerType'],
    country: country.trim() || null,
    city: city.trim() || null,
    address: address.trim() || null,
    crmId: crmId || null,
  }
}
