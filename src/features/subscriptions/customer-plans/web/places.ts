import type { Place } from '#kit/web/parts.tsx'
import type { CustomerPlan } from '../contract.ts'

type AccountOfRow = Pick<CustomerPlan, 'account' | 'accountId'>

/** A cell of the list of subscriptions that other features fill for an account. */
export const subscriptionCells: Place<AccountOfRow> = { name: 'customer-plans.cells' }

/** Panels that open under a row of the list of subscriptions. */
export const subscriptionPanels: Place<AccountOfRow> = { name: 'customer-plans.panels' }
