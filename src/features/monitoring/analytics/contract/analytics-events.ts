import * as z from 'zod/mini'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { DeploymentVersion } from './deployment-shapes.ts'

export const deploymentCreated = defineEvent('deployment.created', {
  audience: 'account',
  text: 'added a deployment',
  data: { name: z.string(), version: DeploymentVersion },
})
export const deploymentEdited = defineEvent('deployment.edited', {
  audience: 'account',
  text: 'changed a deployment',
  data: {
    name: z.string(),
    changes: changesTo({
      enableMonitoring: z.boolean(),
      portalPassword: z.string(),
      portalUsername: z.string(),
      opsCustomerName: z.string(),
    }),
  },
})
export const deploymentDeleted = defineEvent('deployment.deleted', {
  audience: 'account',
  text: 'deleted a deployment',
  data: { name: z.string() },
})
export const inventorySettingsEdited = defineEvent('inventory.settings-edited', {
  audience: 'account',
  text: 'changed the analytics settings',
  data: {
    changes: changesTo({
      enabled: z.boolean(),
      at: z.string(),
      format: z.literal('csv'),
      recipients: z.array(z.string()),
      onlyChanges: z.boolean(),
      includeExcludedDeployments: z.boolean(),
      dsThreshold: z.int(),
      usThreshold: z.int(),
    }),
  },
})
export const watermarkReset = defineEvent('watermark.reset', {
  audience: 'vendor',
  text: 'reset a high watermark',
  data: { deployment: z.string(), name: z.string(), value: z.int() },
})
