export {
  type Announcement,
  type AnnouncementPreview,
  announcementProblems,
  type Category,
  manageAnnouncements,
  manageCategories,
  type NewAnnouncement,
  type RecipientsType,
} from './contract/announcement.ts'
export {
  activateAnnouncement,
  createAnnouncement,
  deactivateAnnouncement,
  deleteAnnouncement,
  listAnnouncementActions,
  listAnnouncements,
  listRecipientOptions,
  previewAnnouncement,
  readAnnouncement,
  testAnnouncement,
  updateAnnouncement,
} from './contract/announcement-calls.ts'
export {
  announcementAcknowledged,
  announcementActivated,
  announcementCreated,
  announcementDeactivated,
  announcementDeleted,
  announcementFileUploaded,
  announcementSettingsChanged,
  announcementTested,
  announcementUpdated,
  bindingsChanged,
  categoryCreated,
  categoryDeleted,
  categoryUpdated,
} from './contract/announcement-events.ts'
export {
  type AnnouncementFile,
  downloadAnnouncementFile,
  uploadAnnouncementFile,
} from './contract/attachment-calls.ts'
export { attachmentUrl, readAttachmentUrl } from './contract/attachment-url.ts'
export { listTemplateBindings, setTemplateBindings, type TemplateBinding } from './contract/binding.ts'
export { createCategory, deleteCategory, listCategories, updateCategory } from './contract/category-calls.ts'
export { listAnnouncementDeliveries, listDeliveryRecipients } from './contract/delivery-calls.ts'
export {
  type AnnouncementDelivery,
  type DeliveryFigure,
  type DeliveryRecipient,
  deliveryFigures,
} from './contract/delivery-shapes.ts'
export {
  Acknowledgement,
  acknowledge,
  listInbox,
  listSignInBanners,
  markSeen,
  readInboxState,
} from './contract/inbox-calls.ts'
export type { InboxItem, InboxState } from './contract/inbox-shapes.ts'
export {
  bannersDelivered,
  bellAlertsDelivered,
  modalAlertsDelivered,
  topicOf,
} from './contract/inbox-topics.ts'
export { listNotifications, type Notification, readNotifications } from './contract/notification-calls.ts'
export type { Recipients } from './contract/recipients-fields.ts'
export { readAnnouncementSettings, updateAnnouncementSettings } from './contract/settings-calls.ts'
export type {
  AnnouncementSettings,
  CategoryChange,
  CategorySetting,
  NotificationHours,
} from './contract/settings-shapes.ts'
