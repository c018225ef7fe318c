import { defineEvent } from '#kit/contract/event.ts'

export const detectorEdited = defineEvent('detector.edited', 'vendor')
export const detectorAlerted = defineEvent('detector.alerted', 'vendor')
