import type { Place } from '#kit/web/parts.tsx'

/** Cards of an account's dashboard beside its open cases. */
export const dashboardCards: Place = { name: 'account-dashboard-cards' }

/** Buttons in the head of the staff home. */
export const homeActions: Place = { name: 'staff-home-actions' }
