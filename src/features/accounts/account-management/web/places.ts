/** Beside the customer-success manager on the page of an account. */
export const accountContacts = 'account-contacts'

/** Above the limits on the page of an account. */
export const accountLimits = 'account-limits'
