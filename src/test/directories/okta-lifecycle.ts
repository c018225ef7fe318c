/** Each lifecycle call of Okta: its initial states, and its result. */
export const lifecycle: Readonly<Record<string, { from: readonly string[]; to?: string; mails?: true }>> = {
  activate: { from: ['STAGED', 'DEPROVISIONED'], to: 'PROVISIONED', mails: true },
  reactivate: { from: ['PROVISIONED', 'RECOVERY'], to: 'PROVISIONED', mails: true },
  deactivate: {
    from: ['STAGED', 'PROVISIONED', 'ACTIVE', 'RECOVERY', 'LOCKED_OUT', 'PASSWORD_EXPIRED', 'SUSPENDED'],
    to: 'DEPROVISIONED',
  },
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED' },
  unsuspend: { from: ['SUSPENDED'], to: 'ACTIVE' },
  unlock: { from: ['LOCKED_OUT'], to: 'ACTIVE' },
  reset_password: { from: ['ACTIVE', 'RECOVERY', 'LOCKED_OUT', 'PASSWORD_EXPIRED'], to: 'RECOVERY', mails: true },
  reset_factors: {
    from: ['STAGED', 'PROVISIONED', 'ACTIVE', 'RECOVERY', 'LOCKED_OUT', 'PASSWORD_EXPIRED', 'SUSPENDED'],
  },
}
