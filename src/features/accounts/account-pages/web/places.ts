import type { Account } from '#features/accounts/accounts/contract.ts'
import type { Place } from '#kit/web/parts.tsx'

/** Beside the customer-success manager on the page of an account. */
export const accountContacts: Place = { name: 'account-contacts' }

/** The limits on the page of an account. */
export const accountLimits: Place<{ account: Account }> = { name: 'account-limits' }

/** How ticket systems of an account reach the portal, on its page. */
export const accountExchange: Place<{ account: string }> = { name: 'account-exchange' }

/** Cards of the dashboard of an account beside its open cases. */
export const dashboardCards: Place = { name: 'account-dashboard-cards' }

/** Buttons in the head of the staff home. */
export const homeActions: Place = { name: 'staff-home-actions' }

/** Panels of the tab *Analytics* on the dashboard of an account. */
export const accountAnalytics: Place<{ account: string }> = { name: 'account-analytics' }

/** Panels of the tab *Sonar* on the dashboard of an account. */
export const accountScanner: Place<{ account: string }> = { name: 'account-scanner' }

/** A graph below the figures of the dashboard of an account. */
export const dashboardGraph: Place<{ account: string }> = { name: 'account-dashboard-graph' }
