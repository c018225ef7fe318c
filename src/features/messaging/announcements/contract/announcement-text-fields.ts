import * as z from 'zod/mini'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'

/** The text of an announcement; in a file of its own, for the editor needs no more. */
export const announcementTextFields = {
  title: oneLine(200).check(notBlank),
  /** Markdown. */
  message: z.string().check(z.maxLength(20_000), notBlank),
}
