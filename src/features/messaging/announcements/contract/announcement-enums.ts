export const recipientsTypes = [
  'EVERYONE',
  'EVERYONE_AND_SIGN_IN',
  'VENDOR_USERS',
  'CUSTOMER_USERS',
  'USERS',
  'FILTER',
] as const
export type RecipientsType = (typeof recipientsTypes)[number]

export const announcementStatuses = ['DRAFT', 'SCHEDULED', 'ACTIVE', 'INACTIVE', 'ENDED'] as const
export type AnnouncementStatus = (typeof announcementStatuses)[number]
