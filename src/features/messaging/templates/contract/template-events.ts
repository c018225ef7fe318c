import * as z from 'zod/mini'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { deliveryMethods } from './message-enums.ts'
import { inputTypes } from './template.ts'

export const templateCreated = defineEvent('template.created', {
  audience: 'vendor',
  text: 'added a template',
  data: { name: z.string() },
})
export const templateUpdated = defineEvent('template.updated', {
  audience: 'vendor',
  text: 'changed a template',
  data: {
    name: z.string(),
    changes: changesTo({
      enabled: z.boolean(),
      title: z.string(),
      content: z.string(),
      link: z.string(),
      userInputs: z.array(
        z.strictObject({
          name: z.string(),
          label: z.string(),
          type: z.enum(inputTypes),
          required: z.boolean(),
          choices: z.optional(z.array(z.string())),
          minimum: z.optional(z.int()),
          maximum: z.optional(z.int()),
        }),
      ),
      description: z.string(),
      deliveryMethod: z.enum(deliveryMethods),
      name: z.string(),
    }),
    announcements: z.int(),
  },
})
export const templateDeleted = defineEvent('template.deleted', {
  audience: 'vendor',
  text: 'deleted a template',
  data: { name: z.string() },
})
export const templateActivated = defineEvent('template.activated', {
  audience: 'vendor',
  text: 'activated a template',
  data: { name: z.string(), announcements: z.int() },
})
export const templateDeactivated = defineEvent('template.deactivated', {
  audience: 'vendor',
  text: 'deactivated a template',
  data: { name: z.string(), announcements: z.int() },
})
