import { type FilledTexts, fillParts, type Parts } from '#features/messaging/templates/contract.ts'
import { type RecipientRow, recipientValues } from '#features/messaging/templates/server/index.ts'

/** The texts of an announcement with the values of one recipient; the stored link where the template has none. */
export function fillFor(
  personal: Parts,
  recipient: RecipientRow,
  { link, delivered }: { link: string | null; delivered: Date | string },
): FilledTexts {
  const filledTexts = fillParts(personal, recipientValues(recipient, delivered))
  return { ...filledTexts, link: filledTexts.link ?? link }
}
