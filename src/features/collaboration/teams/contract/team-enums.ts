/** Vendor and customer teams are stored; system teams are computed from roles. */
export const ownerTypes = ['CUSTOMER', 'VENDOR', 'SYSTEM'] as const
/** The cases of which a member becomes a watcher: all, outages, those reported by or assigned to a member of the team, none. */
export const watcherTypes = ['ALL', 'OUTAGES', 'MINE', 'NONE'] as const
export type WatcherType = (typeof watcherTypes)[number]

/** Why a user cannot be a member of a team. */
export const rejections = ['NOT_ACTIVE', 'VENDOR_STAFF', 'CUSTOMER', 'OTHER_ACCOUNT'] as const

export const MOST_MEMBERS = 500
export const MOST_ADDED = 500
