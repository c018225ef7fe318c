import * as z from 'zod/mini'
import { DeploymentType, Region, Stage } from '#features/accounts/accounts/contract.ts'
import { mailTimes, recurrences, weekdays } from '#features/messaging/delivery-times/contract.ts'
import { GroupChange } from '#features/messaging/notifications/contract.ts'
import { announcementTypes, deliveryMethods } from '#features/messaging/templates/contract.ts'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { recipientsTypes } from './announcement.ts'

export const announcementCreated = defineEvent('announcement.created', {
  audience: 'vendor',
  text: 'created an announcement',
  data: { title: z.string(), draft: z.boolean() },
})
export const announcementUpdated = defineEvent('announcement.updated', {
  audience: 'vendor',
  text: 'changed an announcement',
  data: {
    title: z.string(),
    changes: changesTo({
      category: z.strictObject({ name: z.string(), subCategory: z.nullable(z.string()) }),
      deliveryTimeType: z.enum(['AT', 'NOW']),
      deliveryTime: z.string(),
      timeZone: z.string(),
      timeZoneOf: z.enum(['AUTHOR', 'RECIPIENT']),
      recurrence: z.enum(recurrences),
      interval: z.int(),
      daysOfWeek: z.array(z.enum(weekdays)),
      daysOfMonth: z.array(z.int()),
      stoppingPoint: z.strictObject({
        type: z.enum(['DATE', 'NEVER', 'OCCURRENCES']),
        occurrences: z.optional(z.int()),
        date: z.optional(z.string()),
      }),
      templateId: z.string(),
      inputs: z.record(z.string(), z.string()),
      link: z.string(),
      queryParams: z.record(z.string(), z.string()),
      attachmentsUrls: z.array(z.string()),
      emailCopy: z.boolean(),
      expirationTs: z.string(),
      system: z.boolean(),
      recipients: z.strictObject({
        exclude: z.optional(
          z.strictObject({
            accounts: z.optional(z.array(z.string())),
            withChildren: z.optional(z.boolean()),
            roles: z.optional(z.array(z.string())),
            deploymentTypes: z.optional(z.array(DeploymentType)),
            versions: z.optional(z.array(z.string())),
            stages: z.optional(z.array(Stage)),
            regions: z.optional(z.array(Region)),
            plans: z.optional(z.array(z.string())),
            bundles: z.optional(z.array(z.string())),
            teams: z.optional(z.array(z.string())),
            usernames: z.optional(z.array(z.string())),
          }),
        ),
        accounts: z.optional(z.array(z.string())),
        withChildren: z.optional(z.boolean()),
        roles: z.optional(z.array(z.string())),
        deploymentTypes: z.optional(z.array(DeploymentType)),
        versions: z.optional(z.array(z.string())),
        stages: z.optional(z.array(Stage)),
        regions: z.optional(z.array(Region)),
        plans: z.optional(z.array(z.string())),
        bundles: z.optional(z.array(z.string())),
        teams: z.optional(z.array(z.string())),
        usernames: z.optional(z.array(z.string())),
      }),
      title: z.string(),
      message: z.string(),
      type: z.enum(announcementTypes),
      deliveryMethod: z.enum(deliveryMethods),
      categoryId: z.string(),
      recipientsType: z.enum(recipientsTypes),
    }),
  },
})
export const announcementDeleted = defineEvent('announcement.deleted', {
  audience: 'vendor',
  text: 'deleted an announcement',
  data: { title: z.string() },
})
export const announcementActivated = defineEvent('announcement.activated', {
  audience: 'vendor',
  text: 'activated an announcement',
  data: { title: z.string() },
})
export const announcementDeactivated = defineEvent('announcement.deactivated', {
  audience: 'vendor',
  text: 'deactivated an announcement',
  data: { title: z.string() },
})
export const announcementTested = defineEvent('announcement.tested', {
  audience: 'vendor',
  text: 'sent a test of an announcement',
  data: { title: z.string() },
})
export const announcementFileUploaded = defineEvent('announcement.file-uploaded', {
  audience: 'vendor',
  text: 'uploaded a file for an announcement',
  data: { filename: z.string(), size: z.int() },
})
export const announcementAcknowledged = defineEvent('announcement.acknowledged', {
  audience: 'person',
  text: 'acknowledged an announcement',
  data: { acknowledged: z.int(), methods: z.array(z.string()) },
})
export const announcementSettingsChanged = defineEvent('announcement.settings-changed', {
  audience: 'person',
  text: 'changed the announcement settings',
  data: {
    settings: z.optional(
      z.array(
        z.strictObject({
          categoryId: z.string(),
          bell: z.optional(z.boolean()),
          mail: z.optional(z.boolean()),
          mailWhen: z.optional(z.enum(mailTimes)),
          push: z.optional(z.boolean()),
        }),
      ),
    ),
    groups: z.optional(z.array(GroupChange)),
    hours: z.optional(
      z.strictObject({
        digestHour: z.int(),
        digestDay: z.enum(weekdays),
        quiet: z.nullable(z.strictObject({ from: z.string(), until: z.string() })),
      }),
    ),
    through: z.optional(z.string()),
  },
})
export const bindingsChanged = defineEvent('template.bindings-changed', {
  audience: 'vendor',
  text: 'changed the events of templates',
  data: {
    changes: changesTo({
      bindings: z.array(
        z.strictObject({
          event: z.enum([
            'BUNDLE_END_OF_LIFE',
            'BUNDLE_ON_HOLD',
            'CASE_UPDATED',
            'CREDENTIAL_EXPIRING',
            'OUTAGE_CLOSED',
            'OUTAGE_OPENED',
            'RELEASE_DELIVERED',
            'SUBSCRIPTION_EXPIRING',
            'SUBSCRIPTION_REMINDER',
          ]),
          templateId: z.string(),
          type: z.enum(announcementTypes),
          categoryId: z.string(),
          emailCopy: z.boolean(),
          announce: z.optional(z.boolean()),
        }),
      ),
    }),
  },
})
export const categoryCreated = defineEvent('announcement-category.created', {
  audience: 'vendor',
  text: 'created an announcement category',
  data: { name: z.string(), subCategory: z.nullable(z.string()) },
})
export const categoryUpdated = defineEvent('announcement-category.updated', {
  audience: 'vendor',
  text: 'changed an announcement category',
  data: { changes: changesTo({ name: z.string(), subCategory: z.string() }) },
})
export const categoryDeleted = defineEvent('announcement-category.deleted', {
  audience: 'vendor',
  text: 'deleted an announcement category',
  data: { name: z.string() },
})
