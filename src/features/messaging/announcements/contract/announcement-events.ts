import { defineEvent } from '#kit/contract/event.ts'

export const announcementCreated = defineEvent('announcement.created', 'vendor')
export const announcementUpdated = defineEvent('announcement.updated', 'vendor')
export const announcementDeleted = defineEvent('announcement.deleted', 'vendor')
export const announcementActivated = defineEvent('announcement.activated', 'vendor')
export const announcementDeactivated = defineEvent('announcement.deactivated', 'vendor')
export const announcementTested = defineEvent('announcement.tested', 'vendor')
export const announcementAcknowledged = defineEvent('announcement.acknowledged', 'person')
export const announcementSettingsChanged = defineEvent('announcement.settings-changed', 'person')
export const bindingsChanged = defineEvent('template.bindings-changed', 'vendor')
export const categoryCreated = defineEvent('announcement-category.created', 'vendor')
export const categoryUpdated = defineEvent('announcement-category.updated', 'vendor')
export const categoryDeleted = defineEvent('announcement-category.deleted', 'vendor')
