/** Who reads a page: users of its account (of every account for a shared page) and vendor staff, or the staff alone. */
export const pageAudiences = ['ALL', 'VENDOR'] as const
