import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { deliveryMethods } from './message-enums.ts'

/** Write templates, activate and deactivate them, and bind events to them. */
export const manageTemplates = permission(
  'template:manage',
  'Edit templates and bind events to them',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_TAC_MANAGER'),
)

/** Read templates, to write announcements with them. */
export const readTemplates = permission('template:read', 'See templates', everyVendorRole)

export const templateProblems = problems({
  'template-not-found': { status: 404, text: 'The template was not found.' },
  'template-exists': { status: 409, text: 'A template of this name exists already.' },
  'template-in-use': { status: 409, text: 'The template is in use by {uses}. Choose another template there first.' },
  'template-already-active': { status: 409, text: 'The template is active already.' },
  'template-not-active': { status: 409, text: 'The template is not active.' },
  'template-breaks-announcements': {
    status: 409,
    text: '{count} announcements would lack a value with this text. Review them and correct their values first.',
  },
  'template-breaks-event': {
    status: 409,
    text: 'The template is bound to an event that has no value for {name}. Remove the variable, or bind another template.',
  },
  'preview-account-not-found': { status: 404, text: 'The account was not found.' },
})

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

export const Template = z.object({
  id: templateId,
  ...templateFields,
  enabled: z.boolean(),
  /** Announcements that have it and did not end. */
  announcements: z.int(),
  /** Events that are bound to it. */
  events: z.array(z.string()),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
  version: z.int(),
})
export type Template = z.output<typeof Template>
export type TemplateTexts = Pick<Template, keyof typeof templateTexts>

export const BackendVariableInfo = z.object({
  name: z.string(),
  /** The events that give its value; empty: each recipient has one. */
  events: z.array(z.string()),
  /** Its value for the requested account and the caller. */
  example: z.nullable(z.string()),
})
export type BackendVariableInfo = z.output<typeof BackendVariableInfo>

/** An error in a template: at a place of its title, link or content, or at one of its user inputs. */
export const TemplateError = z.object({
  field: z.string(),
  reason: z.enum(['unknown', 'missing', 'duplicate', 'unclosed', 'limit', 'link', 'input']),
  name: z.string(),
  start: z.int(),
  end: z.int(),
  line: z.int(),
  column: z.int(),
})
export type TemplateError = z.output<typeof TemplateError>

const text = z.object({ title: z.string(), message: z.string(), link: z.nullable(z.string()) })

export const TemplatePreview = z.object({
  ...text.shape,
  errors: z.array(TemplateError),
  /** Variables of the texts that have no value here. */
  missing: z.array(z.string()),
  /** Variables whose value was cut at its limit. */
  cut: z.array(z.string()),
})
export type TemplatePreview = z.output<typeof TemplatePreview>

/** An announcement before and after a change of its template. */
export const CascadeRow = z.object({
  id: z.string(),
  before: text,
  after: text,
  status: z.string(),
  inputs: inputValues,
  delivered: z.int(),
  acknowledged: z.int(),
  /** User inputs without a valid value; the change is rejected until they have one. */
  errors: z.array(z.object({ name: z.string(), message: z.string() })),
})
export type CascadeRow = z.output<typeof CascadeRow>

export const Cascade = z.object({
  announcements: z.array(CascadeRow),
  total: z.int(),
  broken: z.int(),
})
export type Cascade = z.output<typeof Cascade>
