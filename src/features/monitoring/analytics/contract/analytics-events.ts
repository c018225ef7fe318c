import { defineEvent } from '#kit/contract/event.ts'

export const deploymentCreated = defineEvent('deployment.created', 'account')
export const deploymentEdited = defineEvent('deployment.edited', 'account')
export const deploymentDeleted = defineEvent('deployment.deleted', 'account')
export const inventorySettingsEdited = defineEvent('inventory.settings-edited', 'account')
export const watermarkReset = defineEvent('watermark.reset', 'vendor')
