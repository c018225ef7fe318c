export const announcementTypes = ['info', 'success', 'warning', 'error'] as const
export type AnnouncementType = (typeof announcementTypes)[number]

export const deliveryMethods = ['Banner', 'BellAlert', 'ModalAlert'] as const
export type DeliveryMethod = (typeof deliveryMethods)[number]
