import * as z from 'zod/mini'
import { type ContractForm, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { announcementTextFields } from '../contract/announcement-text-fields.ts'
import type { AnnouncementValues } from './announcement-values.ts'

/** The form of an announcement. */
export type AnnouncementForm = ContractForm<AnnouncementValues> & { dropDraft: () => void }

const textFields = z.object(announcementTextFields)

/** The form of an announcement; with a `draft` name the input survives a reload. */
export function useAnnouncementForm(initial: AnnouncementValues, options: { draft?: string }): AnnouncementForm {
  return useContractForm<AnnouncementValues>(textFields, initial, options)
}
