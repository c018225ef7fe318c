import * as z from 'zod/mini'
import { inputValues, templateFields, templateId, type templateTexts } from './template-fields.ts'

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
