import * as z from 'zod/mini'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { deliveryMethods } from './message-enums.ts'

export const templateId = z.string().check(z.regex(/^\d{1,15}$/))

/** Limits of a template: bytes of its content, placeholders in all its texts, bytes of a value. */
export const CONTENT_BYTES = 64 * 1024
export const PLACEHOLDERS = 200
export const VALUE_BYTES = 4 * 1024
/** The longest message that is stored, in characters: the content with its values. */
export const MESSAGE_LENGTH = 100_000
/** The longest title that is delivered. */
export const TITLE_LENGTH = 200

export const inputTypes = ['text', 'number', 'date', 'choice'] as const
export type InputType = (typeof inputTypes)[number]

/** A value that the author of an announcement enters. */
export const UserInput = z.strictObject({
  name: z
    .string()
    .check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, { error: 'must be letters and digits, a letter first' })),
  label: oneLine(120).check(notBlank),
  type: z.enum(inputTypes),
  required: z.boolean(),
  /** The values of a choice. */
  choices: z.optional(z.array(oneLine(200).check(notBlank)).check(z.maxLength(50))),
  /** The limits of a number. */
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
})
export type UserInput = z.output<typeof UserInput>

/** Values of user inputs by name, as text: dates as `2026-12-31`. */
export const inputValues = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200_000)))
export type InputValues = z.output<typeof inputValues>

/** The texts of a template, with `{{name}}` for each value. */
export const templateTexts = {
  title: oneLine(500).check(notBlank),
  /** Markdown; its limit is in bytes (`CONTENT_BYTES`). */
  content: z.string().check(notBlank),
  /** A page of the portal, or an address; null = the author's link, or the page of the event. */
  link: z.nullable(oneLine(2000)),
  userInputs: z.array(UserInput).check(z.maxLength(50)),
}
const name = oneLine(120).check(notBlank)
const others = { description: z.string().check(z.maxLength(1000)), deliveryMethod: z.enum(deliveryMethods) }

/** Every field that an author writes. */
export const templateFields = { name, ...others, ...templateTexts }

/** A new template; the title is the name unless given. */
export const NewTemplate = z.extend(
  z.partial(
    z.strictObject({
      ...others,
      title: templateTexts.title,
      link: templateTexts.link,
      userInputs: templateTexts.userInputs,
    }),
  ),
  { name, content: templateTexts.content },
)
export type NewTemplate = z.output<typeof NewTemplate>
/** Changes of a template. */
export const TemplateChanges = z.partial(z.strictObject(templateFields))
