/** Cards of an account's dashboard beside its open cases. */
export const dashboardCards = 'account-dashboard-cards'

/** Buttons in the head of the staff home. */
export const homeActions = 'staff-home-actions'
