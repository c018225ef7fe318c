import * as z from 'zod/mini'
import { changesTo, defineEvent } from '#kit/contract/event.ts'

export const detectorEdited = defineEvent('detector.edited', {
  audience: 'vendor',
  text: 'changed the scanner configuration',
  data: {
    changes: changesTo({
      collectionWindow: z.int(),
      projectKey: z.string(),
      projectLabel: z.string(),
      cascadeWindow: z.int(),
      minModems: z.int(),
      minShare: z.int(),
      alertThreshold: z.int(),
    }),
  },
})
export const detectorAlerted = defineEvent('detector.alerted', {
  audience: 'vendor',
  text: 'measured more modems in an outage than the alert threshold',
  data: { deployment: z.string(), modems: z.int(), threshold: z.int() },
})
