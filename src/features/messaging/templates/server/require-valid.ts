import { kitProblems } from '#kit/contract/kit-problems.ts'
import { HttpProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { TemplateError } from '../contract/template.ts'
import {
  type BindableEvent,
  checkTemplate,
  eventVariables,
  isRecipientVariable,
  placeholdersOf,
  type Template,
  type TemplateTexts,
  templateProblems,
} from '../contract.ts'

/** Throws 400 with the place of each error. */
export function requireValid(template: TemplateTexts): void {
  const errors = checkTemplate(template)
  if (errors.length === 0) return
  const fields = errors.map((error) => ({ path: error.field, message: messageOf(error) }))
  throw new HttpProblem(kitProblems['validation-failed'], {}, { fields })
}

function messageOf({ reason, name, line, column }: TemplateError): string {
  const place = line === 0 ? '' : `line ${line}, column ${column}: `
  switch (reason) {
    case 'unknown':
      return `${place}"${name}" is not a known variable`
    case 'unclosed':
      return `${place}{{ has no closing }}`
    case 'missing':
      return `"${name}" is required, and no text of the template uses it`
    case 'duplicate':
      return `another input has the name "${name}"`
    case 'limit':
      return `is larger than ${name}`
    case 'link':
      return 'must be a page of the portal (/…) or an https address whose host has no variable'
    case 'input':
      return 'needs choices, or limits in order'
  }
}

/** Throws 409 when the event does not give each value of the template, or an author would have to enter one. */
export function requireFits(
  template: Pick<Template, 'title' | 'content' | 'link' | 'userInputs'>,
  event: BindableEvent,
) {
  const missing =
    variablesWithoutValue(template, event)[0] ?? template.userInputs.find(({ required }) => required)?.name
  if (missing !== undefined) throwProblem(templateProblems['template-breaks-event'], { name: missing })
}

/** The backend variables that neither recipients nor the event give. */
export function variablesWithoutValue(template: Omit<TemplateTexts, 'userInputs'>, event?: BindableEvent): string[] {
  const givenVariables: readonly string[] = event ? eventVariables[event] : []
  return placeholdersOf(template)
    .map(({ name }) => name)
    .filter((name) => name.includes('.') && !isRecipientVariable(name) && !givenVariables.includes(name))
}
