import { defineEvent } from '#kit/contract/event.ts'

export const templateCreated = defineEvent('template.created', 'vendor')
export const templateUpdated = defineEvent('template.updated', 'vendor')
export const templateDeleted = defineEvent('template.deleted', 'vendor')
export const templateActivated = defineEvent('template.activated', 'vendor')
export const templateDeactivated = defineEvent('template.deactivated', 'vendor')
