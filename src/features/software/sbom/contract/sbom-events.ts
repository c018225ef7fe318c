import { defineEvent } from '#kit/contract/event.ts'

// Their subject is the bundle, so they are part of its history, and its open page refreshes.
export const sbomAdded = defineEvent('bundle.sbom-added', 'vendor')
export const sbomDeleted = defineEvent('bundle.sbom-deleted', 'vendor')
