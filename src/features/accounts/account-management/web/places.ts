/** Above the limits on the page of an account. */
export const accountLimits = 'account-limits'
