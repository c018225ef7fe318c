import * as z from 'zod/mini'
import { defineEvent } from '#kit/contract/event.ts'

// Their subject is the bundle, so they are part of its history, and its open page refreshes.
export const sbomAdded = defineEvent('bundle.sbom-added', {
  audience: 'vendor',
  text: 'added an SBOM to {subject}',
  data: { what: z.string(), format: z.enum(['CYCLONEDX', 'SPDX']), components: z.int() },
})
export const sbomDeleted = defineEvent('bundle.sbom-deleted', {
  audience: 'vendor',
  text: 'deleted an SBOM of {subject}',
  data: { what: z.string() },
})
