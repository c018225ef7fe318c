import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { defineNotification } from '#kit/server/notification.ts'

/** Goes to the addresses that the account set. */
export const inventoryCollected = defineNotification('inventory.collected', {
  group: notificationsOf.integrations,
  title: 'Inventory of {account}, {day}',
  text: 'The daily inventory was collected. Changes since the day before: {changes}.',
  open: 'Open the inventory',
  mailOnly: true,
})
